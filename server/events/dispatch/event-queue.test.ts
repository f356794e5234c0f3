import { expect, test } from 'vitest'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import { toId } from '../../domain/ids.ts'
import { EventQueue, type PublishedEvent } from './event-queue.ts'

const published = (account: string): PublishedEvent => ({
  account: toId('acc', account),
  event: webhookExamples['order.cancelled'],
})

test('the events of a turn are handled together', async () => {
  const handled: string[][] = []
  const queue = new EventQueue(async (events) => {
    handled.push(events.map(({ account }) => account))
  })
  queue.add(published('acc_1'))
  queue.add(published('acc_2'))
  expect(queue.isEmpty).toBe(false)
  await queue.drained()
  expect(queue.isEmpty).toBe(true)
  queue.add(published('acc_3'))
  await queue.drained()
  expect(handled).toEqual([['acc_1', 'acc_2'], ['acc_3']])
})
