import type { components } from '../../generated/types.ts'
import { body, input, operation, reply } from './change-operation.ts'
import { at, replacing } from './change-response.ts'
import { type Change, mutantsOf } from './mutant.ts'

type Order = components['schemas']['Order']

/** Changes some fields of created orders. */
const created = (change: (order: Order) => Partial<Order>) =>
  body('createOrder', (order) => ({ ...order, ...change(order) }))

/** Returns 201 with the last placed order for creates that were rejected with certain messages. */
const accepting = (message: RegExp): Change => ({
  operations: (real) => {
    let last: Order | undefined
    return {
      createOrder: async (sent, call) => {
        const given = await real.createOrder(sent, call)
        if (given.status === 201) last = given.body
        else if (last && message.test(given.body.message))
          return { status: 201, body: { ...last, id: `${last.id}x`, products: sent.body.products } }
        return given
      },
    }
  },
})

/** Mutants of placing orders. */
export const placedOrderMutants = [
  ...mutantsOf('orders', 'design decision 31', {
    'Two line items with the same SKU are merged': created(({ products }) => {
      const quantities = new Map<string, number>()
      for (const { sku, quantity } of products)
        quantities.set(sku, (quantities.get(sku) ?? 0) + quantity)
      return { products: [...quantities].map(([sku, quantity]) => ({ sku, quantity })) }
    }),
    'Stock is checked for each line item, not for their sum': operation(
      'createOrder',
      async (sent, call, real) => {
        const { products } = sent.body
        const [first, second] = products
        if (!first || first.sku !== second?.sku) return real.createOrder(sent, call)
        const given = await real.createOrder({ body: { ...sent.body, products: [first] } }, call)
        return given.status === 201 ? { ...given, body: { ...given.body, products } } : given
      },
    ),
  }),
  ...mutantsOf('orders', 'design decision 51', {
    'Order notes are not stored': created(() => ({ notes: '' })),
    "The recipient's unset phone is null": at(
      'createOrder 201',
      replacing('"phone":""', '"phone":null'),
    ),
    'Every order has the same orderDate': created(() => ({
      orderDate: '2020-01-01T00:00:00.000Z',
    })),
  }),
  ...mutantsOf('orders', 'design decision 16', {
    "The recipient's city and country are in upper case": created(({ recipient }) => ({
      recipient: {
        ...recipient,
        city: recipient.city.toUpperCase(),
        country: recipient.country.toUpperCase(),
      },
    })),
  }),
  ...mutantsOf('orders', '§7 rule 7: no idempotency', {
    'A repeated createOrder returns the existing order': {
      operations: (real) => {
        const placed = new Map<string, Order>()
        return {
          createOrder: async (sent, call) => {
            const key = JSON.stringify(sent.body)
            const before = placed.get(key)
            if (before) return { status: 201, body: before }
            const given = await real.createOrder(sent, call)
            if (given.status === 201) placed.set(key, given.body)
            return given
          },
        }
      },
    },
  }),
  ...mutantsOf('orders', '§2', {
    'Two orders have the same number': created(() => ({ orderNumber: 'MF-1' })),
  }),
  ...mutantsOf('orders', 'design decision 19', {
    'Orders without stock are rejected although the campaign allows them': reply(
      'createOrder',
      (given) =>
        given.status === 201 && given.body.allocationStatus === 'BACKORDERED'
          ? { status: 400, body: { message: 'Not enough stock' } }
          : given,
    ),
    'A paused campaign accepts orders': accepting(/^Campaign is not active$/),
    'An expired campaign accepts orders': accepting(/^Campaign has expired$/),
    'A SKU that is not part of the campaign can be ordered': accepting(/^SKU is not part/),
    'A rejected order still allocates stock': reply(
      'createOrder',
      async (given, sent, call, real) => {
        const [first] = sent.body.products
        if (given.status === 400 && first && given.body.message.startsWith('Not enough stock'))
          await real.createOrder(
            { body: { ...sent.body, products: [{ ...first, quantity: 1 }] } },
            call,
          )
        return given
      },
    ),
  }),
  ...mutantsOf('orders', 'design decision 52', {
    'Without a warehouse, createOrder uses only the first one': operation(
      'createOrder',
      async (sent, call, real) => {
        const stock = await real.listInventory({ query: { page: 1, page_size: 1 } }, call)
        const [first] = stock.status === 200 ? stock.body.items : []
        const warehouse = sent.body.warehouse ?? first?.warehouse.warehouse_id ?? ''
        return real.createOrder({ body: { ...sent.body, warehouse } }, call)
      },
    ),
    'createOrder ignores the requested warehouse': input(
      'createOrder',
      ({ body: { warehouse: _, ...rest } }) => ({ body: rest }),
    ),
  }),
]
