import { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { read } from '../../tests/kit/project.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { toId } from '../domain/ids.ts'
import { recordRequests } from './api-requests.ts'
import { emptyCart } from './invites.ts'
import { postgresRateLimits } from './rate-limit/postgres-rate-limits.ts'
import { keepRejectedForm } from './rejected-forms.ts'
import { sessions, signInLinks } from './sessions-and-links.ts'
import { sqliteRequestLog } from './sqlite.ts'
import { ofAllAccounts } from './statement.ts'
import type { Store } from './store.ts'
import { deleteOldAttempts } from './webhooks/attempts.ts'
import { deleteStaleDeliveries, insertListener } from './webhooks/delivery-queue.ts'

const page = read('docs/guarantees.md')
const [, list = ''] = page.split('\n## Rows that someone without a key can create\n')

/** The first table of each row that has a clean-up, with its text. */
const cleanUps = [...list.matchAll(/^\| `(\w+)`.*\| (?!kept)([^|]+) \|$/gm)].map(
  ([, table = '', how = '']) => [table, how] as const,
)

/** Runs the statements of an object, and of the transactions that it gives, and records them. */
const recorded = <T extends object>(runner: T, sent: unknown[]): T =>
  new Proxy(runner, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (given: unknown) => {
        if (typeof given === 'object' && given !== null && 'query' in given) sent.push(given.query)
        const work =
          typeof given === 'function'
            ? (inner: object) => Reflect.apply(given, undefined, [recorded(inner, sent)])
            : given
        return Reflect.apply(method, target, [work])
      }
    },
  })

const now = Date.UTC(2030, 0, 1)
const hour = 3_600_000

/** Creates rows that are old, and deletes them as a server does, by the first table of their line in the list. */
const deleteOld = (store: Store, id: string): Record<string, () => Promise<unknown>> => {
  const account = toId('acc', id)
  const secret = (table: typeof sessions, owner: Parameters<typeof sessions.insert>[1]['owner']) =>
    store.write((transaction) =>
      table.insert(
        transaction,
        { digest: table === sessions ? 's' : JSON.stringify(owner), owner, now },
        now,
      ),
    )
  return {
    sign_in_links: async () => {
      await secret(signInLinks, { account })
      await secret(signInLinks, { email: 'ada@example.com' })
    },
    sessions: () => secret(sessions, { account }),
    rejected_forms: async () => {
      for (const at of [now - 2 * hour, now])
        await store.write((transaction) =>
          keepRejectedForm(transaction, { account, place: `${at}`, owner: '' }, {}, at),
        )
    },
    request_log: async () => {
      if ('add' in store.requests)
        return sqliteRequestLog(store).add([], { time: 0, wall: 0, monotonic: 0, boot: '' }, 1)
      const question = { address: '', windowSeconds: 1, limit: 1, wanted: 1 }
      const { take } = postgresRateLimits(store)
      for (const at of [now - hour, now]) await take({ ...question, now: at })
    },
    cart_lines: () =>
      store.write((transaction) => emptyCart(transaction, account, toId('inv', 'inv_1'))),
    delivery_queue: async () => {
      const webhook = toId('whk', 'whk_1')
      await deleteStaleDeliveries(store, { account, webhook, keep: 1, maxAge: hour, now })
      await store.change(ofAllAccounts`
        insert into attempts (account_id, webhook_id, event, subject, at_ms, milliseconds, response)
        values (${account}, ${webhook}, '', '', 0, 0, '')`)
      await deleteOldAttempts(store, now)
    },
  }
}

test.each(cleanUps)(
  'old rows of %s are found by an index, and few are deleted at once: %s',
  async (table, how) => {
    const { store, account, database } = await testServer({ demo: false })
    const sent: { sql?: string }[] = []
    await deleteOld(recorded(store, sent), account)[table]?.()
    const isSqlite = database.url.startsWith('file:')
    const deleting = sent.filter(
      ({ sql = '' }) => /\b(delete|select)\b/.test(sql) && !/^\s*insert/.test(sql),
    )
    expect(deleting.map(({ sql }) => sql).join()).toMatch(/\bdelete from/)
    if (/\d/.test(how)) expect(deleting.map(({ sql }) => sql).join()).toMatch(/\blimit\b/)
    for (const query of deleting) {
      const explain = raw(isSqlite ? 'explain query plan ' : 'explain ')
      const plan = await store.all<object>(ofAllAccounts`${explain}${query}`)
      const lines = plan.map((row) => String(Object.values(row).at(-1)))
      const scans = lines.filter((line) =>
        /Seq Scan|TEMP B-TREE|^SCAN (?!.*USING|attempts)/.test(line),
      )
      expect(scans, lines.join('\n')).toEqual([])
    }
  },
)

test('of the requests of an account, the newest 1,000 are kept', async () => {
  const { store, account, database } = await testServer({ demo: false })
  const answered = { key: toId('key', 'key_1'), operation: '', status: 200, milliseconds: 1 }
  const sent = Array.from({ length: 1002 }, (_, at) => ({ ...answered, at, requestId: `${at}` }))
  // A clock was ahead, and was corrected.
  const early = sent.map(({ at }) => ({ ...answered, at: at + 24 * hour, requestId: `e${at}` }))
  for (const recorded of [early, sent])
    await store.write((transaction) => recordRequests(transaction, account, recorded))
  const [kept] = await database.query(
    'select min(at_ms) as oldest, max(at_ms) as newest from api_requests',
  )
  expect([kept?.oldest, kept?.newest].map(Number)).toEqual([2, 1001])
})

test('a new listener deletes the deliveries of one that was killed', async () => {
  const { store, account, database } = await testServer({ demo: false })
  const fields = 'account_id, webhook_id, event, body, created_at'
  await database.query(
    `insert into delivery_queue (${fields}) values ('${account}', 'lsn_1', 'order.created', '', 0)`,
  )
  const listener = { account, id: toId('lsn', 'lsn_2'), events: [], now, lifetime: hour }
  await store.write((transaction) => insertListener(transaction, listener))
  expect(await database.query('select * from delivery_queue')).toEqual([])
})
