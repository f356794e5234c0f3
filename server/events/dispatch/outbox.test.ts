import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { makeTemporaryFolder } from '../../../testkit/temporary-folder.ts'
import { toId } from '../../domain/ids.ts'
import { insertAccount } from '../../store/accounts.ts'
import { openSqliteStore } from '../../store/sqlite.ts'
import { insertSubscription } from '../../store/webhooks.ts'
import { type Job, Outbox } from './outbox.ts'

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
          ...{ id: toId('whk', `whk_${i}_${j}`), url, canonicalUrl: url },
          ...{ events: ['order.created'], active: true, secret: '', createdAt: '', updatedAt: '' },
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
        const outbox = new Outbox({
          store,
          clock: Date.now,
          log: recordingLog().log,
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
            outbox.add(transaction, account, Object.assign({ number }, event)),
          )
          start()
        }
        await outbox.settled()
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

test('an account with 300 silent endpoints leaves places for another', async () => {
  const { store, accounts, close } = await databaseWith([300, 3])
  onTestFinished(close)
  const { promise: silence, resolve: end } = Promise.withResolvers<void>()
  const arrived: Job[] = []
  const outbox = new Outbox({
    store,
    clock: Date.now,
    log: recordingLog().log,
    limits: { perSubscription: 16, total: 256, waiting: 100_000 },
    attempt: async (job) => {
      if (job.account === accounts[0]) await silence
      else arrived.push(job)
    },
  })
  for (let i = 0; i < 20; i++)
    for (const account of accounts)
      (await store.write((transaction) => outbox.add(transaction, account, event)))()
  await expect.poll(() => arrived.length).toBe(60)
  end()
  await outbox.settled()
})
