import { expect, onTestFinished, test, vi } from 'vitest'
import { timestamp } from '../../domain/clock.ts'
import { newId, toId } from '../../domain/ids.ts'
import { listApiKeys, recordKeyUse } from '../../store/api-keys.ts'
import { testServer } from '../../testing/test-server.ts'
import { KeyUse } from './auth.ts'

const minute = (time: number) => timestamp(Math.floor(time / 60_000) * 60_000)

test('lists a key with the minute of its last use, once that is written', async () => {
  const server = await testServer({ demo: false })
  const lastUse = async () => (await listApiKeys(server.store, server.account))[0]?.lastUsedAt
  expect(await lastUse()).toBeNull()
  await server.get('/v1/auth')
  await server.save()
  const first = minute(server.time.now)
  expect(await lastUse()).toBe(first)
  server.time.now += 60_000
  // A 404 is a use of the key.
  await server.get('/v1/nothing')
  await server.save()
  expect(await lastUse()).toBe(minute(server.time.now))
  expect(await lastUse()).not.toBe(first)
})

test('writes a use one second later', async () => {
  const server = await testServer({ demo: false })
  await server.get('/v1/auth')
  await expect
    .poll(async () => (await listApiKeys(server.store, server.account))[0]?.lastUsedAt)
    .toBe(minute(server.time.now))
})

test('a rejected key has no use', async () => {
  const server = await testServer({ demo: false })
  await server.request({ path: '/v1/auth', key: null })
  await server.request({ path: '/v1/auth', key: `${server.key}0` })
  await server.save()
  expect((await listApiKeys(server.store, server.account))[0]?.lastUsedAt).toBeNull()
})

test('keeps the newer of two processes’ uses', async () => {
  const { store, account } = await testServer({ demo: false })
  const [key] = await listApiKeys(store, account)
  const record = (at: string) =>
    store.write((transaction) => recordKeyUse(transaction, key ? [[key.id, at]] : []))
  await record(minute(1_800_000_060_000))
  await record(minute(1_800_000_000_000))
  expect((await listApiKeys(store, account))[0]?.lastUsedAt).toBe(minute(1_800_000_060_000))
})

/** Creates a KeyUse and records its writes, which can be made to fail. */
const recordedKeyUse = () => {
  const time = { now: 1_800_000_000_000 }
  const state = { broken: false, errors: 0 }
  const writes: [string, string][][] = []
  const keyUse = new KeyUse({
    clock: () => time.now,
    record: async (used) => {
      if (state.broken) throw new Error('disk full')
      writes.push([...used])
    },
    onError: () => {
      state.errors++
    },
  })
  return { time, state, writes, keyUse }
}

test('writes a key at most once a minute', async () => {
  const { time, writes, keyUse } = recordedKeyUse()
  const key = newId('key')
  let written: string | null = null
  for (let second = 0; second < 120; second++) {
    for (let i = 0; i < 100; i++) keyUse.note(key, written)
    await keyUse.save()
    written = writes.at(-1)?.at(-1)?.[1] ?? null
    time.now += 1000
  }
  expect(writes).toEqual([[[key, minute(1_800_000_000_000)]], [[key, minute(1_800_000_060_000)]]])
})

test('formats a minute once', () => {
  const { time, keyUse } = recordedKeyUse()
  const format = vi.spyOn(Date.prototype, 'toISOString')
  onTestFinished(() => format.mockRestore())
  for (let second = 0; second < 120; second++) {
    keyUse.note(newId('key'), null)
    time.now += 1000
  }
  expect(format).toHaveBeenCalledTimes(2)
})

test('retries a failed write one second later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { time, state, writes, keyUse } = recordedKeyUse()
  keyUse.note(toId('key', 'key_1'), null)
  state.broken = true
  await keyUse.save()
  state.broken = false
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  expect(writes).toEqual([[['key_1', minute(time.now)]]])
})

test('retries a failed write and keeps newer uses', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { time, state, writes, keyUse } = recordedKeyUse()
  keyUse.note(toId('key', 'key_1'), null)
  keyUse.note(toId('key', 'key_2'), null)
  state.broken = true
  await keyUse.save()
  time.now += 60_000
  keyUse.note(toId('key', 'key_2'), null)
  state.broken = false
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  expect(state.errors).toBe(1)
  expect(writes).toEqual([
    [
      ['key_1', minute(1_800_000_000_000)],
      ['key_2', minute(1_800_000_060_000)],
    ],
  ])
})
