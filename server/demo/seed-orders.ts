import { type EventTransaction, withoutEvents } from '../actions/actions.ts'
import { cancelOrder, deliverOrder, returnOrder, shipOrder } from '../actions/change-order.ts'
import { type OrderRequest, placeOrder } from '../actions/place-order.ts'
import { type Order, unsetFields } from '../domain/order.ts'
import type { Transaction } from '../store/store.ts'
import { type Demo, daysAgo, expectAllowed } from './demo.ts'

type Outcome = 'waiting' | 'shipped' | 'delivered' | 'returned' | 'cancelled'

const outcomes: Outcome[] = [
  ...(['delivered', 'delivered', 'returned', 'delivered', 'cancelled', 'delivered'] as const),
  ...(['shipped', 'delivered', 'shipped', 'cancelled', 'shipped', 'shipped'] as const),
  ...(['waiting', 'shipped', 'waiting', 'waiting', 'cancelled', 'waiting'] as const),
  ...(['waiting', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting'] as const),
]

const carriers = ['ups', 'fedex', 'dhl_express']

/** Ships, delivers, returns or cancels an order on the days after it was placed. */
const advanceOrder = async (
  transaction: EventTransaction,
  demo: Demo,
  { id }: Order,
  fate: Outcome,
  placed: number,
  index: number,
): Promise<void> => {
  const { account } = demo
  const at = (days: number) => daysAgo(demo, placed - days)
  if (fate === 'waiting') return
  if (fate === 'cancelled') {
    expectAllowed(await cancelOrder(transaction, account, id, at(0.2)))
    return
  }
  const shipment = {
    trackingNumber: `1Z999AA1${String(10_123_456 + index * 7919).padStart(8, '0')}`,
    carrierCode: carriers[index % carriers.length] ?? 'ups',
  }
  expectAllowed(await shipOrder(transaction, account, id, shipment, at(1)))
  if (fate === 'shipped') return
  expectAllowed(await deliverOrder(transaction, account, id, at(3)))
  if (fate === 'returned') expectAllowed(await returnOrder(transaction, account, id, at(6)))
}

type Person = Demo['people'][number]

export const recipientOf = (person: Person): Order['recipient'] => {
  const { firstName, lastName, email, phone, street1, street2, city, state, zip, country } = person
  return { firstName, lastName, email, phone, street1, street2, city, state, zip, country }
}

/** Adds orders in every status. The oldest is three weeks old. */
export const seedOrders = async (seeding: Transaction, demo: Demo): Promise<void> => {
  const transaction = withoutEvents(seeding)
  const { account, campaign, people, skus } = demo
  const addressed = people.filter(({ street1 }) => street1 !== '')
  for (const [i, fate] of outcomes.entries()) {
    const person = addressed[i]
    if (!person) continue
    const placed = 21 - i * 0.85
    const request: OrderRequest = {
      ...unsetFields,
      campaignId: campaign,
      products: Array.from({ length: 1 + (i % 3) }, (_, line) => ({
        sku: skus[(i * 5 + line * 11) % skus.length] ?? '',
        quantity: 1 + ((i + line) % 3),
      })),
      orderSource: 'API',
      recipient: recipientOf(person),
      companyName: person.companyName,
      notes: i % 5 === 0 ? 'Leave at the front desk' : '',
      warehouse: undefined,
    }
    const order = await placeOrder(transaction, account, request, daysAgo(demo, placed))
    await advanceOrder(transaction, demo, expectAllowed(order), fate, placed, i)
  }
}
