import { expect, onTestFinished, test } from 'vitest'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { startPoller } from './poller.ts'
import { ProviderError } from './sync.ts'

const none = { created: 0, updated: 0, unchanged: 0, refused: 0 }

/** The turns of a node that is alone. */
const turnsOf = (passed: number[] = []) => ({
  take: async () => 0,
  pass: async (milliseconds: number) => void passed.push(milliseconds),
})

/** A poller that rests for no time, and stops by itself after as many polls as there are outcomes. */
const polling = async (...outcomes: (typeof none | Error)[]) => {
  const { log, lines } = recordingLog()
  const rests: number[] = []
  const passed: number[] = []
  let running = 0
  let most = 0
  const polls = await new Promise<number>((resolve) => {
    let count = 0
    const poller = startPoller({
      poll: async () => {
        most = Math.max(most, ++running)
        await new Promise((turn) => setImmediate(turn))
        running--
        const outcome = outcomes[count++] ?? none
        if (outcome instanceof Error) throw outcome
        return outcome
      },
      seconds: 300,
      log,
      turns: turnsOf(passed),
      wait: async (milliseconds) => {
        rests.push(milliseconds / 1000)
        if (count === outcomes.length) void poller.stop().then(() => resolve(count))
      },
    })
  })
  expect(most).toBe(1)
  return { polls, rests, passed, logged: lines.map((line) => JSON.parse(line)) }
}

test('polls now and repeatedly, one poll at a time, with one log line each', async () => {
  const changes = (['created', 'updated', 'refused'] as const).map((each) => ({
    ...none,
    [each]: 1,
  }))
  const { polls, rests, passed, logged } = await polling(none, ...changes)
  expect(polls).toBe(4)
  expect(rests).toEqual([300, 300, 300, 300])
  // The turn ends with the pause, and at once after the last poll.
  expect(passed).toEqual([300_000, 300_000, 300_000, 300_000, 0])
  expect(logged.map(({ level }) => level)).toEqual([20, 30, 30, 30])
  expect(logged[1]).toMatchObject({ created: 1, updated: 0 })
})

test('while another node has the turn, nothing is polled', async () => {
  const left = [400_000, 20_000, 1, 0]
  const rests: number[] = []
  const restsBefore = await new Promise<number[]>((resolve) => {
    const poller = startPoller({
      poll: async () => {
        const before = [...rests]
        void poller.stop().then(() => resolve(before))
        return none
      },
      seconds: 300,
      log: recordingLog().log,
      turns: { ...turnsOf(), take: async () => left.shift() ?? 0 },
      wait: async (milliseconds) => void rests.push(milliseconds),
    })
  })
  expect(restsBefore).toEqual([300_000, 20_000, 1])
})

test('failures double the pause up to one hour; a success resets it', async () => {
  const failure = new ProviderError('the provider responds with 503')
  const bug = new TypeError('x is not a function')
  const { rests, logged } = await polling(failure, failure, bug, failure, failure, failure, none)
  expect(rests).toEqual([600, 1200, 2400, 3600, 3600, 3600, 300])
  expect(logged[0]).toMatchObject({
    level: 40,
    reason: 'the provider responds with 503',
    failures: 1,
  })
  expect(logged[2]).toMatchObject({ err: { type: 'TypeError' } })
})

test('a stop ends a pause and waits for a running poll', async () => {
  const { log, lines } = recordingLog()
  const first = Promise.withResolvers<void>()
  const resting = startPoller({
    poll: async () => {
      first.resolve()
      return none
    },
    seconds: 86_400,
    log,
    turns: turnsOf(),
  })
  await first.promise
  await resting.stop()

  let ended = false
  const begun = Promise.withResolvers<void>()
  const busy = startPoller({
    poll: (signal) =>
      new Promise((_, reject) => {
        begun.resolve()
        signal.addEventListener('abort', () =>
          setImmediate(() => {
            ended = true
            reject(signal.reason)
          }),
        )
      }),
    seconds: 1,
    log,
    turns: turnsOf(),
  })
  onTestFinished(busy.stop)
  await begun.promise
  await busy.stop()
  expect(ended).toBe(true)
  // What was ended on purpose is no failure.
  expect(lines.map((line) => JSON.parse(line).level)).toEqual([20])
})
