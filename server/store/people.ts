import { fold } from '../domain/fold.ts'
import type { AccountId } from '../domain/ids.ts'
import type { Order } from '../domain/order.ts'
import { contactColumns, type NewContact } from './columns/contact-columns.ts'
import { inviteColumns } from './columns/invite-columns.ts'
import { orderColumns } from './columns/order-columns.ts'
import { statement, statementOf } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

type Person = { account: AccountId; emailKey: string }

const contacts = statementOf(contactColumns)<Person>()((db, slot) =>
  db
    .selectFrom('contacts')
    .where('account_id', '=', slot('account'))
    .where('email_key', '=', slot('emailKey'))
    .orderBy('seq')
    .select(contactColumns.selection()),
)

const invites = statementOf(inviteColumns)<Person>()((db, slot) =>
  db
    .selectFrom('invites')
    .where('account_id', '=', slot('account'))
    .where('email_key', '=', slot('emailKey'))
    .orderBy('seq')
    .select(inviteColumns.selection()),
)

const orders = statementOf(orderColumns)<Person>()((db, slot) =>
  db
    .selectFrom('orders')
    .where('account_id', '=', slot('account'))
    .where('email_key', '=', slot('emailKey'))
    .orderBy('seq')
    .select(orderColumns.selection()),
)

const redemptions = statement<Person>()((db, slot) =>
  db
    .selectFrom('redemptions')
    .innerJoin('invites', (join) =>
      join
        .onRef('invites.account_id', '=', 'redemptions.account_id')
        .onRef('invites.id', '=', 'redemptions.invite_id'),
    )
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.account_id', '=', 'redemptions.account_id')
        .onRef('orders.id', '=', 'redemptions.order_id'),
    )
    .where('redemptions.account_id', '=', slot('account'))
    .where(({ or, eb }) =>
      or([
        eb('invites.email_key', '=', slot('emailKey')),
        eb('orders.email_key', '=', slot('emailKey')),
      ]),
    )
    .orderBy('redemptions.redeemed_at')
    .select(['invite_id as inviteId', 'order_id as orderId', 'redeemed_at as redeemedAt']),
)

/** Returns all that an account holds of a person: what has the email address, whatever its case. */
export const findPerson = async (reader: Reader, account: AccountId, email: string) => {
  const person = { account, emailKey: fold(email) }
  return {
    contacts: await reader.all(contacts, person),
    invites: await reader.all(invites, person),
    orders: await reader.all(orders, person),
    redemptions: await reader.all(redemptions, person),
  }
}

const unindex = statement<Person>()((db, slot, { unindexContacts }) =>
  unindexContacts?.(
    db,
    db
      .selectFrom('contacts')
      .where('contacts.account_id', '=', slot('account'))
      .where('contacts.email_key', '=', slot('emailKey')),
  ),
)

const untag = statement<Person>()((db, slot) =>
  db
    .deleteFrom('contact_tags')
    .where('account_id', '=', slot('account'))
    .where('contact_seq', 'in', ({ selectFrom }) =>
      selectFrom('contacts')
        .where('account_id', '=', slot('account'))
        .where('email_key', '=', slot('emailKey'))
        .select('seq'),
    ),
)

/** The fields of a contact that say nothing of a person. */
const kept = new Set<string>(['id', 'campaignId', 'createdAt'])
const blanked = contactColumns.fields().filter((field) => !kept.has(field))

type Erased = Person & { erasedKey: string }

const eraseContacts = statementOf(contactColumns)<Erased & Partial<NewContact>>()((db, slot) =>
  db
    .updateTable('contacts')
    .set({ ...contactColumns.written(blanked), email_key: slot('erasedKey'), search_text: '' })
    .where('account_id', '=', slot('account'))
    .where('email_key', '=', slot('emailKey')),
)

const eraseInvites = statement<Erased>()((db, slot) =>
  db
    .updateTable('invites')
    .set({ email: '', first_name: '', last_name: '', company_name: '' })
    .set({ email_key: slot('erasedKey') })
    .where('account_id', '=', slot('account'))
    .where('email_key', '=', slot('emailKey')),
)

const eraseOrders = statementOf(orderColumns)<Erased & Pick<Order, 'recipient'>>()((db, slot) =>
  db
    .updateTable('orders')
    .set({ ...orderColumns.written(['recipient']), company_name: '', notes: '' })
    .set({ email_key: slot('erasedKey') })
    .where('account_id', '=', slot('account'))
    .where('email_key', '=', slot('emailKey')),
)

const eraseRecipients = statement<Erased>()((db, slot) =>
  db
    .updateTable('recipients')
    .set({ email_key: slot('erasedKey') })
    .where('account_id', '=', slot('account'))
    .where('email_key', '=', slot('emailKey')),
)

const waiting = statement<{ account: AccountId }>()((db, slot) =>
  db
    .selectFrom('delivery_queue')
    .where('account_id', '=', slot('account'))
    .where('event', 'in', ['invite.viewed', 'invite.cart_updated', 'invite.redeemed'])
    .select(['seq', 'body']),
)

const rewrite = statement<{ account: AccountId; seq: number; body: string }>()((db, slot) =>
  db
    .updateTable('delivery_queue')
    .set({ body: slot('body') })
    .where('account_id', '=', slot('account'))
    .where('seq', '=', slot('seq')),
)

const noRecipient: Order['recipient'] = {
  ...{ firstName: '', lastName: '', email: '', phone: '', street1: '', street2: '' },
  ...{ city: '', state: '', zip: '', country: '' },
}

/**
 * Replaces what an account holds of a person by blanks.
 * @param erasedKey takes the place of the address in keys, so that counts by address stay. No address equals it.
 */
export const blankPerson = (
  transaction: Transaction,
  account: AccountId,
  email: string,
  erasedKey: string,
): void => {
  const person = { account, emailKey: fold(email) }
  transaction.send(unindex, person)
  transaction.send(untag, person)
  const blank = Object.fromEntries(blanked.map((field) => [field, '']))
  transaction.send(eraseContacts, { ...person, ...blank, tags: [], erasedKey })
  transaction.send(eraseInvites, { ...person, erasedKey })
  transaction.send(eraseRecipients, { ...person, erasedKey })
  transaction.send(eraseOrders, { ...person, recipient: noRecipient, erasedKey })
}

/** Changes the bodies of deliveries of invite events that wait. Returns how many changed. */
export const rewriteDeliveries = async (
  transaction: Transaction,
  account: AccountId,
  change: (body: string) => string,
): Promise<number> => {
  const rows = await transaction.all(waiting, { account })
  const changed = rows
    .map(({ seq, body }) => ({ account, seq, before: body, body: change(body) }))
    .filter(({ before, body }) => before !== body)
  for (const { before, ...row } of changed) transaction.send(rewrite, row)
  return changed.length
}
