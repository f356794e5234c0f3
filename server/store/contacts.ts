import { sql } from 'kysely'
import { Contact as contactSchema } from '../../generated/schemas.ts'
import { type NewContact, searchText } from '../domain/contact.ts'
import { fold } from '../domain/fold.ts'
import type { AccountId, CampaignId } from '../domain/ids.ts'
import { everyAccountStatement, json, statement, statementOf } from './statement.ts'
import type { Transaction } from './store.ts'

export const contactStatement = statementOf<NewContact>({ tags: json })

/** The fields that a response returns, without the count of orders. */
export const listedFields = contactSchema.omit({ orderCount: true }).keyof().options
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
