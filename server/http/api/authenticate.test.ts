import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../testkit/temporary-folder.ts'
import { keyLength, newKey } from '../../domain/api-key.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { countingStore } from '../../testing/counting-store.ts'
import { testServer } from '../../testing/test-server.ts'

const counted = async (environment: Record<string, string> = {}) => {
  const file = join(temporaryFolder(), 'test.db')
  const { store, count } = countingStore(await openSqliteStore(file))
  const server = await testServer({ demo: false, environment, parts: { store } })
  // Delayed writes run only when the test calls `save`.
  await server.get('/v1/auth')
  await server.save()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const cost = async (authorization: string) => {
    const before = { ...count }
    const headers = { authorization }
    const { status } = await server.request({ path: '/v1/auth', key: null, headers })
    // One call for each request makes its reads as new as the request.
    expect(count.freshened - before.freshened).toBe(1)
    return { status, reads: count.reads - before.reads, writes: count.writes - before.writes }
  }
  return { server, cost }
}

test('a well-formed key costs one read and no write, valid or not', async () => {
  const { server, cost } = await counted()
  for (let i = 0; i < 3; i++)
    expect(await cost(`Bearer ${server.key}`)).toEqual({ status: 200, reads: 1, writes: 0 })
  expect(await cost(`Bearer ${newKey()}`)).toEqual({ status: 401, reads: 1, writes: 0 })
})

test('a malformed key costs no read', async () => {
  const { server, cost } = await counted()
  const { key } = server
  const rejected = { status: 401, reads: 0, writes: 0 }
  for (let at = 0; at < keyLength; at += 5) {
    const typed = key[at] === 'a' ? 'b' : 'a'
    expect(await cost(`Bearer ${key.slice(0, at)}${typed}${key.slice(at + 1)}`)).toEqual(rejected)
  }
  for (const given of [key.slice(1), `${key}0`, 'x'.repeat(keyLength), ''])
    expect(await cost(`Bearer ${given}`)).toEqual(rejected)
})

test('over the budget, only keys of accounts with a higher tier cost a read', async () => {
  const { server, cost } = await counted({ RATE_LIMIT_BUDGET: '1' })
  // The first request over the budget reads the keys of those accounts, once per second.
  await cost(`Bearer ${server.key}`)
  const rejected = { status: 429, reads: 0, writes: 0 }
  for (const given of [server.key, newKey(), newKey(), 'x'.repeat(keyLength)])
    expect(await cost(`Bearer ${given}`)).toEqual(rejected)
})
