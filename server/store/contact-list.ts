import { sql } from 'kysely'
import type { components } from '../../generated/types.ts'
import { fold } from '../domain/fold.ts'
import type { AccountId, CampaignId } from '../domain/ids.ts'
import { contactStatement, listedFields } from './contacts.ts'
import type { ContactQuery } from './engine/dialect.ts'
import { statementsBy } from './statement.ts'
import type { Reader } from './store.ts'

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

const page = statementsBy((shape: Shape) =>
  contactStatement<Values>()((db, slot, dialect) => {
    const counted = (contacts: ContactQuery) =>
      contacts.leftJoin('recipients', (join) =>
        join
          .onRef('recipients.account_id', '=', 'contacts.account_id')
          .onRef('recipients.campaign_id', '=', 'contacts.campaignId')
          .onRef('recipients.email_key', '=', 'contacts.email_key'),
      )
    const orders = sql<number>`coalesce(recipients.orders, 0)`
    const found = db
      .selectFrom('contacts')
      .where('contacts.account_id', '=', slot('account'))
      .where('contacts.campaignId', '=', slot('campaign'))
      .$if(shape.tags, (query) =>
        query.where('contacts.seq', 'in', ({ selectFrom }) =>
          selectFrom('contact_tags')
            .where('account_id', '=', slot('account'))
            .where('campaign_id', '=', slot('campaign'))
            .where('tag', 'in', sql<string>`${dialect.elementsOf(slot('anyTag'))}`)
            .select('contact_seq'),
        ),
      )
      .$if(shape.invited || shape.orderCount, (query) =>
        counted(query)
          .$if(shape.invited, (joined) =>
            joined.where(sql`coalesce(recipients.invited, 0)`, '=', slot('invited')),
          )
          .$if(shape.orderCount, (joined) => joined.where(orders, '=', slot('orderCount'))),
      )
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
    return counted(db.selectFrom('contacts').where(dialect.isAmong(sql.ref('contacts.seq'), found)))
      .orderBy('contacts.seq')
      .select(listedFields)
      .select(orders.as('orderCount'))
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
