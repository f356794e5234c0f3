import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { countingStore } from '../../tests/kit/server/counting-store.ts'
import { type TestServer, testServer } from '../../tests/kit/server/test-server.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { keyLength, newKey } from '../domain/api-key.ts'
import { timestamp } from '../domain/clock.ts'
import { listApiKeys, recordKeyUse, revokeApiKey } from '../store/accounts.ts'
import { openSqliteStore } from '../store/sqlite.ts'
import type { Statement, Store } from '../store/store.ts'

const newFile = () => join(temporaryFolder(), 'test.db')

test.each([
  ['1000000', { status: 200, reads: 1 }, { status: 401, reads: 1 }, { status: 401, reads: 0 }],
  ['1', { status: 429, reads: 0 }, { status: 429, reads: 0 }, { status: 429, reads: 0 }],
])(
  'with a rate limit of %s, a valid key costs %j, an unknown one %j, a malformed one %j',
  async (RATE_LIMIT_BUDGET, valid, unknown, malformed) => {
    const { store, count } = countingStore(await openSqliteStore(newFile()))
    const environment = { RATE_LIMIT_BUDGET }
    const { request, key, save } = await testServer({ demo: false, environment, parts: { store } })
    await request({ path: '/v1/auth' })
    // Over the limit, the first request reads the keys with a higher tier, once a second.
    await request({ path: '/v1/auth' })
    await save()
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const cost = async (given: string) => {
      const before = { ...count }
      const headers = { authorization: `Bearer ${given}` }
      const { status } = await request({ path: '/v1/auth', key: null, headers })
      expect(count.writes).toBe(before.writes)
      return { status, reads: count.reads - before.reads }
    }
    for (let i = 0; i < 2; i++) expect(await cost(key)).toEqual(valid)
    expect(await cost(newKey())).toEqual(unknown)
    for (const given of [key.slice(1), `${key}0`, 'x'.repeat(keyLength), `z${key.slice(1)}`, ''])
      expect(await cost(given)).toEqual(malformed)
  },
)

const minute = (time: number) => timestamp(Math.floor(time / 60_000) * 60_000)

test('a key that is revoked while an earlier request looks it up is rejected', async () => {
  const store = await openSqliteStore(newFile())
  const firstLookup = Promise.withResolvers<void>()
  let lookups = 0
  const all: Store['all'] = async <Row>(statement: Statement) => {
    const found = await store.all<Row>(statement)
    if (statement.query.sql.includes('digest in') && ++lookups === 1) await firstLookup.promise
    return found
  }
  const server = await testServer({ demo: false, parts: { store: { ...store, all } } })
  const earlier = server.get('/v1/auth')
  await expect.poll(() => lookups).toBe(1)
  for (const { id } of await listApiKeys(store, server.account))
    await store.write((transaction) => revokeApiKey(transaction, id, minute(0)))
  expect((await server.get('/v1/auth')).status).toBe(401)
  firstLookup.resolve()
  expect((await earlier).status).toBe(200)
})

describe('the last use of a key', () => {
  const lastUse = async ({ store, account }: TestServer) =>
    (await listApiKeys(store, account))[0]?.lastUsedAt

  test('is stored a second later, to the minute, whatever the response; a 401 is none', async () => {
    const server = await testServer({ demo: false })
    await server.request({ path: '/v1/auth', key: `${server.key}0` })
    await server.save()
    expect(await lastUse(server)).toBeNull()
    await server.get('/v1/nothing')
    await expect.poll(() => lastUse(server)).toBe(minute(server.time.now))
    // The clock is set forward, and back.
    for (const change of [60_000, 1e11, -1e11]) {
      server.time.now += change
      await server.get('/v1/auth')
      await server.save()
      expect(await lastUse(server)).toBe(minute(server.time.now))
    }
  })

  test('is the newer one of two processes', async () => {
    const server = await testServer({ demo: false })
    const [key] = await listApiKeys(server.store, server.account)
    for (const at of [1_800_000_060_000, 1_800_000_000_000])
      await server.store.write((transaction) =>
        recordKeyUse(transaction, key ? [[key.id, minute(at)]] : []),
      )
    expect(await lastUse(server)).toBe(minute(1_800_000_060_000))
  })

  test('is written at most once a minute, and again after a failure', async () => {
    const { store, count } = countingStore(await openSqliteStore(newFile()))
    const state = { isBroken: false }
    const write: Store['write'] = async (work) => {
      if (state.isBroken) throw new Error('disk full')
      return store.write(work)
    }
    const server = await testServer({ demo: false, parts: { store: { ...store, write } } })
    const use = async () => {
      await server.get('/v1/auth')
      await server.save()
    }
    await use()
    const first = minute(server.time.now)
    server.time.now = Date.parse(first) + 60_000
    await use()
    const before = count.writes
    for (let i = 0; i < 59; i++) {
      server.time.now += 1000
      await use()
    }
    // The requests are written for the portal.
    expect(count.writes - before).toBe(59)

    state.isBroken = true
    server.time.now += 1000
    await use()
    expect(await lastUse(server)).toBe(minute(server.time.now - 60_000))
    expect(server.log.join('')).toContain('Uses of API keys could not be written')
    state.isBroken = false
    await server.save()
    expect(await lastUse(server)).toBe(minute(server.time.now))
  })
})
