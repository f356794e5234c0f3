import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** SQLite's SQL where it differs from PostgreSQL's. */
export const sqliteDialect: Dialect = {
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  elementsOf: (array) => sql`(select value from json_each(${array}))`,
  jsonElements: (array) => sql`json_each(${array})`,
  newestEvents: (limit) => sql`(
    select json_group_array(json_object(
      'id', id, 'event_type', event_type, 'quantity', quantity,
      'order_id', order_id, 'created_at', created_at
    ))
    from (
      select * from inventory_events
      where account_id = items.account_id and item_id = items.id
      order by created_at desc, seq desc limit ${sql.lit(limit)}
    )
  )`,
  searchContacts: (query, { text, trigrams, indexed }) =>
    query
      .$if(indexed, (every) =>
        every
          .innerJoin('contact_search', 'contact_search.rowid', 'contacts.seq')
          .where(sql<boolean>`contact_search match ${trigrams}`),
      )
      .where(({ ref }) => sqliteDialect.contains(ref('contacts.search_text'), text))
      // The index returns rows in the order of creation, so the scan ends when the page is full.
      .orderBy(indexed ? sql`contact_search.rowid` : 'contacts.seq'),
  indexContacts: [
    (db) =>
      db
        .insertInto('contact_search')
        .columns(['rowid', 'search_text'])
        .expression(
          db
            .selectFrom('contacts')
            .where('seq', '>', db.selectFrom('search_progress').select('indexed'))
            .orderBy('seq')
            .select(['seq', 'search_text']),
        ),
    (db) =>
      db.updateTable('search_progress').set({
        indexed: db
          .selectFrom('contacts')
          .select(({ fn }) => fn.coalesce(fn.max('seq'), sql<number>`0`).as('newest')),
      }),
  ],
  // The index keeps no texts, so what is removed must be given (SQLite FTS5 §6.5).
  unindexContacts: (db, contacts) =>
    db
      .insertInto('contact_search')
      .columns(['contact_search', 'rowid', 'search_text'])
      .expression(
        contacts.select([
          sql.lit('delete').as('contact_search'),
          'contacts.seq as rowid',
          'contacts.search_text',
        ]),
      ),
  // SQLite counts inside the transaction.
  withoutFlush: (isAlone) => sql`${isAlone} = 0`,
  locked: undefined,
  isAmong: (value, query) => sql`${value} in ${query}`,
  // SQLite has one writer.
  isUnlocked: (seq, query) => sql`${seq} in ${query}`,
  timeOf: (now) => now,
  firstDeliveries: sql`(
    with recursive firsts as (
      select * from (
        select account_id, webhook_id, seq, created_at from delivery_queue
        order by account_id, webhook_id, seq limit 1
      )
      union all
      select next.account_id, next.webhook_id, next.seq, next.created_at
      from firsts join delivery_queue as next on next.seq = coalesce(
        (
          select seq from delivery_queue
          where account_id = firsts.account_id and webhook_id > firsts.webhook_id
          order by webhook_id, seq limit 1
        ),
        (
          select seq from delivery_queue where account_id > firsts.account_id
          order by account_id, webhook_id, seq limit 1
        )
      )
    )
    select * from firsts
  )`,
}
