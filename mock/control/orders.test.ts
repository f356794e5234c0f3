import { expect, test } from 'vitest'
import { z } from 'zod'
import { startReceiver } from '../testing/receiver.ts'
import { type StartedMock, startMock } from '../testing/start-mock.ts'

const Orders = z.array(z.object({ id: z.string(), status: z.string() }))

const anOrder = async ({ call }: StartedMock, wanted: string): Promise<string> => {
  const orders = Orders.parse((await call('/orders/list')).body)
  return orders.find(({ status }) => status === wanted)?.id ?? ''
}

test('an order can be shipped, delivered and returned, and receivers get the events', async () => {
  const mock = await startMock()
  const { url, received } = await startReceiver()
  await mock.turn('receivers', { url })
  const id = await anOrder(mock, 'AWAITING_SHIPMENT')

  expect((await mock.turn(`orders/${id}/ship`)).body).toMatchObject({ id, status: 'SHIPPED' })
  const delivered = await mock.turn(`orders/${id}/deliver`)
  expect(delivered.body).toMatchObject({ id, deliveredAt: expect.any(String) })
  expect((await mock.turn(`orders/${id}/return`)).body).toMatchObject({ id, status: 'RETURNED' })

  // Deliveries finish in any order (specification §6).
  await expect
    .poll(() => received.map(({ headers }) => headers['x-webhook-event']).toSorted())
    .toEqual(['order.delivered', 'order.returned', 'order.shipped'])
  const shipped = received.find(({ headers }) => headers['x-webhook-event'] === 'order.shipped')
  expect(JSON.parse(shipped?.body ?? '')).toMatchObject({
    event: 'order.shipped',
    data: { orderId: id, status: 'SHIPPED', trackingNumber: expect.any(String) },
  })
  expect((await mock.call(`/orders/${id}`)).body).toMatchObject({ status: 'RETURNED' })
})

test('the ship date uses the mock’s clock', async () => {
  const mock = await startMock()
  const id = await anOrder(mock, 'AWAITING_SHIPMENT')
  const state = await mock.turn('clock', { seconds: 30 * 86_400 })
  const { clock } = z.object({ clock: z.iso.datetime() }).parse(state.body)
  const shipped = await mock.turn(`orders/${id}/ship`)
  const { shipDate } = z.object({ shipDate: z.iso.datetime() }).parse(shipped.body)
  expect(shipDate.slice(0, 10)).toBe(clock.slice(0, 10))
})

test('a change that the order’s status does not allow returns a 400 with the reason', async () => {
  const mock = await startMock()
  const waiting = await anOrder(mock, 'AWAITING_SHIPMENT')
  const cancelled = await anOrder(mock, 'CANCELLED')
  const said = async (path: string) => {
    const { status, body } = await mock.turn(`orders/${path}`)
    return [status, body]
  }
  expect(await said('nobody/ship')).toEqual([400, { message: 'Order not found' }])
  expect(await said(`${waiting}/deliver`)).toEqual([400, { message: 'Order has not shipped' }])
  expect(await said(`${waiting}/eat`)).toEqual([
    400,
    { message: 'Unknown change eat. Use one of ship, deliver, return.' },
  ])
  expect(await said(`${cancelled}/ship`)).toEqual([400, { message: expect.stringMatching(/./) }])
})

test('a stateless mock rejects changes of orders', async () => {
  const { turn } = await startMock({ stateful: false })
  expect(await turn('orders/nobody/ship')).toMatchObject({
    status: 400,
    body: { message: 'Orders need a stateful mock. Start it with --stateful.' },
  })
})
