import sql, { raw, type Sql } from 'sql-template-tag'
import type { components } from '../../generated/types.ts'
import { Contact as contactSchema } from '../../generated/zod/schemas.ts'
import type { NewContact } from '../domain/contact.ts'
import type { AccountId, CampaignId } from '../domain/ids.ts'
import {
  allOf,
  columns,
  containing,
  fold,
  list,
  long,
  maxSkipped,
  ofAccount,
  type Range,
  valuesOf,
} from './statement.ts'
import type { Reader, Transaction, Writer } from './store.ts'

/** The fields that a response returns, without the count of orders. */
const listedFields = contactSchema.omit({ orderCount: true }).keyof().options
export const contactFields = [
  ...listedFields,
  'companyName',
  'profilePicture',
  'createdAt',
] as const

/** Adds a contact to a campaign. Returns whether the account has the campaign. */
export const insertContact = async (writer: Writer, account: AccountId, contact: NewContact) => {
  const added = await writer.change(ofAccount(account)`
    insert into contacts (account_id, email_key, search_text, ${columns(contactFields)})
    select account_id, ${fold(contact.email)}, ${searchText(contact)}, ${valuesOf(contact, contactFields)}
    from campaigns where account_id = ${account} and id = ${contact.campaignId}
    returning seq`)
  return added.length > 0
}

/**
 * Returns the text that a search of contacts reads: first and last name separated by a space, and the
 * email address, case-folded. The line break prevents matches across name and address.
 */
function searchText({ firstName, lastName, email }: NewContact): string {
  return fold(`${firstName} ${lastName}\n${email}`)
}

/**
 * Adds to the numbers of an address in a campaign (design decision 18).
 * @param change the orders to count, minus one if an order's recipient changed to another address; and whether
 * it is invited.
 */
export const changeRecipient = (
  transaction: Transaction,
  account: AccountId,
  campaign: CampaignId,
  email: string,
  { orders = 0, invited = false }: { orders?: number; invited?: boolean },
) =>
  transaction.run(ofAccount(account)`
    insert into recipients (account_id, campaign_id, email_key, orders, invited)
    values (${account}, ${campaign}, ${fold(email)}, ${orders}, ${invited})
    on conflict (account_id, campaign_id, email_key) do update set
      orders = recipients.orders + excluded.orders,
      invited = case when excluded.invited = 1 then 1 else recipients.invited end`)

type Contact = components['schemas']['Contact']

export type ContactFilter = {
  campaignId: CampaignId
  searchText?: string | undefined
  tags?: readonly string[] | undefined
  invited?: boolean | undefined
  orderCount?: number | undefined
}

/** A number of a contact's address. As a join, it would depend on statistics, which a new database has none of. */
const ofRecipient = (account: AccountId, column: 'orders' | 'invited'): Sql => sql`coalesce((
  select ${raw(column)} from recipients
  where recipients.account_id = ${account}
    and recipients.campaign_id = contacts."campaignId"
    and recipients.email_key = contacts.email_key
), 0)`

/** Returns a page of a campaign's contacts in the order of creation (specification §4). */
export const listContacts = (
  reader: Reader,
  account: AccountId,
  { campaignId, searchText: search = '', tags, invited, orderCount }: ContactFilter,
  { limit, offset }: Range,
) => {
  const filters = allOf([
    tags !== undefined &&
      sql`and exists (select 1 from ${reader.dialect.elementsOf('tags')} where value in ${list(tags)})`,
    invited !== undefined && sql`and ${ofRecipient(account, 'invited')} = ${invited}`,
    orderCount !== undefined && sql`and ${ofRecipient(account, 'orders')} = ${orderCount}`,
    search !== '' && sql`and search_text like ${containing(fold(search))} escape '\\'`,
  ])
  const page = sql`
    select seq from contacts
    where account_id = ${account} and "campaignId" = ${campaignId}${filters}
    order by seq limit ${limit} offset ${offset}`
  const { among, inShardOf } = reader.dialect
  const statement = ofAccount(account)`
    select ${columns(listedFields)}, ${ofRecipient(account, 'orders')} as "orderCount"
    from contacts where seq ${among(page)} ${inShardOf(account)} order by seq`
  return reader.all<Contact>(long(statement, filters.sql !== '' || offset > maxSkipped))
}
