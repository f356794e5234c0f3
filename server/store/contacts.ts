import { type Kysely, sql } from 'kysely'
import { mostContactsOfEmail, searchText } from '../domain/contact.ts'
import { fold } from '../domain/fold.ts'
import type { AccountId, CampaignId } from '../domain/ids.ts'
import { contactColumns, type NewContact } from './columns/contact-columns.ts'
import type { Slots } from './slot.ts'
import { everyAccountStatement, statement, statementOf } from './statement.ts'
import type { Sending, Transaction } from './store.ts'
import type { Tables } from './tables.ts'

type Person = { account: AccountId; campaign: CampaignId; emailKey: string }

type ContactRow = NewContact & { account: AccountId; emailKey: string; searchText: string }

type OfAddress = Pick<ContactRow, 'account' | 'campaignId' | 'emailKey'>

/** Selects the rows of a table that belong to a campaign and an address. */
const ofAddress = <Table extends 'contacts' | 'invites' | 'orders', P extends OfAddress>(
  db: Kysely<Tables>,
  slot: Slots<P>,
  table: Table,
) =>
  db
    .selectFrom<'contacts' | 'invites' | 'orders'>(table)
    .where('account_id', '=', slot('account'))
    .where('campaign_id', '=', slot('campaignId'))
    .where('email_key', '=', slot('emailKey'))

const contactAfter = <P extends OfAddress>(db: Kysely<Tables>, slot: Slots<P>, count: number) =>
  ofAddress(db, slot, 'contacts').limit(1).offset(count).select('seq')

/** More contacts with one address than are added at the same time. */
const margin = 500

/**
 * Finds out whether an address has almost the most contacts. A transaction that reads the contacts of an
 * address conflicts with all that add one nearby in the index, so only such an address is worth it.
 */
const keepCrowded = statement<OfAddress>()(
  (db, slot, { keepFound }) =>
    keepFound &&
    db.selectNoFrom(
      keepFound(contactAfter(db, slot, mostContactsOfEmail - margin), slot('emailKey')).as('found'),
    ),
)

/** Adds nothing if there is no such campaign, or if it has the most contacts with the address. */
const insert = statementOf(contactColumns)<ContactRow>()(
  (db, slot, { wasFound, addsTags, elementsOf }) => {
    const added = db
      .insertInto('contacts')
      .columns([
        ...contactColumns.names(),
        ...(['account_id', 'email_key', 'search_text', 'order_count', 'invited'] as const),
      ])
      .expression(
        db
          .selectFrom('campaigns')
          .where('account_id', '=', slot('account'))
          .where('id', '=', slot('campaignId'))
          .where(({ exists }) => {
            const last = exists(contactAfter(db, slot, mostContactsOfEmail - 1))
            return sql<boolean>`case when ${wasFound(slot('emailKey'))} then not ${last} else ${sql.lit(true)} end`
          })
          .select(contactColumns.bound())
          .select(({ exists }) => [
            slot('account').as('account_id'),
            slot('emailKey').as('email_key'),
            slot('searchText').as('search_text'),
            ofAddress(db, slot, 'orders')
              .select(({ fn }) => fn.countAll<number>().as('orders'))
              .as('order_count'),
            sql<number>`case when ${exists(ofAddress(db, slot, 'invites').select('seq'))} then 1 else 0 end`.as(
              'invited',
            ),
          ]),
      )
      .returning(['seq', 'account_id', 'campaign_id'])
    if (!addsTags) return added
    return db
      .with('added', () => added)
      .with('tagged', (query) =>
        query
          .insertInto('contact_tags')
          .columns(['account_id', 'campaign_id', 'tag', 'contact_seq'])
          .expression(
            query
              .selectFrom(['added', elementsOf(sql`${slot('tags')}`).as('tags')])
              .select(['account_id', 'campaign_id', 'tags.value as tag', 'seq as contact_seq']),
          )
          .onConflict((conflict) => conflict.doNothing()),
      )
      .selectFrom('added')
      .select(['seq', 'account_id', 'campaign_id'])
  },
)

/** On PostgreSQL, `insert` adds the tags. */
const insertTags = statement<Pick<ContactRow, 'account' | 'id'> & { tags: string }>()(
  (db, slot, dialect) =>
    dialect.addsTags
      ? undefined
      : db
          .insertInto('contact_tags')
          .columns(['account_id', 'campaign_id', 'tag', 'contact_seq'])
          .expression(
            db
              .selectFrom(['contacts', dialect.elementsOf(slot('tags')).as('tags')])
              .where('account_id', '=', slot('account'))
              .where('id', '=', slot('id'))
              .select([
                'account_id',
                'campaign_id',
                'tags.value as tag',
                'contacts.seq as contact_seq',
              ]),
          )
          .onConflict((conflict) => conflict.doNothing()),
)

/** Add new contacts to the search index, once for all contacts of a commit. */
export const indexing = [0, 1].map((i) =>
  everyAccountStatement<Record<string, never>>()((db, _, { indexContacts }) =>
    indexContacts[i]?.(db),
  ),
)

/**
 * Adds a contact to a campaign of the account. Computes its order count and invited flag, which later
 * orders and invites update, so that list filters do not count rows.
 * @returns a function that returns, after the commit, whether the contact was added. It was not if there
 *   is no such campaign, or if it has the most contacts with the address (design decision 55).
 */
export const insertContact = (
  sending: Sending,
  account: AccountId,
  contact: NewContact,
): (() => boolean) => {
  const { id, campaignId, tags } = contact
  const emailKey = fold(contact.email)
  sending.sendBefore(keepCrowded, { account, campaignId, emailKey })
  const row = { ...contact, account, emailKey, searchText: searchText(contact) }
  const added = sending.send(insert, row)
  if (tags.length > 0) sending.send(insertTags, { account, id, tags: JSON.stringify(tags) })
  for (const statement of indexing) sending.beforeCommit(statement)
  return () => added().length > 0
}

const countOrder = statement<Person & { by: 1 | -1 }>()((db, slot) =>
  db
    .updateTable('contacts')
    .set(({ eb }) => ({ order_count: eb('order_count', '+', slot('by')) }))
    .where('account_id', '=', slot('account'))
    .where('campaign_id', '=', slot('campaign'))
    .where('email_key', '=', slot('emailKey')),
)

/**
 * Counts an order for every contact of the campaign with the recipient's address (design decision 18).
 * @param by minus one if the order's recipient changed to another address.
 */
export const countOrderFor = (
  transaction: Transaction,
  account: AccountId,
  campaign: CampaignId,
  email: string,
  by: 1 | -1 = 1,
): void => {
  transaction.send(countOrder, { account, campaign, emailKey: fold(email), by })
}

const markInvited = statement<Person>()((db, slot) =>
  db
    .updateTable('contacts')
    .set({ invited: true })
    .where('account_id', '=', slot('account'))
    .where('campaign_id', '=', slot('campaign'))
    .where('email_key', '=', slot('emailKey')),
)

/** Marks every contact of the campaign with an invite's address as invited (design decision 18). */
export const markAsInvited = (
  transaction: Transaction,
  account: AccountId,
  campaign: CampaignId,
  email: string,
): void => {
  transaction.send(markInvited, { account, campaign, emailKey: fold(email) })
}
