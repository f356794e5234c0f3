import { timestamp } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import type { Details } from '../domain/imported-order.ts'
import type { Order } from '../domain/order.ts'
import { changeRecipient } from '../store/contacts.ts'
import { type OrderChange, recordChange, updateDetails } from '../store/orders.ts'
import type { EventTransaction } from './actions.ts'

/**
 * Updates details of an order, and adds them to its history. Moves its count to the contacts of a new recipient. Emits no
 * event.
 */
export const correctOrder = async (
  transaction: EventTransaction,
  account: AccountId,
  order: Order,
  details: Partial<Details>,
  now: number,
): Promise<Order> => {
  const { id, campaignId, recipient } = order
  const { actor } = transaction
  const at = timestamp(now)
  const writes: Promise<unknown>[] = [updateDetails(transaction, account, id, details)]
  if (details.recipient) {
    const { email } = details.recipient
    writes.push(
      changeRecipient(transaction, account, campaignId, recipient.email, { orders: -1 }),
      changeRecipient(transaction, account, campaignId, email, { orders: 1 }),
    )
  }
  for (const [change, text] of changesOf(order, details))
    writes.push(recordChange(transaction, account, id, { at, change, actor, details: text }))
  await Promise.all(writes)
  return { ...order, ...details }
}

/** Returns the lines of the history. An address is not kept, only which fields changed. */
function changesOf(
  before: Order,
  { recipient, companyName, notes, trackingNumber, carrierCode }: Partial<Details>,
): [change: OrderChange, details: string][] {
  const known = new Map<string, unknown>(Object.entries({ ...before, ...before.recipient }))
  const fields = Object.entries({ ...recipient, companyName, notes })
    .filter(([name, value]) => value !== undefined && known.get(name) !== value)
    .map(([name]) => name)
  const changes: [OrderChange, string][] = []
  if (fields.length > 0) changes.push(['address changed', fields.join(', ')])
  if ((trackingNumber ?? carrierCode) !== undefined)
    changes.push(['tracking changed', `was ${before.carrierCode} ${before.trackingNumber}`])
  return changes
}
