import { z } from 'zod'
import { fold } from '../domain/fold.ts'
import { type AccountId, newId } from '../domain/ids.ts'
import { blankPerson, findPerson, listInviteDeliveries, rewriteDelivery } from '../store/people.ts'
import type { Transaction } from '../store/store.ts'

const inviteEvent = z.looseObject({ data: z.looseObject({ email: z.nullable(z.string()) }) })

/**
 * Replaces what an account holds of a person by blanks: in contacts, invites, orders, and in deliveries that
 * wait. Counts, SKUs and statuses stay.
 * @returns what was found, with the number of changed deliveries.
 */
export const erasePerson = async (transaction: Transaction, account: AccountId, email: string) => {
  const found = await findPerson(transaction, account, email)
  await blankPerson(transaction, account, email, `erased ${newId('req')}`)
  let deliveries = 0
  for (const { seq, body } of await listInviteDeliveries(transaction, account)) {
    const payload = inviteEvent.parse(JSON.parse(body))
    if (fold(payload.data.email ?? '') !== fold(email)) continue
    const erased = { ...payload, data: { ...payload.data, email: null } }
    await rewriteDelivery(transaction, account, { seq, body: JSON.stringify(erased) })
    deliveries++
  }
  return { ...found, deliveries }
}
