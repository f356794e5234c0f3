import type { Endpoint } from '../../../generated/operations.ts'
import type { components } from '../../../generated/types.ts'
import type { Refusal } from '../../domain/refusal.ts'

type Message = components['schemas']['Message']
type ValidationError = components['schemas']['Refusal']

/** The message of each refusal. Where the specification fixes a text, it is that text. */
const message = (refusal: Refusal): string => {
  switch (refusal.refused) {
    case 'campaign-not-named':
      return 'Campaign ID is required'
    case 'campaign-not-found':
      return 'Campaign not found'
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

/** A refusal as a reply: 400 without `errors` (specification §7 rule 2). */
export const refuse = (refusal: Refusal): { status: 400; body: Message } => ({
  status: 400,
  body: { message: message(refusal) },
})

/** The one refusal that is a 404 (specification §7). */
export const orderNotFound = (): { status: 404; body: Message } => ({
  status: 404,
  body: { message: message({ refused: 'order-not-found' }) },
})

/** What is wrong with one field of a request. */
export type Failure = { field: string; reason: string }

/**
 * The body of a 400 for input that did not validate. A reason that the document fixes as the whole
 * message is the message; else a body-validated route lists a reason for each field (specification
 * §7 rule 1), and every other says its reasons in the message.
 * @param place what of the request did not validate.
 */
export const invalidInput = (
  endpoint: Endpoint,
  place: 'body' | 'parameters',
  failures: readonly Failure[],
): Message | ValidationError => {
  const fixed = failures.find(({ reason }) => endpoint.messages?.includes(reason))
  if (fixed) return { message: fixed.reason }
  const errors = failures.map(({ field, reason }) => `${field}: ${reason}`)
  return place === 'body' && endpoint.body?.invalid === 'errors'
    ? { message: 'Invalid request body', errors }
    : { message: errors.join('; ') }
}

export const notFound: Message = { message: 'Not found' }
export const methodNotAllowed: Message = { message: 'Method not allowed' }
export const malformedPath: Message = { message: 'The path must be percent-encoded UTF-8' }
export const budgetExceeded: Message = { message: 'Request budget exceeded' }
export const internalServerError: Message = { message: 'Internal server error' }
export const unauthorized = 'Unauthorized'
