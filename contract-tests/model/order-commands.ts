import fc from 'fast-check'
import { Order } from '../../generated/schemas.ts'
import { mustReject, mustReturn, same } from '../support/assertions.ts'
import { newOrder } from '../support/fixtures.ts'
import type { Controls } from '../support/target.ts'
import { available, type Command, command, type Model, pick, type Real } from './model.ts'

const statusOf = (model: Readonly<Model>, n: number) => pick(model.orders, n).status

const replace = (model: Model, order: PlacedOrder): void => {
  model.orders = model.orders.map((each) => (each.id === order.id ? order : each))
}

type PlacedOrder = Model['orders'][number]

const createOrder = (quantity: number) =>
  command(`createOrder(${quantity})`, async (model, { context }) => {
    const { offer, contact } = model
    const { shipTo, ...rest } = newOrder(offer, quantity, { warehouse: offer.warehouse })
    const body = { ...rest, shipTo: { ...shipTo, email: contact.email } }
    const response = await context.api.post('/v1/orders/create', body)
    if (quantity > available(model)) {
      mustReject(response, `ordering ${quantity} of ${available(model)}`)
      return
    }
    same(response.status, 201, 'the status', response)
    model.orders.push(Order.parse(response.body))
    model.stock.allocated += quantity
    contact.orderCount++
  })

const quantityOf = ({ products }: PlacedOrder) =>
  products.reduce((sum, { quantity }) => sum + quantity, 0)

const cancelOrder = (n: number) =>
  command(
    `cancelOrder(${n})`,
    async (model, { context }) => {
      const order = pick(model.orders, n)
      const response = await context.api.post('/v1/orders/cancel', { orderId: order.id })
      if (order.status !== 'AWAITING_SHIPMENT') {
        mustReject(response, `cancelling an order that is ${order.status}`)
        return
      }
      const cancelled = { ...order, status: 'CANCELLED', allocationStatus: 'RELEASED' } as const
      mustReturn(response, 201, cancelled)
      replace(model, cancelled)
      model.stock.allocated -= quantityOf(order)
    },
    ({ orders }) => orders.length > 0,
  )

const reread = async (model: Model, { context }: Real, id: string): Promise<PlacedOrder> => {
  const order = Order.parse((await context.api.get(`/v1/orders/${id}`)).body)
  replace(model, order)
  return order
}

const shipOrder = (n: number, ship: Controls['ship']) =>
  command(
    `shipOrder(${n})`,
    async (model, real) => {
      const { id, products } = pick(model.orders, n)
      await ship(id)
      const quantity = products.reduce((sum, line) => sum + line.quantity, 0)
      model.stock.on_hand -= quantity
      model.stock.allocated -= quantity
      const order = await reread(model, real, id)
      same(
        [order.status, order.trackingNumber === null],
        ['SHIPPED', false],
        'the order that shipped',
      )
    },
    (model) => model.orders.length > 0 && statusOf(model, n) === 'AWAITING_SHIPMENT',
  )

const returnOrder = (n: number, giveBack: Controls['returnOrder']) =>
  command(
    `returnOrder(${n})`,
    async (model, real) => {
      const { id, products } = pick(model.orders, n)
      await giveBack(id)
      model.stock.on_hand += products.reduce((sum, line) => sum + line.quantity, 0)
      same(
        (await reread(model, real, id)).status,
        'RETURNED',
        'the status of the order that came back',
      )
    },
    (model) => model.orders.length > 0 && statusOf(model, n) === 'SHIPPED',
  )

const getOrder = (n: number) =>
  command(
    `getOrder(${n})`,
    async ({ orders }, { context }) => {
      const order = pick(orders, n)
      mustReturn(await context.api.get(`/v1/orders/${order.id}`), 200, order)
    },
    ({ orders }) => orders.length > 0,
  )

const listOrders = () =>
  command('listOrders', async ({ orders, contact }, { context }) => {
    const email = encodeURIComponent(contact.email)
    mustReturn(
      await context.api.get(`/v1/orders/list?limit=1000&email=${email}`),
      200,
      orders.toReversed(),
    )
  })

const lookAtStock = () =>
  command('listInventory', async (model, { context }) => {
    const item = await context.fixtures.item(model.offer)
    same(
      [item.on_hand, item.allocated, item.available],
      [model.stock.on_hand, model.stock.allocated, available(model)],
      'on_hand, allocated and available',
    )
  })

const index = fc.nat({ max: 20 })

/** Commands for orders and stock. Shipping and returning need the target's controls. */
export const orderCommands = ({
  ship,
  returnOrder: giveBack,
}: Partial<Controls>): fc.Arbitrary<Command>[] => [
  fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(100_000)).map(createOrder),
  fc.integer({ min: 1, max: 60 }).map(createOrder),
  index.map(cancelOrder),
  index.map(getOrder),
  fc.constant(listOrders()),
  fc.constant(lookAtStock()),
  ...(ship ? [index.map((n) => shipOrder(n, ship))] : []),
  ...(ship && giveBack ? [index.map((n) => returnOrder(n, giveBack))] : []),
]
