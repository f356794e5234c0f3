import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Returns a pattern of `like` that matches the texts that contain a part. */
const containing = (part: RawBuilder<string>): RawBuilder<string> =>
  sql`'%' || regexp_replace(${part}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`

/** PostgreSQL's SQL where it differs from SQLite's. */
export const postgresDialect: Dialect = {
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  elementsOf: (array) => sql`(select json_array_elements_text(${array}) as value)`,
  jsonElements: (array) => sql`json_array_elements(${array}::json)`,
  newestEvents: (limit) => sql`(
    select coalesce(json_agg(json_build_object(
      'id', id, 'event_type', event_type, 'quantity', quantity,
      'order_id', order_id, 'created_at', created_at
    )), '[]')
    from (
      select * from inventory_events
      where account_id = items.account_id and item_id = items.id
      order by created_at desc, seq desc limit ${sql.lit(limit)}
    ) as newest
  )`,
  withoutFlush: (isAlone) =>
    sql`case when ${isAlone} = 1 then set_config('synchronous_commit', 'off', true) else 'off' end = 'off'`,
  // The trigram index serves `like`. It updates itself.
  searchContacts: (query, { text }) =>
    query.where('contacts.search_text', 'like', containing(text)).orderBy('contacts.seq'),
  indexContacts: [],
  unindexContacts: undefined,
  locked: (query) => query.forNoKeyUpdate(),
  // As an array, so that the query runs once, whatever the planner knows about the tables.
  isAmong: (value, query) => sql`${value} = any(array(${query}))`,
  // As an array, so that the limit is exact.
  isUnlocked: (seq, query) => sql`${seq} = any(array(${query.forUpdate().skipLocked()}))`,
  timeOf: () => sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  firstDeliveries: sql`(
    with recursive firsts as (
      (
        select account_id, webhook_id, seq, created_at from delivery_queue
        order by account_id, webhook_id, seq limit 1
      )
      union all
      select next.* from firsts, lateral (
        select account_id, webhook_id, seq, created_at from delivery_queue
        where (account_id, webhook_id) > (firsts.account_id, firsts.webhook_id)
        order by account_id, webhook_id, seq limit 1
      ) as next
    )
    select * from firsts
  )`,
}
