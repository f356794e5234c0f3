import { defineCommand } from 'citty'
import { pino } from 'pino'
import type { components } from '../../generated/types.ts'
import { deliverOrder, returnOrder, shipOrder } from '../actions/change-order.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import { isRefusal, type Refusal, refusalText } from '../domain/refusal.ts'
import { shippedEvent } from '../events/payloads/payload.ts'
import { dispatcherFor } from '../process/create-dispatcher.ts'
import { accountsOfOrder } from '../store/orders.ts'
import type { Store, Transaction } from '../store/store.ts'
import { print, say, storeCommand } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { importOrders } from './import-orders.ts'
import { syncOrdersCommand } from './sync-orders.ts'

type Order = components['schemas']['Order']
type Event = Parameters<typeof shippedEvent>[0]
type Change = (transaction: Transaction, account: string) => Promise<Order | Refusal>

/** Tells subscribers, as the server would, and waits until each was told or could not be. */
const tell = async (store: Store, account: string, event: Event, order: Order): Promise<void> => {
  const log = pino({ base: null }, process.stderr)
  const dispatcher = dispatcherFor(readConfig(), store, log)
  dispatcher.publish(account, shippedEvent(event, order))
  await dispatcher.settled()
}

const change = async (store: Store, id: string, event: Event, work: Change): Promise<void> => {
  const [account, another] = await accountsOfOrder(store, id)
  if (account === undefined) throw new CommandFailure(`There is no order ${id}`)
  if (another !== undefined)
    throw new CommandFailure(
      `${id} is an order of several accounts: it cannot be told which is meant`,
    )
  const order = await store.write((transaction) => work(transaction, account))
  if (isRefusal(order)) throw new CommandFailure(`${id}: ${refusalText(order)}`)
  await tell(store, account, event, order)
  say(`${order.orderNumber} is ${order.status}`)
  print(order.id)
}

const id = {
  type: 'positional',
  required: true,
  description: 'The order’s id, as the API shows it',
} as const

const ship = storeCommand({
  name: 'ship',
  description: 'Tell that a parcel has left: the order is SHIPPED, and order.shipped goes out',
  args: {
    id,
    tracking: { type: 'string', required: true, description: 'The carrier’s tracking number' },
    carrier: { type: 'string', required: true, description: 'The carrier’s code, such as ups' },
  },
  run: (store, { id: order, tracking, carrier }) =>
    change(store, order, 'order.shipped', (transaction, account) =>
      shipOrder(
        transaction,
        account,
        order,
        { trackingNumber: tracking, carrierCode: carrier },
        systemClock(),
      ),
    ),
})

const deliver = storeCommand({
  name: 'deliver',
  description: 'Tell that a parcel has arrived: deliveredAt is set, and order.delivered goes out',
  args: { id },
  run: (store, { id: order }) =>
    change(store, order, 'order.delivered', (transaction, account) =>
      deliverOrder(transaction, account, order, systemClock()),
    ),
})

const giveBack = storeCommand({
  name: 'return',
  description: 'Tell that a parcel came back: the order is RETURNED, and order.returned goes out',
  args: { id },
  run: (store, { id: order }) =>
    change(store, order, 'order.returned', (transaction, account) =>
      returnOrder(transaction, account, order, systemClock()),
    ),
})

export const orders = defineCommand({
  meta: { name: 'orders', description: 'What the warehouse and the carrier do' },
  subCommands: { ship, deliver, return: giveBack, import: importOrders, sync: syncOrdersCommand },
})
