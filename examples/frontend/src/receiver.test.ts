// @vitest-environment node
import { once } from 'node:events'
import { createMock } from '@merch-fulfillment/mock'
import { expect, test } from 'vitest'
import { createReceiver } from './receiver.ts'

test('events of the mock arrive, and others are rejected', async () => {
  await using mock = createMock()
  const events: string[] = []
  const receiver = createReceiver('whsec_mine', (event) => events.push(event)).listen(
    0,
    'localhost',
  )
  await once(receiver, 'listening')
  const address = receiver.address()
  const url = `http://localhost:${typeof address === 'object' ? address?.port : ''}/`
  await mock.control.addReceiver({ url, secret: 'whsec_mine' })
  await mock.control.sendEvent('order.shipped')
  await mock.control.addReceiver({ url, secret: 'whsec_other' })
  const [rejected] = await mock.control.sendEvent('order.shipped')
  expect(rejected?.status).toBe(400)
  expect(events).toEqual(['order.shipped'])
  receiver.close()
})
