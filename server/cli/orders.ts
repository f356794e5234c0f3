import type { Command } from '@commander-js/extra-typings'
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
import { print, say, withStore } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { addImport } from './import-orders.ts'
import { addSync } from './sync-orders.ts'

type Order = components['schemas']['Order']
type Event = Parameters<typeof shippedEvent>[0]
type Change = (transaction: Transaction, account: string) => Promise<Order | Refusal>

/** Delivers the event to subscribers and waits until every delivery has succeeded or failed. */
const publish = async (
  store: Store,
  account: string,
  event: Event,
  order: Order,
): Promise<void> => {
  const log = pino({ base: null }, process.stderr)
  const dispatcher = dispatcherFor(readConfig(), store, log)
  dispatcher.publish(account, shippedEvent(event, order))
  await dispatcher.settled()
}

const change = async (store: Store, id: string, event: Event, work: Change): Promise<void> => {
  const [account, another] = await accountsOfOrder(store, id)
  if (account === undefined)
    throw new CommandFailure(`No order ${id}. Use an ID that GET /v1/orders/list returns.`)
  if (another !== undefined)
    throw new CommandFailure(`Several accounts have an order ${id}. The order is unchanged.`)
  const order = await store.write((transaction) => work(transaction, account))
  if (isRefusal(order)) throw new CommandFailure(`${id}: ${refusalText(order)}`)
  await publish(store, account, event, order)
  say(`${order.orderNumber} is ${order.status}`)
  print(order.id)
}

const orderHelp = 'order ID, as returned by the API'

export const addOrders = (merch: Command): void => {
  const orders = merch
    .command('orders')
    .description('Record shipments, deliveries and returns, and import orders')

  orders
    .command('ship')
    .description('Set an order to SHIPPED and send order.shipped')
    .argument('<order>', orderHelp)
    .requiredOption('--tracking <number>', 'the carrier’s tracking number')
    .requiredOption('--carrier <code>', 'carrier code, such as ups')
    .action(
      withStore((store, id, { tracking: trackingNumber, carrier: carrierCode }) =>
        change(store, id, 'order.shipped', (transaction, account) =>
          shipOrder(transaction, account, id, { trackingNumber, carrierCode }, systemClock()),
        ),
      ),
    )

  orders
    .command('deliver')
    .description('Set deliveredAt of an order and send order.delivered')
    .argument('<order>', orderHelp)
    .action(
      withStore((store, id) =>
        change(store, id, 'order.delivered', (transaction, account) =>
          deliverOrder(transaction, account, id, systemClock()),
        ),
      ),
    )

  orders
    .command('return')
    .description('Set an order to RETURNED and send order.returned')
    .argument('<order>', orderHelp)
    .action(
      withStore((store, id) =>
        change(store, id, 'order.returned', (transaction, account) =>
          returnOrder(transaction, account, id, systemClock()),
        ),
      ),
    )

  addImport(orders)
  addSync(orders)
}
