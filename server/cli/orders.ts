import type { Command } from '@commander-js/extra-typings'
import { createActions, type EventTransaction } from '../actions/actions.ts'
import { deliverOrder, returnOrder, shipOrder } from '../actions/change-order.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import { type AccountId, type OrderId, toId } from '../domain/ids.ts'
import type { Order } from '../domain/order.ts'
import { isRefusal, type Refusal, refusalText } from '../domain/refusal.ts'
import { dispatcherFor } from '../process/create-dispatcher.ts'
import { createLog } from '../process/log.ts'
import { accountsOfOrder } from '../store/orders.ts'
import type { Store } from '../store/store.ts'
import { print, say, withStore } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { addImport } from './import-orders.ts'
import { addSync } from './sync-orders.ts'

type Change = (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
) => Promise<Order | Refusal>

/** Changes an order and waits until every delivery of its event has succeeded or failed. */
export const changeOrder = async (store: Store, given: string, change: Change): Promise<void> => {
  const id = toId('ord', given)
  const [account, another] = await accountsOfOrder(store, id)
  if (account === undefined)
    throw new CommandFailure(`No order ${id}. Use an ID that GET /v1/orders/list returns.`)
  if (another !== undefined)
    throw new CommandFailure(`Several accounts have an order ${id}. The order is unchanged.`)
  const config = readConfig()
  const dispatcher = dispatcherFor(config, store, await createLog(config, process.stderr))
  const actions = createActions(store, dispatcher)
  const order = await actions.run((transaction) => change(transaction, account, id))
  if (isRefusal(order)) throw new CommandFailure(`${id}: ${refusalText(order)}`)
  await dispatcher.settled()
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
      withStore((store, given, { tracking: trackingNumber, carrier: carrierCode }) =>
        changeOrder(store, given, (transaction, account, id) =>
          shipOrder(transaction, account, id, { trackingNumber, carrierCode }, systemClock()),
        ),
      ),
    )

  orders
    .command('deliver')
    .description('Set deliveredAt of an order and send order.delivered')
    .argument('<order>', orderHelp)
    .action(
      withStore((store, given) =>
        changeOrder(store, given, (transaction, account, id) =>
          deliverOrder(transaction, account, id, systemClock()),
        ),
      ),
    )

  orders
    .command('return')
    .description('Set an order to RETURNED and send order.returned')
    .argument('<order>', orderHelp)
    .action(
      withStore((store, given) =>
        changeOrder(store, given, (transaction, account, id) =>
          returnOrder(transaction, account, id, systemClock()),
        ),
      ),
    )

  addImport(orders)
  addSync(orders)
}
