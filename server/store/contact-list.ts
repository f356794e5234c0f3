import { sql } from 'kysely'
import type { components } from '../../generated/types.ts'
import { fold } from '../domain/fold.ts'
import type { AccountId, CampaignId } from '../domain/ids.ts'
import { contactColumns, listedFields } from './columns/contact-columns.ts'
import { statementOf, statementsBy } from './statement.ts'
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
  deep: boolean
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

const columns = [...contactColumns.selection(listedFields), 'order_count as orderCount'] as const

const page = statementsBy((shape: Shape) =>
  statementOf(contactColumns)<Values>()((db, slot, dialect) => {
    const found = db
      .selectFrom('contacts')
      .where('contacts.account_id', '=', slot('account'))
      .where('contacts.campaign_id', '=', slot('campaign'))
      .$if(shape.tags, (query) =>
        query.where('contacts.seq', 'in', ({ selectFrom }) =>
          selectFrom('contact_tags')
            .where('account_id', '=', slot('account'))
            .where('campaign_id', '=', slot('campaign'))
            .where('tag', 'in', sql<string>`${dialect.elementsOf(slot('anyTag'))}`)
            .select('contact_seq'),
        ),
      )
      .$if(shape.invited, (query) => query.where('invited', '=', sql<number>`${slot('invited')}`))
      .$if(shape.orderCount, (query) => query.where('order_count', '=', slot('orderCount')))
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
    return shape.deep
      ? db
          .selectFrom('contacts')
          .where('account_id', '=', slot('account'))
          .where('seq', 'in', found.select('contacts.seq'))
          .orderBy('seq')
          .select(columns)
      : found.select(columns)
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
    deep: offset > 100,
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
