import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { testServer } from '../../testing/test-server.ts'
import { pollTurns, startPoller } from './poller.ts'

const none = { created: 0, updated: 0, unchanged: 0, refused: 0 }

/** Returns a function that opens the database of a server again, as a node does, for its poll turns. */
const cluster = async () => {
  const { database, account, time } = await testServer({ demo: false })
  const node = async () => {
    const store = await database.open()
    onTestFinished(() => store.close())
    return pollTurns({ store, clock: () => time.now, account, provider: 'shipstation-v1' })
  }
  return { node, time }
}

test('one node polls, and another one when it has passed its turn on', async () => {
  const { node, time } = await cluster()
  const [first, second] = [await node(), await node()]
  expect((await Promise.all([first.take(), second.take()])).toSorted()).toEqual([0, 60_000])
  const [active, other] = (await first.take()) === 0 ? [first, second] : [second, first]
  await active.pass(300_000)
  time.now += 299_999
  expect(await other.take()).toBe(1)
  time.now += 1
  expect(await other.take()).toBe(0)
  expect(await active.take()).toBe(60_000)
  await other.pass(0)
  expect(await active.take()).toBe(0)
  await active.pass(0)
})

test('a poll that takes long keeps its turn, and that of a node that hangs ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { node, time } = await cluster()
  const [first, second] = [await node(), await node()]
  expect(await first.take()).toBe(0)
  time.now += 50_000
  vi.advanceTimersByTime(20_000)
  await expect.poll(() => second.take()).toBe(60_000)
  time.now += 60_000
  expect(await second.take()).toBe(0)
  await second.pass(0)
  await first.pass(0)
  // A node that has passed its turn on extends it no more.
  vi.advanceTimersByTime(60_000)
  expect(await second.take()).toBe(0)
  await second.pass(0)
})

test('a node waits while another one polls', async () => {
  const { node } = await cluster()
  const active = await node()
  await active.take()
  let polls = 0
  const rests: number[] = []
  const resting = Promise.withResolvers<void>()
  const poller = startPoller({
    poll: async () => {
      polls++
      return none
    },
    seconds: 300,
    log: recordingLog().log,
    turns: await node(),
    wait: async (milliseconds) => {
      rests.push(milliseconds)
      if (rests.length === 1) await active.pass(0)
      else resting.resolve()
      await nextTurn()
    },
  })
  await resting.promise
  await poller.stop()
  expect([polls > 0, rests[0]]).toEqual([true, 60_000])
})
