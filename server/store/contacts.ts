import { sql } from 'kysely'
import { Contact as contactSchema } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { type NewContact, searchText } from '../domain/contact.ts'
import { fold } from '../domain/fold.ts'
import type { AccountId, CampaignId } from '../domain/ids.ts'
import { everyAccountStatement, json, statement, statementOf, statementsBy } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

export const contactStatement = statementOf<NewContact>({ tags: json })

/** The fields that a response returns, without the count of orders. */
const listedFields = contactSchema.omit({ orderCount: true }).keyof().options
export const contactFields = [
  ...listedFields,
  'companyName',
  'profilePicture',
  'createdAt',
] as const

type ContactRow = NewContact & { account: AccountId; emailKey: string; searchText: string }

/** Adds nothing if there is no such campaign. */
const insert = contactStatement<ContactRow>()((db, slot) =>
  db
    .insertInto('contacts')
    .columns([...contactFields, 'account_id', 'email_key', 'search_text'])
    .expression(
      db
        .selectFrom('campaigns')
        .where('account_id', '=', slot('account'))
        .where('id', '=', slot('campaignId'))
        .select(contactFields.map((field) => slot(field).as(field)))
        .select([
          slot('account').as('account_id'),
          slot('emailKey').as('email_key'),
          slot('searchText').as('search_text'),
        ]),
    )
    .returning('seq'),
)

const insertTags = statement<Pick<ContactRow, 'account' | 'id'> & { tags: string }>()(
  (db, slot, { elementsOf }) =>
    db
      .insertInto('contact_tags')
      .columns(['account_id', 'campaign_id', 'tag', 'contact_seq'])
      .expression(
        db
          .selectFrom(['contacts', elementsOf(slot('tags')).as('tags')])
          .where('account_id', '=', slot('account'))
          .where('id', '=', slot('id'))
          .select([
            'account_id',
            'campaignId as campaign_id',
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
 * Adds a contact to a campaign of the account.
 * @returns a function that returns, after the commit, whether the account has the campaign.
 */
export const insertContact = (
  transaction: Transaction,
  account: AccountId,
  contact: NewContact,
): (() => boolean) => {
  const { id, tags } = contact
  const row = {
    ...contact,
    account,
    emailKey: fold(contact.email),
    searchText: searchText(contact),
  }
  const added = transaction.send(insert, row)
  if (tags.length > 0) transaction.send(insertTags, { account, id, tags: JSON.stringify(tags) })
  for (const statement of indexing) transaction.beforeCommit(statement)
  return () => added().length > 0
}

type Recipient = {
  account: AccountId
  campaign: CampaignId
  emailKey: string
  orders: number
  invited: boolean
}

const change = statement<Recipient>()((db, slot) =>
  db
    .insertInto('recipients')
    .values({
      account_id: slot('account'),
      campaign_id: slot('campaign'),
      email_key: slot('emailKey'),
      orders: slot('orders'),
      invited: slot('invited'),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'campaign_id', 'email_key']).doUpdateSet(({ eb, ref }) => ({
        orders: eb('recipients.orders', '+', ref('excluded.orders')),
        invited: sql`case when ${ref('excluded.invited')} = 1 then 1 else ${ref('recipients.invited')} end`,
      })),
    ),
)

/**
 * Counts an order for an address of a campaign (design decision 18).
 * @param by minus one if the order's recipient changed to another address.
 */
export const countOrderFor = (
  transaction: Transaction,
  account: AccountId,
  campaign: CampaignId,
  email: string,
  by: 1 | -1 = 1,
): void => {
  transaction.send(change, {
    account,
    campaign,
    emailKey: fold(email),
    orders: by,
    invited: false,
  })
}

/** Marks an address of a campaign as invited (design decision 18). */
export const markAsInvited = (
  transaction: Transaction,
  account: AccountId,
  campaign: CampaignId,
  email: string,
): void => {
  transaction.send(change, {
    account,
    campaign,
    emailKey: fold(email),
    orders: 0,
    invited: true,
  })
}

type Contact = components['schemas']['Contact']

/** Filters of a campaign's contacts. Undefined fields do not filter. */
export type ContactFilter = {
  campaignId: CampaignId
  searchText?: string | undefined
  tags?: readonly string[] | undefined
  invited?: boolean | undefined
  orderCount?: number | undefined
}

/** Searches for at least this many characters use the trigram index. Shorter ones scan the campaign. */
const trigramLength = 3
/** A few trigrams leave few candidates. Each further one costs another index scan. */
const mostTrigrams = 4

type Shape = {
  search: boolean
  indexed: boolean
  tags: boolean
  invited: boolean
  orderCount: boolean
}

type Values = {
  account: AccountId
  campaign: CampaignId
  search: string
  trigrams: string
  anyTag: string
  invited: boolean
  orderCount: number
  limit: number
  offset: number
}

/**
 * The filters are subqueries for each contact, and the page is chosen before its contacts are read. Joins would
 * depend on statistics, which a new database has none of: PostgreSQL compared each contact with each recipient.
 */
const page = statementsBy((shape: Shape) =>
  contactStatement<Values>()((db, slot, dialect) => {
    const ofRecipient = (column: 'orders' | 'invited') => {
      const found = db
        .selectFrom('recipients')
        .where('recipients.account_id', '=', sql.ref<AccountId>('contacts.account_id'))
        .where('recipients.campaign_id', '=', sql.ref<CampaignId>('contacts.campaignId'))
        .where('recipients.email_key', '=', sql.ref<string>('contacts.email_key'))
        .select(`recipients.${column} as value`)
      return sql<number>`coalesce(${found}, 0)`
    }
    const tagged = db
      .selectFrom('contact_tags')
      .where('account_id', '=', slot('account'))
      .where('campaign_id', '=', slot('campaign'))
      .where(({ ref }) => dialect.isAmong(ref('tag'), dialect.elementsOf(slot('anyTag'))))
      .where('contact_seq', '=', sql.ref<number>('contacts.seq'))
      .limit(1)
      .select('contact_seq')
    const found = db
      .selectFrom('contacts')
      .where('contacts.account_id', '=', slot('account'))
      .where('contacts.campaignId', '=', slot('campaign'))
      .$if(shape.tags, (query) => query.where(sql<boolean>`${tagged} is not null`))
      .$if(shape.invited, (query) =>
        query.where(ofRecipient('invited'), '=', sql<number>`${slot('invited')}`),
      )
      .$if(shape.orderCount, (query) => query.where(ofRecipient('orders'), '=', slot('orderCount')))
      .$call((query) =>
        shape.search
          ? dialect.searchContacts(query, {
              text: slot('search'),
              trigrams: slot('trigrams'),
              indexed: shape.indexed,
            })
          : query.orderBy('contacts.seq'),
      )
      .limit(slot('limit'))
      .offset(slot('offset'))
      .select('contacts.seq')
    return db
      .selectFrom('contacts')
      .where(dialect.isAmong(sql.ref('contacts.seq'), found))
      .orderBy('contacts.seq')
      .select(listedFields)
      .select(ofRecipient('orders').as('orderCount'))
  }),
)

/** Returns a query of the search index with a few trigrams, spread over a text that has at least one. */
const trigramsOf = (text: string): string => {
  const characters = [...text]
  const count = characters.length - trigramLength + 1
  const step = Math.ceil(count / mostTrigrams)
  const trigrams: string[] = []
  for (let start = 0; start < count; start += step)
    trigrams.push(characters.slice(start, start + trigramLength).join(''))
  return trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
}

/** Returns a page of a campaign's contacts in the order of creation (specification §4). */
export const listContacts = (
  reader: Reader,
  account: AccountId,
  filter: ContactFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Contact[]> => {
  const search = fold(filter.searchText ?? '')
  const shape: Shape = {
    search: search !== '',
    indexed: [...search].length >= trigramLength,
    tags: filter.tags !== undefined,
    invited: filter.invited !== undefined,
    orderCount: filter.orderCount !== undefined,
  }
  return reader.all(page(shape), {
    account,
    campaign: filter.campaignId,
    search,
    trigrams: shape.indexed ? trigramsOf(search) : '',
    anyTag: JSON.stringify(filter.tags ?? []),
    invited: filter.invited ?? false,
    orderCount: filter.orderCount ?? 0,
    limit,
    offset,
  })
}
