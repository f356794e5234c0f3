import { WebhookUrl } from '../../generated/schemas.ts'

/** The reason why a rule rejects a request. HTTP adds the status code (`http/respond.ts`). */
export type Rejection =
  | { rejected: 'campaign-not-named' }
  | { rejected: 'campaign-not-found' }
  | { rejected: 'campaign-not-active' }
  | { rejected: 'campaign-expired' }
  | { rejected: 'sku-not-in-campaign'; sku: string }
  | { rejected: 'not-enough-stock'; sku: string }
  | { rejected: 'warehouse-not-found' }
  | { rejected: 'order-not-found' }
  | { rejected: 'order-already-shipped' }
  | { rejected: 'order-already-cancelled' }
  | { rejected: 'order-returned' }
  | { rejected: 'order-not-shipped' }
  | { rejected: 'order-already-delivered' }
  | { rejected: 'order-of-another-campaign'; campaignId: string }
  | { rejected: 'order-lines-differ' }
  | { rejected: 'webhook-not-found' }
  | { rejected: 'webhook-not-active' }
  | { rejected: 'webhook-exists' }
  | { rejected: 'webhook-url' }

export const isRejection = (result: object): result is Rejection => 'rejected' in result

/** The document has this text: its pattern rejects some URLs, and the rules of the domain others. */
const webhookUrlText = WebhookUrl.safeParse('').error?.issues[0]?.message ?? ''

/** Returns the message of a rejection. The specification fixes some of these texts. */
export const rejectionText = (rejection: Rejection): string => {
  switch (rejection.rejected) {
    case 'campaign-not-named':
      return 'Campaign ID is required'
    case 'campaign-not-found':
      return 'Campaign not found'
    case 'campaign-not-active':
      return 'Campaign is not active'
    case 'campaign-expired':
      return 'Campaign has expired'
    case 'sku-not-in-campaign':
      return `SKU is not part of the campaign: ${rejection.sku}`
    case 'not-enough-stock':
      return `Not enough stock: ${rejection.sku}`
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
      return `Order is of another campaign: ${rejection.campaignId}`
    case 'order-lines-differ':
      return 'Lines of an order cannot change'
    case 'webhook-not-found':
      return 'Webhook not found'
    case 'webhook-not-active':
      return 'Webhook is not active'
    case 'webhook-exists':
      return 'A webhook with this URL already exists'
    case 'webhook-url':
      return webhookUrlText
  }
}
