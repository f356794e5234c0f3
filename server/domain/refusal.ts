/** Why something cannot be done as things stand. What it becomes over HTTP is `http/errors.ts`'s. */
export type Refusal =
  | { refused: 'campaign-not-named' }
  | { refused: 'campaign-not-found' }
  | { refused: 'campaign-not-active' }
  | { refused: 'campaign-expired' }
  | { refused: 'sku-not-in-campaign'; sku: string }
  | { refused: 'not-enough-stock'; sku: string }
  | { refused: 'warehouse-not-found' }
  | { refused: 'order-not-found' }
  | { refused: 'order-already-shipped' }
  | { refused: 'order-already-cancelled' }
  | { refused: 'order-returned' }
  | { refused: 'order-not-shipped' }
  | { refused: 'order-already-delivered' }
  | { refused: 'order-of-another-campaign'; campaignId: string }
  | { refused: 'order-lines-differ' }
  | { refused: 'webhook-not-found' }
  | { refused: 'webhook-not-active' }
  | { refused: 'webhook-exists' }
  | { refused: 'webhook-url' }

export const isRefusal = (result: object): result is Refusal => 'refused' in result
