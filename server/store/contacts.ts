import { sql } from 'kysely'
import { mostContactsOfEmail, searchText } from '../domain/contact.ts'
import { fold } from '../domain/fold.ts'
import type { AccountId, CampaignId } from '../domain/ids.ts'
import { contactColumns, type NewContact } from './columns/contact-columns.ts'
import { everyAccountStatement, statement, statementOf } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

type Person = { account: AccountId; campaign: CampaignId; emailKey: string }

type ContactRow = NewContact & { account: AccountId; emailKey: string; searchText: string }

const insert = statementOf(contactColumns)<ContactRow>()((db, slot) =>
  db
    .insertInto('contacts')
    .values({
      ...contactColumns.written(),
      account_id: slot('account'),
      email_key: slot('emailKey'),
      search_text: slot('searchText'),
      order_count: db
        .selectFrom('orders')
        .where('account_id', '=', slot('account'))
        .where('email_key', '=', slot('emailKey'))
        .where('campaign_id', '=', slot('campaignId'))
        .select(({ fn }) => fn.countAll<number>().as('orders')),
      invited: sql<boolean>`case when exists ${db
        .selectFrom('invites')
        .where('account_id', '=', slot('account'))
        .where('campaign_id', '=', slot('campaignId'))
        .where('email_key', '=', slot('emailKey'))
        .select('seq')} then 1 else 0 end`,
    })
    .returning('seq'),
)

type Tag = { account: AccountId; campaign: CampaignId; tag: string; contact: number }

const insertTag = statement<Tag>()((db, slot) =>
  db
    .insertInto('contact_tags')
    .values({
      account_id: slot('account'),
      campaign_id: slot('campaign'),
      tag: slot('tag'),
      contact_seq: slot('contact'),
    })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Add new contacts to the search index, once for all contacts of a commit. */
export const indexing = [0, 1].map((i) =>
  everyAccountStatement<Record<string, never>>()((db, _, { indexContacts }) =>
    indexContacts[i]?.(db),
  ),
)

const lastOfAddress = statement<Person>()((db, slot) =>
  db
    .selectFrom('contacts')
    .where('account_id', '=', slot('account'))
    .where('campaign_id', '=', slot('campaign'))
    .where('email_key', '=', slot('emailKey'))
    .limit(1)
    .offset(mostContactsOfEmail - 1)
    .select('seq'),
)

/** Returns whether a campaign can have no more contacts with an address (design decision 55). */
export const hasMostContacts = async (
  reader: Reader,
  account: AccountId,
  campaign: CampaignId,
  email: string,
): Promise<boolean> =>
  (await reader.first(lastOfAddress, { account, campaign, emailKey: fold(email) })) !== undefined

/**
 * Adds a contact to a campaign of the account. Computes its order count and invited flag, which later
 * orders and invites update, so that list filters do not count rows.
 */
export const insertContact = async (
  transaction: Transaction,
  account: AccountId,
  contact: NewContact,
): Promise<void> => {
  const row = await transaction.first(insert, {
    ...contact,
    account,
    emailKey: fold(contact.email),
    searchText: searchText(contact),
  })
  const tagged = { account, campaign: contact.campaignId, contact: row?.seq ?? 0 }
  await Promise.all(contact.tags.map((tag) => transaction.run(insertTag, { ...tagged, tag })))
  for (const statement of indexing) transaction.beforeCommit(statement)
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
export const countOrderFor = async (
  transaction: Transaction,
  account: AccountId,
  campaign: CampaignId,
  email: string,
  by: 1 | -1 = 1,
): Promise<void> => {
  await transaction.run(countOrder, { account, campaign, emailKey: fold(email), by })
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
export const markAsInvited = async (
  transaction: Transaction,
  account: AccountId,
  campaign: CampaignId,
  email: string,
): Promise<void> => {
  await transaction.run(markInvited, { account, campaign, emailKey: fold(email) })
}
