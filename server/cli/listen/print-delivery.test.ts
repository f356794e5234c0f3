import { expect, onTestFinished, test, vi } from 'vitest'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import { printDelivery } from './print-delivery.ts'

test('a line has the time that forwarding took', async () => {
  vi.useFakeTimers({ now: 0 })
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => {
    vi.useRealTimers()
    write.mockRestore()
  })
  vi.advanceTimersByTime(1000)
  const forward = async () => {
    vi.advanceTimersByTime(25)
    return 200
  }
  const event = webhookExamples['order.shipped']
  const headers = {
    'Content-Type': 'application/json',
    'X-Webhook-Signature': '00',
    'X-Webhook-Timestamp': '1',
    'X-Webhook-Event': event.event,
  } as const
  const delivery = { event, headers, body: JSON.stringify(event) }
  expect(await printDelivery(delivery, { forward, printsPayload: false })).toBe(200)
  expect(write.mock.calls.join('')).toMatch(/^1970-01-01T00:00:01.000Z\t.*\t200\t25 ms\n$/)
})
