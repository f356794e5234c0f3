import { WebhookUrl } from '../../generated/schemas.ts'

/** The document has this text: its pattern rejects some URLs, and the rules of the domain others. */
const webhookUrlText = WebhookUrl.safeParse('').error?.issues[0]?.message ?? ''

/** Reasons that name nothing, with their messages. The specification fixes some of these texts. */
const texts = {
  'campaign-not-named': 'Campaign ID is required',
  'campaign-not-found': 'Campaign not found',
  'campaign-not-active': 'Campaign is not active',
  'campaign-expired': 'Campaign has expired',
  'warehouse-not-found': 'Warehouse not found',
  'order-not-found': 'Order not found',
  'order-already-shipped': 'Order has already shipped',
  'order-already-cancelled': 'Order is already cancelled',
  'order-returned': 'Order has been returned',
  'order-not-shipped': 'Order has not shipped',
  'order-already-delivered': 'Order has already been delivered',
  'order-lines-differ': 'Lines of an order cannot change',
  'webhook-not-found': 'Webhook not found',
  'webhook-not-active': 'Webhook is not active',
  'webhook-changed': 'Webhook was changed meanwhile',
  'webhook-exists': 'A webhook with this URL already exists',
  'webhook-url': webhookUrlText,
} as const

/** The reason why a rule rejects a request. HTTP adds the status code (`http/respond.ts`). */
export type Rejection =
  | { rejected: keyof typeof texts }
  | { rejected: 'sku-not-in-campaign' | 'not-enough-stock'; sku: string }
  | { rejected: 'order-of-another-campaign'; campaignId: string }

export const isRejection = (result: object): result is Rejection => 'rejected' in result

/** Returns the message of a rejection. */
export const rejectionText = (rejection: Rejection): string => {
  switch (rejection.rejected) {
    case 'sku-not-in-campaign':
      return `SKU is not part of the campaign: ${rejection.sku}`
    case 'not-enough-stock':
      return `Not enough stock: ${rejection.sku}`
    case 'order-of-another-campaign':
      return `Order is of another campaign: ${rejection.campaignId}`
    default:
      return texts[rejection.rejected]
  }
}
