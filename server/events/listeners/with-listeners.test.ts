import { expect, test } from 'vitest'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { toId } from '../../domain/ids.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import { noSeal } from '../dispatch/sealed-secret.ts'
import type { Forward } from './local-egress.ts'
import { withListeners } from './with-listeners.ts'

const event = webhookExamples['order.shipped']

/** A dispatcher without subscribers, and one listener. */
const listenedTo = (forward: Forward) => {
  const calls: string[] = []
  const { log, lines } = recordingLog()
  const dispatcher: Dispatcher = {
    enqueue: () => () => calls.push('start'),
    publish: () => calls.push('publish'),
    pickUp: async () => {},
    close: async () => {
      calls.push('close')
    },
    test: async () => ({ success: true, statusCode: 200, error: null }),
    settled: async () => {
      calls.push('settled')
    },
    giveUp: () => calls.push('giveUp'),
  }
  const listeners = { matching: () => [{ id: 'one', secret: 'whsec_1', forward }] }
  const told = withListeners(dispatcher, { listeners, clock: Date.now, seal: noSeal, log })
  return { told, calls, lines }
}

test('delivery starts after the current turn of the event loop', async () => {
  const handed: string[] = []
  const { told, calls, lines } = listenedTo(async ({ body }) => handed.push(body) && 204)
  told.publish(toId('acc', 'acc_1'), event)
  await Promise.resolve()
  expect([calls, handed]).toEqual([['publish'], []])
  await told.settled()
  expect(handed).toEqual([JSON.stringify(event)])
  expect(calls).toEqual(['publish', 'settled'])
  expect(lines).toEqual([])
})

test('a stop waits for listeners too', async () => {
  const answer = Promise.withResolvers<number>()
  const { told, calls } = listenedTo(() => answer.promise)
  let isClosed = false
  told.publish(toId('acc', 'acc_1'), event)
  const closed = told.close().then(() => {
    isClosed = true
  })
  await new Promise((turn) => setImmediate(turn))
  await new Promise((turn) => setImmediate(turn))
  expect([calls, isClosed]).toEqual([['publish', 'close'], false])
  answer.resolve(204)
  await closed
})

test('an unresponsive listener does not delay a stop', async () => {
  const { told, calls } = listenedTo(
    (_, stop) =>
      new Promise((_resolve, reject) => {
        stop?.addEventListener('abort', () => reject(stop.reason))
      }),
  )
  for (let i = 0; i < 50; i++) told.publish(toId('acc', 'acc_1'), event)
  await new Promise((turn) => setImmediate(turn))
  told.giveUp()
  await told.settled()
  expect(calls.slice(-2)).toEqual(['giveUp', 'settled'])
})

test.each<[string, Forward]>([
  ['answers 400', async () => 400],
  ['breaks', async () => Promise.reject(new Error('Connection reset'))],
])('a listener that %s causes no warning', async (_, forward) => {
  const { told, lines } = listenedTo(forward)
  told.publish(toId('acc', 'acc_1'), event)
  await told.settled()
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 20, listener: 'one', event: 'order.shipped' }),
  ])
  expect(lines.join('')).not.toContain('whsec_')
})

test('a delivery that is larger than half of the queue is dropped', async () => {
  const { told, lines } = listenedTo(async () => 204)
  const { data } = event
  told.publish(toId('acc', 'acc_1'), {
    ...event,
    data: { ...data, orderNumber: 'x'.repeat(2 ** 23) },
  })
  await told.settled()
  expect(lines.map((line) => JSON.parse(line).reason)).toEqual(['The queue is full'])
})
