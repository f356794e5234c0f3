import type { AccountId } from '../domain/ids.ts'
import type { Details } from '../domain/imported-order.ts'
import type { Order } from '../domain/order.ts'
import { changeRecipient } from '../store/contacts.ts'
import { updateDetails } from '../store/orders.ts'
import type { Transaction } from '../store/store.ts'

/** Updates details of an order. Moves its count to the contacts of a new recipient. */
export const correctOrder = async (
  transaction: Transaction,
  account: AccountId,
  order: Order,
  details: Partial<Details>,
): Promise<Order> => {
  const { id, campaignId, recipient } = order
  const writes = [updateDetails(transaction, account, id, details)]
  if (details.recipient) {
    const { email } = details.recipient
    writes.push(
      changeRecipient(transaction, account, campaignId, recipient.email, { orders: -1 }),
      changeRecipient(transaction, account, campaignId, email, { orders: 1 }),
    )
  }
  await Promise.all(writes)
  return { ...order, ...details }
}
