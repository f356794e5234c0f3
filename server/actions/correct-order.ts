import type { AccountId } from '../domain/ids.ts'
import type { Details } from '../domain/imported-order.ts'
import type { Order } from '../domain/order.ts'
import { changeRecipient } from '../store/contacts.ts'
import { updateDetails } from '../store/orders.ts'
import type { Transaction } from '../store/store.ts'

/** Updates the details of an imported order. Moves its count to the contacts of the new recipient. */
export const correctOrder = async (
  transaction: Transaction,
  account: AccountId,
  order: Order,
  details: Details,
): Promise<Order> => {
  const after = { ...order, ...details }
  const { campaignId } = order
  await Promise.all([
    updateDetails(transaction, account, after),
    changeRecipient(transaction, account, campaignId, order.recipient.email, { orders: -1 }),
    changeRecipient(transaction, account, campaignId, after.recipient.email, { orders: 1 }),
  ])
  return after
}
