import { webhookUrlText } from './webhook-url.ts'

/** Reasons that name nothing, with their messages. The specification fixes some of these texts. */
const texts = {
  'campaign-not-named': 'The order names no campaign. Add --campaign ID',
  'campaign-not-found': 'Campaign not found',
  'campaign-not-active': 'Campaign is not active',
  'campaign-expired': 'Campaign has expired',
  'warehouse-not-found': 'Warehouse not found',
  'order-not-found': 'Order not found',
  'order-already-shipped': 'Order has already shipped',
  'order-already-cancelled': 'Order is already cancelled',
  'order-returned': 'Order has been returned',
  'units-returned': 'Units of the order came back, so its shipment stays as it is',
  'order-not-shipped': 'Order has not shipped',
  'more-than-shipped': 'More units than have shipped and are not back yet',
  'order-already-delivered': 'Order has already been delivered',
  'order-without-lines': 'The order has no lines to ship',
  'order-without-recipient': 'The order has no recipient',
  'invite-not-found': 'Invite not found',
  'invite-used': 'Invite is already used',
  'invite-withdrawn': 'Invite is withdrawn',
  'invite-expired': 'Invite or its campaign has expired',
  'invite-without-email': 'Invite has no email address',
  'end-in-the-past': 'The end must be in the future',
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
  | { rejected: 'merged-order'; order: string }
  | { rejected: 'own-order-number'; orderNumber: string; order: string }
  | {
      rejected: 'order-of-another-person' | 'order-of-erased-person'
      order: string
      source: string
      sourceId: string
    }

export const isRejection = (result: object): result is Rejection => 'rejected' in result

export const rejectionText = (rejection: Rejection): string => {
  switch (rejection.rejected) {
    case 'sku-not-in-campaign':
      return rejection.sku === ''
        ? 'A line has no SKU'
        : `SKU is not part of the campaign: ${visible(rejection.sku)}`
    case 'not-enough-stock':
      return `Not enough stock: ${rejection.sku}`
    case 'order-of-another-campaign':
      return `Order is of another campaign: ${rejection.campaignId}`
    case 'merged-order':
      return `Order ${rejection.order} was merged into this one, which does not have its lines. Cancel it with merch orders cancel if it is not shipped by itself`
    case 'own-order-number':
      return `${rejection.orderNumber} is the number of an order of this service, ${rejection.order}. Ship that one with: merch orders ship`
    case 'order-of-another-person': {
      const { order, source, sourceId } = rejection
      return `Order ${order} is of another person than ${sourceId} in ${source}. Compare both and correct one of them.`
    }
    case 'order-of-erased-person': {
      const { order, source, sourceId } = rejection
      return `The person of order ${order}, ${sourceId} in ${source}, was erased. Import another person's order with --source NAME. To ship the erased one, run: merch orders ship ${order}`
    }
    default:
      return texts[rejection.rejected]
  }
}

/** Returns a text whose invisible characters, accents apart from their letters, and spaces at its ends are shown as code points. */
export const visible = (text: string): string =>
  (text.normalize() === text ? text : text.replaceAll(/\p{M}/gu, codePoint)).replaceAll(
    /^ +| +$|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu,
    (found) => Array.from(found, codePoint).join(''),
  )

/** Returns whether a text shows nothing: spaces and invisible characters alone. */
export const isBlank = (text: string): boolean =>
  /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u.test(text)

function codePoint(character: string): string {
  const hexadecimal = character.codePointAt(0)?.toString(16).toUpperCase() ?? ''
  return `<U+${hexadecimal.padStart(4, '0')}>`
}
