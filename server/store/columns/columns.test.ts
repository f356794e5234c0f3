import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { type AccountId, toId, type WebhookId } from '../../domain/ids.ts'
import { SqliteConnection } from '../sqlite/sqlite-connection.ts'
import { statementOf } from '../statement.ts'
import { flag, json } from './codecs.ts'
import { columnsOf } from './columns.ts'

const isEvents = (value: unknown): value is 'order.created'[] =>
  Array.isArray(value) && value.every((each) => each === 'order.created')

type Subscription = {
  id: WebhookId
  canonicalUrl: string
  events: 'order.created'[]
  active: boolean
}

const columns = columnsOf<Subscription>()({
  id: 'id',
  canonicalUrl: 'canonical_url',
  events: json('events', isEvents),
  active: flag('active'),
})

const subscription: Subscription = {
  id: toId('whk', 'w1'),
  canonicalUrl: 'https://example.com/',
  events: ['order.created'],
  active: true,
}

const insert = statementOf(columns)<Subscription & { account: AccountId }>()((db, slot) =>
  db.insertInto('webhooks').values({
    ...columns.written(),
    account_id: slot('account'),
    url: '',
    secret: '',
    created_at: '',
    updated_at: '',
  }),
)

const all = statementOf(columns)<{ account: AccountId }>()((db, slot) =>
  db.selectFrom('webhooks').where('account_id', '=', slot('account')).select(columns.selection()),
)

const connection = () => {
  const database = new DatabaseSync(':memory:')
  database.exec(`
    create table webhooks (seq integer primary key, id text, account_id text, url text, canonical_url text,
      events text, active integer, secret text, created_at text, updated_at text);
  `)
  return new SqliteConnection(database)
}

test('a row that a column map inserts is read back equal', () => {
  const sqlite = connection()
  sqlite.run(insert, { ...subscription, account: toId('acc', 'a') })
  sqlite.run(insert, {
    ...subscription,
    id: toId('whk', 'w2'),
    active: false,
    account: toId('acc', 'a'),
  })
  expect(sqlite.database.prepare('select events, active from webhooks').all()).toEqual([
    { events: '["order.created"]', active: 1 },
    { events: '["order.created"]', active: 0 },
  ])
  expect(sqlite.all(all, { account: toId('acc', 'a') })).toEqual([
    subscription,
    { ...subscription, id: toId('whk', 'w2'), active: false },
  ])
})

test('an update writes only the named fields', () => {
  const sqlite = connection()
  sqlite.run(insert, { ...subscription, account: toId('acc', 'a') })
  const update = statementOf(columns)<{ account: AccountId; active: boolean }>()((db, slot) =>
    db
      .updateTable('webhooks')
      .set(columns.written(['active']))
      .where('account_id', '=', slot('account')),
  )
  sqlite.run(update, { account: toId('acc', 'a'), active: false })
  expect(sqlite.all(all, { account: toId('acc', 'a') })).toEqual([
    { ...subscription, active: false },
  ])
})

test('JSON of another shape throws an error that names the column', () => {
  const sqlite = connection()
  sqlite.run(insert, { ...subscription, account: toId('acc', 'a') })
  sqlite.database.exec(`update webhooks set events = '["order.lost"]'`)
  expect(() => sqlite.all(all, { account: toId('acc', 'a') })).toThrow(
    'The column events holds JSON of another',
  )
})
