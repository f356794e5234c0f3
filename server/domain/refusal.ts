import { mostContactsOfEmail } from './contact.ts'

/** The reason why a rule rejects a request. HTTP adds the status code (`http/api/errors.ts`). */
export type Refusal =
  | { refused: 'campaign-not-named' }
  | { refused: 'campaign-not-found' }
  | { refused: 'too-many-contacts-of-email' }
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

/** Returns the message of a refusal. The specification fixes some of these texts. */
export const refusalText = (refusal: Refusal): string => {
  switch (refusal.refused) {
    case 'campaign-not-named':
      return 'Campaign ID is required'
    case 'campaign-not-found':
      return 'Campaign not found'
    case 'too-many-contacts-of-email':
      return `${mostContactsOfEmail} contacts of the campaign have this email address already`
    case 'campaign-not-active':
      return 'Campaign is not active'
    case 'campaign-expired':
      return 'Campaign has expired'
    case 'sku-not-in-campaign':
      return `SKU is not part of the campaign: ${refusal.sku}`
    case 'not-enough-stock':
      return `Not enough stock: ${refusal.sku}`
    case 'warehouse-not-found':
      return 'Warehouse not found'
    case 'order-not-found':
      return 'Order not found'
    case 'order-already-shipped':
      return 'Order has already shipped'
    case 'order-already-cancelled':
      return 'Order is already cancelled'
    case 'order-returned':
      return 'Order has been returned'
    case 'order-not-shipped':
      return 'Order has not shipped'
    case 'order-already-delivered':
      return 'Order has already been delivered'
    case 'order-of-another-campaign':
      return `Order is of another campaign: ${refusal.campaignId}`
    case 'order-lines-differ':
      return 'Lines of an order cannot change'
    case 'webhook-not-found':
      return 'Webhook not found'
    case 'webhook-not-active':
      return 'Webhook is not active'
    case 'webhook-exists':
      return 'A webhook with this URL already exists'
    case 'webhook-url':
      return 'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses'
  }
}
