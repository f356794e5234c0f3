import { withoutEvents } from '../actions/actions.ts'
import { addInvite } from '../actions/add-invite.ts'
import { placeOrder } from '../actions/place-order.ts'
import { timestamp } from '../domain/clock.ts'
import { unsetFields } from '../domain/order.ts'
import { useInvite } from '../store/invites.ts'
import type { Transaction } from '../store/store.ts'
import { type Demo, daysAgo, expectAllowed } from './demo.ts'
import { recipientOf } from './seed-orders.ts'

/**
 * Adds invites to the active campaign, for its contacts and for others. Two of them are redeemed.
 */
export const seedInvites = async (transaction: Transaction, demo: Demo): Promise<void> => {
  const { account, campaign, people, skus } = demo
  for (const [i, person] of people.entries()) {
    if (i % 4 !== 2) continue
    const { email, firstName, lastName, companyName } = person
    const invite = expectAllowed(
      await addInvite(
        transaction,
        account,
        { campaignId: campaign, email, firstName, lastName, companyName, expiresAt: undefined },
        daysAgo(demo, 30 - i / 2),
      ),
    )
    if (i >= 10) continue
    const request = {
      ...unsetFields,
      campaignId: campaign,
      products: [{ sku: skus[i] ?? '', quantity: 1 }],
      orderSource: 'REDEMPTION' as const,
      recipient: recipientOf(person),
      companyName,
      warehouse: undefined,
    }
    const redeemed = daysAgo(demo, 25 - i)
    const order = expectAllowed(
      await placeOrder(withoutEvents(transaction), account, request, redeemed),
    )
    await useInvite(transaction, {
      account,
      id: invite._id,
      order: order.id,
      at: timestamp(redeemed),
      session: null,
    })
  }
}
