import { DatabaseSync } from 'node:sqlite'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import { backUp } from '../../store/backup.ts'
import { countWaitingDeliveries } from '../../store/delivery-queue.ts'
import { openSqliteStore } from '../../store/sqlite.ts'
import { restarting } from '../../testing/dispatch/restarting-server.ts'

test('deliveries that had no attempt are delivered after a restart, and no other', async () => {
  const { dispatcher, attempts, subscribe, order, another, waiting } = await restarting({
    perSubscription: 2,
  })
  for (const path of ['a', 'b', 'c']) await subscribe(path)
  for (let i = 0; i < 10; i++) await order()
  await expect.poll(() => attempts.length).toBe(6)
  expect(await waiting()).toBe(24)
  dispatcher.giveUp()

  const next = await another()
  await next.pickUp()
  await next.settled()
  expect(next.attempts).toHaveLength(24)
  const times = new Map<string, number>()
  for (const body of [...attempts, ...next.attempts]) times.set(body, (times.get(body) ?? 0) + 1)
  expect([...times.values()]).toEqual(Array(10).fill(3))
  expect(await waiting()).toBe(0)
})

test('of several processes on a database, one attempts each delivery', async () => {
  const { attempts, release, subscribe, order, another, dispatcher } = await restarting()
  for (let i = 0; i < 20; i++) await subscribe(String(i))
  const others = [await another(), await another()]
  for (let i = 0; i < 5; i++) {
    await order()
    await Promise.all(others.map((each) => each.pickUp()))
  }
  release()
  for (const each of [dispatcher, ...others]) await each.settled()
  expect([attempts, ...others.map((each) => each.attempts)].flat()).toHaveLength(100)
})

test('a restart drops deliveries that are older than an hour, with one log line', async () => {
  const { age, dispatcher, attempts, subscribe, order, another } = await restarting({
    perSubscription: 1,
  })
  await subscribe('a')
  await subscribe('b')
  for (let i = 0; i < 4; i++) await order()
  await expect.poll(() => attempts.length).toBe(2)
  await age(3_600_001)
  await order()
  dispatcher.giveUp()
  const next = await another()
  await next.pickUp()
  await next.settled()
  expect(next.attempts).toHaveLength(2)
  const warnings = next.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)
  expect(warnings).toEqual([
    expect.objectContaining({
      deliveries: 6,
      msg: 'Waiting deliveries are dropped: their events are too old, or too many wait',
    }),
  ])
})

test('the oldest deliveries of a subscription are dropped when too many wait', async () => {
  const { dispatcher, attempts, subscribe, order, waiting, release } = await restarting({
    perSubscription: 1,
    waiting: 10,
  })
  await subscribe('a')
  await subscribe('b', ['order.created', 'order.cancelled'])
  for (let i = 0; i < 9; i++) await order()
  await expect.poll(() => attempts.length).toBe(2)
  expect(await waiting()).toBe(16)
  await dispatcher.pickUp()
  expect(await waiting()).toBe(10)
  release()
  await dispatcher.settled()
  expect(attempts).toHaveLength(12)
  const numbers = attempts.map((body) => Number(/MF-(\d+)/.exec(body)?.[1]) % 100)
  expect([...new Set(numbers)].toSorted()).toEqual([...new Set([numbers[0], 5, 6, 7, 8, 9])])
})

test('an event without an active subscription leaves nothing in the database', async () => {
  const { server, attempts, subscribe, order, waiting, another } = await restarting()
  await subscribe('a', ['order.cancelled'])
  const inactive = JSON.parse((await subscribe('b')).text)
  await server.put(`/v1/webhooks/${inactive.id}`, { active: false })
  await order()
  expect(await waiting()).toBe(0)
  await server.put(`/v1/webhooks/${inactive.id}`, { active: true })
  const next = await another()
  await next.pickUp()
  await next.settled()
  expect(next.attempts).toEqual([])
  await order()
  await expect.poll(() => attempts.length).toBe(1)
})

test('events without a subscriber cost no write, and one read if they are published together', async () => {
  const { server, dispatcher, count, subscribe } = await restarting()
  await subscribe('a', ['order.shipped'])
  const before = count()
  for (let i = 0; i < 3; i++) dispatcher.publish(server.account, webhookExamples['order.cancelled'])
  await dispatcher.settled()
  expect(count()).toMatchObject({ reads: before.reads + 1, writes: before.writes })
  dispatcher.publish(server.account, webhookExamples['order.shipped'])
  await expect.poll(() => count().writes).toBeGreaterThan(before.writes)
})

test('a delivery is claimed once', async () => {
  const { dispatcher, subscribe, order, release, count, attempts } = await restarting()
  release()
  await subscribe('a')
  const { writes } = count()
  await order()
  await dispatcher.settled()
  // The claim, and the result.
  expect([attempts.length, count().writes - writes]).toEqual([1, 2])
})

test('a delivery that becomes too old while others are in progress is dropped', async () => {
  const { dispatcher, attempts, subscribe, order, age, waiting, release, server } =
    await restarting({ perSubscription: 1 })
  await subscribe('a')
  for (let i = 0; i < 5; i++) await order()
  await expect.poll(() => attempts.length).toBe(1)
  await age(3_600_001)
  await order()
  release()
  await dispatcher.settled()
  expect([attempts.length, await waiting()]).toEqual([2, 0])
  const dropped = server.log.flatMap((line) =>
    line.includes('are dropped') ? JSON.parse(line).deliveries : [],
  )
  expect(dropped.reduce((sum, each) => sum + each, 0)).toBe(4)
})

test('a stop completes what is in progress and leaves the rest in the database', async () => {
  const { server, dispatcher, attempts, release, subscribe, waiting, another } = await restarting()
  await subscribe('a', ['order.cancelled'])
  for (let i = 0; i < 500; i++)
    dispatcher.publish(server.account, webhookExamples['order.cancelled'])
  await expect.poll(() => attempts.length).toBe(16)
  const closed = dispatcher.close()
  release()
  await closed
  expect(attempts.length + (await waiting())).toBe(500)

  const next = await another()
  await next.pickUp()
  await next.settled()
  expect(attempts.length).toBeLessThan(100)
  expect(attempts.length + next.attempts.length).toBe(500)
})

test('a delivery that cannot be claimed is not attempted', async () => {
  const { server, setFull, dispatcher, subscribe, order, attempts, waiting, release } =
    await restarting()
  release()
  await subscribe('a')
  setFull(true)
  await order()
  await dispatcher.settled()
  expect([attempts.length, await waiting()]).toEqual([0, 1])
  const logged = () => server.log.filter((line) => line.includes('deliveries cannot be claimed'))
  expect(logged()).toHaveLength(1)
  await dispatcher.pickUp()
  expect(logged()).toHaveLength(1)

  setFull(false)
  await dispatcher.pickUp()
  await dispatcher.settled()
  expect([attempts.length, await waiting()]).toEqual([1, 0])
})

test('a claimed delivery waits while the database fails, also when the connection is open', async () => {
  const { failReads, dispatcher, subscribe, order, attempts, release } = await restarting()
  release()
  await subscribe('a')
  for (const failures of [[true], [false, true]]) {
    failReads(failures)
    await order()
    await dispatcher.settled()
    expect(failures).toEqual([])
  }
  expect(attempts).toHaveLength(2)
  // A stop does not wait for the database.
  failReads(Array(1000).fill(true))
  await order()
  dispatcher.giveUp()
  await dispatcher.settled()
  expect(attempts).toHaveLength(2)
})

test('a claimed delivery that becomes too old while the database fails is not sent', async () => {
  const { failReads, dispatcher, subscribe, order, attempts, release, server } = await restarting()
  release()
  await subscribe('a')
  const failures = [true]
  failReads(failures)
  await order()
  await expect.poll(() => failures).toEqual([])
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000)
  onTestFinished(() => later.mockRestore())
  await dispatcher.settled()
  expect(attempts).toHaveLength(0)
  expect(server.log.filter((line) => line.includes('The event is too old'))).toHaveLength(1)
})

// PostgreSQL has other programs for backups, and no single file.
if (inject('postgresSocket') === undefined) {
  test('a backup has no queued deliveries, so that a restored one does not repeat them', async () => {
    const { server, subscribe, order, waiting } = await restarting({ perSubscription: 1 })
    await subscribe('a')
    for (let i = 0; i < 3; i++) await order()
    await expect.poll(waiting).toBe(2)
    const copy = `${server.config.databaseFile}.copy`
    await backUp(server.config.databaseFile, copy)
    const store = await openSqliteStore(copy)
    onTestFinished(() => store.close())
    expect([await countWaitingDeliveries(store), await waiting()]).toEqual([0, 2])
  })

  test('the database does not grow with the number of deliveries', async () => {
    const { server, dispatcher, subscribe, release } = await restarting()
    release()
    await subscribe('a', ['order.cancelled'])
    const database = new DatabaseSync(server.config.databaseFile, { readOnly: true })
    const pagesAfter = async (events: number) => {
      for (let i = 0; i < events; i++)
        dispatcher.publish(server.account, webhookExamples['order.cancelled'])
      await dispatcher.settled()
      return Number(database.prepare('pragma page_count').get()?.page_count)
    }
    const once = await pagesAfter(200)
    for (let round = 0; round < 3; round++)
      expect(await pagesAfter(200)).toBeLessThanOrEqual(once + 5)
  })
}
