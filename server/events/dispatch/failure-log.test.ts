import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { toId } from '../../domain/ids.ts'
import { type Failure, FailureLog } from './failure-log.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

const of = { webhook: toId('whk', 'whk_1'), event: 'order.shipped' }

const setUp = () => {
  const { log, lines } = recordingLog()
  const failures = new FailureLog(log)
  const note = (failure: Failure, times = 1) => {
    for (let i = 0; i < times; i++) failures.note(failure)
  }
  /** Returns the reason and the number of deliveries of each new line. */
  const logged = () =>
    lines.splice(0).map((line) => {
      const { status, reason, deliveries } = JSON.parse(line)
      return [status ?? reason, deliveries]
    })
  return { failures, note, logged }
}

test('the first failure of a kind is logged at once, and the others after a second', () => {
  const { note, logged } = setUp()
  note({ ...of, status: 500 }, 3)
  note({ ...of, reason: 'Connection reset' })
  expect(logged()).toEqual([
    [500, 1],
    ['Connection reset', 1],
  ])
  vi.advanceTimersByTime(999)
  expect(logged()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(logged()).toEqual([[500, 2]])
  note({ ...of, status: 500 }, 2)
  expect(logged()).toEqual([[500, 1]])
  vi.advanceTimersByTime(1000)
  expect(logged()).toEqual([[500, 1]])
})

test('after a flush, the next second begins with the next failure', () => {
  const { failures, note, logged } = setUp()
  note({ ...of, status: 500 }, 2)
  vi.advanceTimersByTime(500)
  failures.flush()
  expect(logged()).toEqual([
    [500, 1],
    [500, 1],
  ])
  note({ ...of, status: 500 }, 2)
  vi.advanceTimersByTime(999)
  expect(logged()).toEqual([[500, 1]])
  vi.advanceTimersByTime(1)
  expect(logged()).toEqual([[500, 1]])
})
