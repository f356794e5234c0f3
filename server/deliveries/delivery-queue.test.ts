import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import { recordingLog } from '../../tests/kit/recording-log.ts'
import { serverWithDispatcher } from '../../tests/kit/server/sending-server.ts'
import { makeTemporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { toId } from '../domain/ids.ts'
import { insertAccount } from '../store/accounts.ts'
import { readBacklog } from '../store/backlog.ts'
import { openSqliteStore } from '../store/sqlite.ts'
import { type Store, StoreFault } from '../store/store.ts'
import { insertSubscription } from '../store/webhooks/webhooks.ts'
import { DeliveryQueue, type Job } from './delivery-queue.ts'
import { createDispatcher } from './dispatcher.ts'
import { toDeliveryError } from './failure-reason.ts'

type Limits = Parameters<typeof createDispatcher>[0]['limits']

/** Returns subscribers that respond when they are released, and record what they receive. */
const subscribers = () => {
  const attempts: string[] = []
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const send = async (_: string, sign: () => Promise<{ body: string }>, stop?: AbortSignal) => {
    const { body } = await sign().catch((error: unknown) => {
      throw toDeliveryError(error)
    })
    attempts.push(body)
    const aborted = new Promise<never>((_resolve, reject) => {
      stop?.addEventListener('abort', () => reject(stop.reason))
    })
    await Promise.race([promise, aborted])
    return { status: 200, text: '' }
  }
  return { attempts, release, send }
}

/** Starts a server whose dispatcher can be replaced, as if its process was killed and started again. */
const restarting = async (limits: Limits = {}) => {
  const first = subscribers()
  /** `losesAnswers`: writes commit and then fail. `reads`: whether each of the next reads fails. */
  const faults: { isFull: boolean; losesAnswers: boolean; reads: boolean[] } = {
    isFull: false,
    losesAnswers: false,
    reads: [],
  }
  const { server, dispatcher, ...shop } = await serverWithDispatcher(({ store }) => {
    const write: Store['write'] = async (work) => {
      if (faults.isFull) throw new Error('disk full')
      const result = await store.write(work)
      if (faults.losesAnswers) throw new StoreFault('Connection terminated unexpectedly')
      return result
    }
    const read: Store['first'] = (...given) =>
      faults.reads.shift()
        ? Promise.reject(new StoreFault('The database failed'))
        : store.first(...given)
    return { store: { ...store, first: read, write }, limits, send: first.send }
  })
  const subscribe = (path: string, events?: string[]) =>
    shop.subscribe(`https://hooks.example.com/${path}`, events)
  let processes = 0
  /** Starts another process on the same database. @param name that of a former one, which has ended. */
  const another = async (name = `process ${processes++}`) => {
    const store = await server.database.open()
    onTestFinished(() => store.close())
    const { log, lines } = recordingLog()
    const { attempts, release, send } = subscribers()
    release()
    const clock = () => server.time.now
    const dispatcher = createDispatcher({ store, clock, log, limits, send, server: name })
    return { ...dispatcher, attempts, lines }
  }
  /** Starts another process, which delivers what waits. */
  const restart = async () => {
    const next = await another()
    await next.pickUp()
    await next.settled()
    return next
  }
  const waiting = async () => (await readBacklog(server.store, 0))?.deliveries ?? 0
  /** Makes all waiting deliveries older. */
  const age = (milliseconds: number) =>
    server.database.query(`update delivery_queue set created_at = created_at - ${milliseconds}`)
  const { order, publish } = shop
  return {
    faults,
    server,
    dispatcher,
    subscribe,
    order,
    publish,
    another,
    restart,
    waiting,
    age,
    ...first,
  }
}

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
  const { age, dispatcher, attempts, subscribe, order, restart } = await restarting({
    perSubscription: 1,
  })
  await subscribe('a')
  await subscribe('b')
  for (let i = 0; i < 4; i++) await order()
  await expect.poll(() => attempts.length).toBe(2)
  await age(3_600_001)
  await order()
  dispatcher.giveUp()
  const next = await restart()
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

test('invite events drop no order event of their account, and are sent after those that wait', async () => {
  const { dispatcher, attempts, subscribe, order, publish, age, waiting, release } =
    await restarting({ perSubscription: 1, waiting: 3 })
  await subscribe('a', ['order.created', 'invite.viewed'])
  await order()
  await expect.poll(() => attempts.length).toBe(1)
  await order()
  await age(1000)
  for (let i = 0; i < 20; i++) await publish(webhookExamples['invite.viewed'])
  await order()
  await dispatcher.pickUp()
  expect(await waiting()).toBe(2 + 3)
  release()
  await dispatcher.settled()
  expect(attempts.map((body) => JSON.parse(body).event)).toEqual([
    ...Array(3).fill('order.created'),
    ...Array(3).fill('invite.viewed'),
  ])
})

test('an event without an active subscription leaves nothing in the database', async () => {
  const { server, attempts, subscribe, order, waiting, restart } = await restarting()
  await subscribe('a', ['order.cancelled'])
  const inactive = await subscribe('b')
  await server.put(`/v1/webhooks/${inactive.id}`, { active: false })
  await order()
  expect(await waiting()).toBe(0)
  await server.put(`/v1/webhooks/${inactive.id}`, { active: true })
  const next = await restart()
  expect(next.attempts).toEqual([])
  await order()
  await expect.poll(() => attempts.length).toBe(1)
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
  const { dispatcher, attempts, release, subscribe, waiting, restart, publish } = await restarting()
  await subscribe('a', ['order.cancelled'])
  for (let i = 0; i < 500; i++) await publish(webhookExamples['order.cancelled'])
  await expect.poll(() => attempts.length).toBe(16)
  const closed = dispatcher.close()
  release()
  await closed
  expect(attempts.length + (await waiting())).toBe(500)

  const next = await restart()
  expect(attempts.length).toBeLessThan(100)
  expect(attempts.length + next.attempts.length).toBe(500)
})

test('a delivery that cannot be claimed is not attempted', async () => {
  const { server, faults, dispatcher, subscribe, order, attempts, waiting, release } =
    await restarting()
  release()
  await subscribe('a')
  faults.isFull = true
  await order()
  await dispatcher.settled()
  expect([attempts.length, await waiting()]).toEqual([0, 1])
  const logged = () => server.log.filter((line) => line.includes('deliveries cannot be claimed'))
  expect(logged()).toHaveLength(1)
  await dispatcher.pickUp()
  expect(logged()).toHaveLength(1)

  faults.isFull = false
  await dispatcher.pickUp()
  await dispatcher.settled()
  expect([attempts.length, await waiting()]).toEqual([1, 0])
})

test('deliveries of a claim whose commit has no response are attempted once', async () => {
  const { server, faults, dispatcher, subscribe, publish, attempts, waiting, release, restart } =
    await restarting()
  release()
  await subscribe('a', ['order.cancelled'])
  for (let i = 0; i < 3; i++) await publish(webhookExamples['order.cancelled'])
  await dispatcher.settled()
  faults.losesAnswers = true
  await server.database.query(
    `insert into delivery_queue (account_id, webhook_id, event, body, created_at)
      select account_id, id, 'order.cancelled', '{}', ${server.time.now} from webhooks`,
  )
  await dispatcher.pickUp()
  await dispatcher.settled()
  expect([attempts.length, await waiting()]).toEqual([3, 0])
  expect((await restart()).attempts).toEqual([])
  faults.losesAnswers = false
  await dispatcher.pickUp()
  await dispatcher.settled()
  expect([attempts.length, await waiting()]).toEqual([4, 0])
})

test('a restart drops and logs what was in progress when its process was killed', async () => {
  const { server, dispatcher, subscribe, order, attempts, another } = await restarting()
  await subscribe('a')
  await order()
  await order()
  await expect.poll(() => attempts.length).toBe(2)
  server.time.now++
  const elsewhere = await another('elsewhere')
  await elsewhere.pickUp()
  expect(elsewhere.lines).toEqual([])
  const restarted = await another('server')
  await restarted.pickUp()
  expect(restarted.lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 40,
      deliveries: 2,
      msg: expect.stringContaining('in progress'),
    }),
  ])
  expect(await server.database.query('select seq from delivery_queue')).toEqual([])
  expect([...elsewhere.attempts, ...restarted.attempts]).toEqual([])
  dispatcher.giveUp()
})

test('a claimed delivery waits while the database fails, also when the connection is open', async () => {
  const { faults, dispatcher, subscribe, order, attempts, release } = await restarting()
  release()
  await subscribe('a')
  for (const failures of [[true], [false, true]]) {
    faults.reads = failures
    await order()
    await dispatcher.settled()
    expect(failures).toEqual([])
  }
  expect(attempts).toHaveLength(2)
  // A stop does not wait for the database.
  faults.reads = Array(1000).fill(true)
  await order()
  dispatcher.giveUp()
  await dispatcher.settled()
  expect(attempts).toHaveLength(2)
})

test('a claimed delivery that becomes too old while the database fails is not sent', async () => {
  const { faults, dispatcher, subscribe, order, attempts, release, server } = await restarting()
  release()
  await subscribe('a')
  const failures = [true]
  faults.reads = failures
  await order()
  await expect.poll(() => failures).toEqual([])
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000)
  onTestFinished(() => later.mockRestore())
  await dispatcher.settled()
  expect(attempts).toHaveLength(0)
  expect(server.log.filter((line) => line.includes('The event is too old'))).toHaveLength(1)
  // Of a process that has run for hours, none is too old.
  await order()
  await dispatcher.settled()
  expect(attempts).toHaveLength(1)
})

const event = webhookExamples['order.created']

/** Opens a database with accounts that have so many subscriptions each. */
const databaseWith = async (subscriptions: readonly number[]) => {
  const folder = makeTemporaryFolder()
  const store = await openSqliteStore(join(folder.path, 'test.db'))
  const accounts = subscriptions.map((_, i) => toId('acc', `acc_${i}`))
  await store.write(async (transaction) => {
    for (const [i, id] of accounts.entries()) {
      await insertAccount(transaction, { id, name: '', createdAt: '' })
      for (let j = 0; j < (subscriptions[i] ?? 0); j++) {
        const url = `https://hooks.example.com/${i}/${j}`
        await insertSubscription(transaction, id, {
          id: toId('whk', `whk_${i}_${j}`),
          url,
          canonicalUrl: url,
          events: ['order.created'],
          active: true,
          secret: '',
          createdAt: '',
          updatedAt: '',
        })
      }
    }
  })
  const close = async () => {
    await store.close()
    folder.remove()
  }
  return { store, accounts, close }
}

const numberOf = ({ body }: Job): number => JSON.parse(body).number

test('for any events, limits hold, the attempts of a subscription keep their order, and each is made once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
      fc.record({
        perSubscription: fc.integer({ min: 1, max: 4 }),
        total: fc.integer({ min: 1, max: 12 }),
      }),
      fc.array(fc.nat({ max: 2 }), { maxLength: 40 }),
      fc.infiniteStream(fc.nat({ max: 3 })),
      async (subscriptions, limits, events, durations) => {
        const { store, accounts, close } = await databaseWith(subscriptions)
        const running: Job[] = []
        const attempted: Job[] = []
        const tooMany: string[] = []
        const check = (job: Job) => {
          const ofAccount = running.filter(({ account }) => account === job.account).length
          const ofSubscription = running.filter(({ webhook }) => webhook === job.webhook).length
          if (running.length > limits.total) tooMany.push('in total')
          if (ofSubscription > limits.perSubscription) tooMany.push('of a subscription')
          // An account leaves places for others, except the last one.
          if (ofAccount > Math.ceil(limits.total / 2)) tooMany.push('of an account')
        }
        const queue = new DeliveryQueue({
          store,
          clock: Date.now,
          log: recordingLog().log,
          server: '',
          limits: { ...limits, waiting: 1000 },
          attempt: async (job) => {
            running.push(job)
            attempted.push(job)
            check(job)
            for (let turns = durations.next().value ?? 0; turns > 0; turns--)
              await new Promise(setImmediate)
            running.splice(running.indexOf(job), 1)
          },
        })
        for (const [number, of] of events.entries()) {
          const account = accounts[of % accounts.length]
          if (account === undefined) throw new Error('no account')
          const start = await store.write((transaction) =>
            queue.enqueue(transaction, account, Object.assign({ number }, event)),
          )
          start()
        }
        await queue.settled()
        await close()
        expect(tooMany).toEqual([])
        const expected = events.flatMap((of, number) =>
          Array.from({ length: subscriptions[of % accounts.length] ?? 0 }, () => number),
        )
        expect(attempted.map(numberOf).toSorted((a, b) => a - b)).toEqual(expected)
        for (const jobs of Map.groupBy(attempted, ({ webhook }) => webhook).values())
          expect(jobs.map(numberOf)).toEqual(jobs.map(numberOf).toSorted((a, b) => a - b))
      },
    ),
    { numRuns: 30 },
  )
})

test('silent subscriptions of an account delay no delivery of another, whether sent or waiting', async () => {
  const { store, accounts, close } = await databaseWith([50, 1])
  onTestFinished(close)
  const silence = Promise.withResolvers<void>()
  let attempted = 0
  const queue = new DeliveryQueue({
    store,
    clock: Date.now,
    log: recordingLog().log,
    server: '',
    limits: { perSubscription: 4, total: 16, waiting: 1000 },
    attempt: async ({ account }) => {
      if (account === accounts[0]) await silence.promise
      else attempted++
    },
  })
  for (const account of accounts)
    for (let i = 0; i < 20; i++)
      (await store.write((transaction) => queue.enqueue(transaction, account, event)))()
  await expect.poll(() => attempted).toBe(20)
  silence.resolve()
  await queue.settled()
})
