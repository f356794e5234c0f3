import { z } from 'zod'
import { fold } from '../domain/fold.ts'
import { type AccountId, newId } from '../domain/ids.ts'
import { blankPerson, findPerson, rewriteDeliveries } from '../store/people.ts'
import type { Transaction } from '../store/store.ts'

const inviteEvent = z.looseObject({ data: z.looseObject({ email: z.nullable(z.string()) }) })

/** Returns the body of a delivery of an invite event without the address, if it is that of the person. */
const withoutAddress = (emailKey: string) => (body: string) => {
  const { data, ...payload } = inviteEvent.parse(JSON.parse(body))
  if (fold(data.email ?? '') !== emailKey) return body
  return JSON.stringify({ ...payload, data: { ...data, email: null } })
}

/**
 * Replaces what an account holds of a person by blanks: in contacts, invites, orders, and in deliveries that
 * wait. Counts, SKUs and statuses stay.
 * @returns what was found, with the number of changed deliveries.
 */
export const erasePerson = async (transaction: Transaction, account: AccountId, email: string) => {
  const found = await findPerson(transaction, account, email)
  blankPerson(transaction, account, email, `erased ${newId('req')}`)
  const deliveries = await rewriteDeliveries(transaction, account, withoutAddress(fold(email)))
  return { ...found, deliveries }
}
