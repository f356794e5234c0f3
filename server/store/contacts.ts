import { sql } from 'kysely'
import { mostContactsOfEmail, searchText } from '../domain/contact.ts'
import { fold } from '../domain/fold.ts'
import type { AccountId, CampaignId } from '../domain/ids.ts'
import { contactColumns, type NewContact } from './columns/contact-columns.ts'
import { everyAccountStatement, statement, statementOf } from './statement.ts'
import type { Transaction } from './store.ts'

type Person = { account: AccountId; campaign: CampaignId; emailKey: string }

type ContactRow = NewContact & { account: AccountId; emailKey: string; searchText: string }

/** Adds nothing if there is no such campaign, or if it has the most contacts with the address. */
const insert = statementOf(contactColumns)<ContactRow>()((db, slot) => {
  const ofAddress = <Table extends 'contacts' | 'invites' | 'orders'>(table: Table) =>
    db
      .selectFrom<'contacts' | 'invites' | 'orders'>(table)
      .where('account_id', '=', slot('account'))
      .where('campaign_id', '=', slot('campaignId'))
      .where('email_key', '=', slot('emailKey'))
  return db
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
        .where(({ not, exists }) =>
          not(
            exists(
              ofAddress('contacts')
                .limit(1)
                .offset(mostContactsOfEmail - 1)
                .select('seq'),
            ),
          ),
        )
        .select(contactColumns.bound())
        .select(({ exists }) => [
          slot('account').as('account_id'),
          slot('emailKey').as('email_key'),
          slot('searchText').as('search_text'),
          ofAddress('orders')
            .select(({ fn }) => fn.countAll<number>().as('orders'))
            .as('order_count'),
          sql<number>`case when ${exists(ofAddress('invites').select('seq'))} then 1 else 0 end`.as(
            'invited',
          ),
        ]),
    )
    .returning('seq')
})

const insertTags = statement<Pick<ContactRow, 'account' | 'id'> & { tags: string }>()(
  (db, slot, dialect) =>
    db
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
  transaction: Transaction,
  account: AccountId,
  contact: NewContact,
): (() => boolean) => {
  const added = transaction.send(insert, {
    ...contact,
    account,
    emailKey: fold(contact.email),
    searchText: searchText(contact),
  })
  const { id, tags } = contact
  if (tags.length > 0) transaction.send(insertTags, { account, id, tags: JSON.stringify(tags) })
  for (const statement of indexing) transaction.beforeCommit(statement)
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
