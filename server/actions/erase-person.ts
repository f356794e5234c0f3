import { z } from 'zod'
import { timestamp } from '../domain/clock.ts'
import { blanksOf, eventErasures } from '../domain/erasure.ts'
import { type AccountId, newId } from '../domain/ids.ts'
import type { Actor } from '../domain/order.ts'
import { blankHistory, recordChange } from '../store/orders.ts'
import {
  blankPerson,
  findPerson,
  listDeliveries,
  lockOrders,
  rewriteDelivery,
} from '../store/people.ts'
import { removeRejectedForms } from '../store/rejected-forms.ts'
import { fold } from '../store/statement.ts'
import type { Transaction } from '../store/store.ts'
import { blankAttempts } from '../store/webhooks/attempts.ts'

/**
 * Replaces an account's data of a person by blanks: in contacts, invites, orders, forms, and in deliveries that
 * wait or were attempted, in the history of orders and in the responses of subscribers. Counts, SKUs and statuses stay. Imports add
 * nothing of the person to orders that are known.
 * @param now when the person is erased, in milliseconds.
 * @returns the data that was found, with the number of changed deliveries.
 */
export const erasePerson = async (
  transaction: Transaction,
  account: AccountId,
  email: string,
  now: number,
  actor: Actor,
) => {
  // An import that has locked one of them may add an order of the person. The next statements see that order.
  await lockOrders(transaction, account, email)
  const found = await findPerson(transaction, account, email)
  await blankPerson(transaction, account, email, newId('req'), timestamp(now))
  await removeRejectedForms(transaction, account)
  const owned = new Set<string>([...found.orders, ...found.invites].map(idOf))
  const entry = { at: timestamp(now), change: 'erased', actor } as const
  for (const { id } of found.orders) {
    await blankHistory(transaction, account, id)
    await recordChange(transaction, account, id, entry)
  }
  let deliveries = 0
  for (const { seq, event, body } of await listDeliveries(transaction, account, [
    ...blanks.keys(),
  ])) {
    const payload = delivery.parse(JSON.parse(body))
    const { data } = payload
    const isOwn = owned.has(data.orderId ?? data.inviteId ?? '')
    if (!isOwn && fold(data.email ?? '') !== fold(email)) continue
    const erased = { ...payload, data: { ...data, ...blanks.get(event) } }
    await rewriteDelivery(transaction, account, { seq, body: JSON.stringify(erased) })
    deliveries++
  }
  // After the deliveries: one that ended meanwhile is an attempt now.
  await blankAttempts(transaction, account, owned)
  return { ...found, deliveries }
}

/** Returns the id of a contact, an invite or an order. */
export function idOf(thing: { id: string } | { _id: string }): string {
  return 'id' in thing ? thing.id : thing._id
}

const delivery = z.looseObject({
  data: z.looseObject({
    orderId: z.string().optional(),
    inviteId: z.string().optional(),
    email: z.string().nullish(),
  }),
})

/** The blanks of events that hold something of a person, by event. */
const blanks: ReadonlyMap<string, Record<string, unknown>> = new Map(
  Object.entries(eventErasures)
    .map(([event, erasure]): [string, Record<string, unknown>] => [event, blanksOf(erasure)])
    .filter(([, blank]) => Object.keys(blank).length > 0),
)
