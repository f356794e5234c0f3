import { expect, onTestFinished, test, vi } from 'vitest'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import { DeliveryError } from '../../events/dispatch/delivery-error.ts'
import { printDelivery } from './listen.ts'

const event = webhookExamples['order.shipped']
const headers = {
  'Content-Type': 'application/json',
  'X-Webhook-Signature': '00',
  'X-Webhook-Timestamp': '1',
  'X-Webhook-Event': event.event,
} as const
const delivery = { event, headers, body: JSON.stringify(event) }

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
  await printDelivery(delivery, { forward, printsPayload: false })
  expect(write.mock.calls.join('')).toMatch(/^1970-01-01T00:00:01.000Z\t.*\t200\t25 ms\n$/)
})

test.each([
  ['invite.viewed', webhookExamples['invite.viewed'].data.inviteNumber],
  ['webhook.test', '-'],
] as const)('a line of %s has the number %s, and the payload follows it', async (name, number) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  const other = { ...delivery, event: webhookExamples[name] }
  await printDelivery(other, { forward: undefined, printsPayload: true })
  const [line = '', ...payload] = write.mock.calls.join('').split('\n')
  expect(line.split('\t').slice(1)).toEqual([name, number])
  expect(payload.join('\n')).toBe(`${JSON.stringify(other.event, null, 2)}\n`)
})

test.each([
  ['is not forwarded', undefined, ''],
  ['is rejected', async () => 404, '\t404\t\\d+ ms'],
  [
    'gets no response',
    async () => Promise.reject(new DeliveryError('Connection refused')),
    '\tConnection refused\t\\d+ ms',
  ],
])('a delivery that %s is printed so', async (_, forward, columns) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  await printDelivery(delivery, { forward, printsPayload: false })
  const line = `^\\S+Z\torder\\.shipped\t${event.data.orderNumber}${columns}\n$`
  expect(write.mock.calls.join('')).toMatch(new RegExp(line))
})
