import { type Expression, type SqlBool, sql } from 'kysely'
import { fold } from '../domain/fold.ts'
import type { AccountId } from '../domain/ids.ts'
import type { Order } from '../domain/order.ts'
import { contactFields, contactStatement } from './contacts.ts'
import { inviteFields, inviteStatement } from './invites.ts'
import { orderFields, orderStatement } from './orders.ts'
import { type Slots, statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

type Person = { account: AccountId; emailKey: string }

/** Whether a row of contacts, invites or orders is of the person. */
const isOf = (slot: Slots<Person>): Expression<SqlBool> =>
  sql`account_id = ${slot('account')} and email_key = ${slot('emailKey')}`

const contacts = contactStatement<Person>()((db, slot) =>
  db.selectFrom('contacts').where(isOf(slot)).orderBy('seq').select(contactFields),
)

const invites = inviteStatement<Person>()((db, slot) =>
  db
    .selectFrom('invites')
    .where(isOf(slot))
    .orderBy('seq')
    .select(['id as _id', ...inviteFields]),
)

const orders = orderStatement<Person>()((db, slot) =>
  db.selectFrom('orders').where(isOf(slot)).orderBy('seq').select(orderFields),
)

const redemptions = statement<Person>()((db, slot) =>
  db
    .selectFrom('redemptions')
    .where('account_id', '=', slot('account'))
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('invite_id', 'in', selectFrom('invites').where(isOf(slot)).select('id')),
        eb('order_id', 'in', selectFrom('orders').where(isOf(slot)).select('id')),
      ]),
    )
    .orderBy('redeemed_at')
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
  unindexContacts?.(db, db.selectFrom('contacts').where(isOf(slot))),
)

const untag = statement<Person>()((db, slot) =>
  db
    .deleteFrom('contact_tags')
    .where('account_id', '=', slot('account'))
    .where('contact_seq', 'in', ({ selectFrom }) =>
      selectFrom('contacts').where(isOf(slot)).select('seq'),
    ),
)

type Erased = Person & { erasedKey: string }

/** The columns of a contact that say nothing of a person. */
const kept = new Set<string>(['id', 'campaignId', 'createdAt'])
const blanks = Object.fromEntries(
  contactFields.flatMap((column) => (kept.has(column) ? [] : [[column, '']])),
)

const noRecipient: Order['recipient'] = {
  ...{ firstName: '', lastName: '', email: '', phone: '', street1: '', street2: '' },
  ...{ city: '', state: '', zip: '', country: '' },
}

/** The columns of the tables that hold a person, as they are then. */
const erased = {
  contacts: { ...blanks, tags: '[]', search_text: '' },
  invites: { email: '', firstName: '', lastName: '', companyName: '' },
  orders: { recipient: JSON.stringify(noRecipient), companyName: '', notes: '' },
  recipients: {},
}

const erasures = (['contacts', 'invites', 'orders', 'recipients'] as const).map((table) =>
  statement<Erased>()((db, slot) =>
    db
      .updateTable(table)
      .set({ ...erased[table], email_key: slot('erasedKey') })
      .where(isOf(slot)),
  ),
)

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
  for (const each of [unindex, untag]) transaction.send(each, person)
  for (const each of erasures) transaction.send(each, { ...person, erasedKey })
}

const waiting = statement<{ account: AccountId }>()((db, slot) =>
  db
    .selectFrom('delivery_queue')
    .where('account_id', '=', slot('account'))
    .where('event', 'in', ['invite.viewed', 'invite.cart_updated', 'invite.redeemed'])
    .select(['seq', 'body']),
)

/** Returns the deliveries of invite events that wait. */
export const listInviteDeliveries = (reader: Reader, account: AccountId) =>
  reader.all(waiting, { account })

type Body = { account: AccountId; seq: number; body: string }

const rewrite = statement<Body>()((db, slot) =>
  db
    .updateTable('delivery_queue')
    .set({ body: slot('body') })
    .where('account_id', '=', slot('account'))
    .where('seq', '=', slot('seq')),
)

/** Changes the body of a delivery that waits. */
export const rewriteDelivery = (transaction: Transaction, delivery: Body): void => {
  transaction.send(rewrite, delivery)
}
