import type { AccountId } from '../domain/ids.ts'
import type { Details } from '../domain/imported-order.ts'
import type { Order } from '../domain/order.ts'
import { countOrderFor } from '../store/contacts.ts'
import { updateDetails } from '../store/orders.ts'
import type { Transaction } from '../store/store.ts'

/** Updates the details of an imported order. Moves its count to the contacts of the new recipient. */
export const correctOrder = (
  transaction: Transaction,
  account: AccountId,
  order: Order,
  details: Details,
): Order => {
  const after = { ...order, ...details }
  updateDetails(transaction, account, after)
  const { campaignId } = order
  countOrderFor(transaction, account, campaignId, order.recipient.email, -1)
  countOrderFor(transaction, account, campaignId, after.recipient.email)
  return after
}
