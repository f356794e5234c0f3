import type { Command } from '@commander-js/extra-typings'
import { createActions, type EventTransaction } from '../../actions/actions.ts'
import { deliverOrder, returnOrder } from '../../actions/change-order.ts'
import { readConfig } from '../../config.ts'
import { systemClock } from '../../domain/clock.ts'
import { type AccountId, type OrderId, toId } from '../../domain/ids.ts'
import type { Order } from '../../domain/order.ts'
import { isRejection, type Rejection, rejectionText } from '../../domain/rejection.ts'
import { dispatcherFor } from '../../process/create-dispatcher.ts'
import { createLog } from '../../process/log.ts'
import { accountsOfOrder } from '../../store/orders.ts'
import type { Store } from '../../store/store.ts'
import { fail, print, say, withStore } from '../command.ts'

/** Help of an argument that names an order. */
export const orderHelp = 'order ID, as returned by the API'

type Change = (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
) => Promise<Order | Rejection>

/** Returns what runs actions, and waits until every delivery of their events has succeeded or failed. */
export const startActions = async (store: Store) => {
  const config = readConfig()
  const dispatcher = dispatcherFor(config, store, await createLog(config, process.stderr))
  return { ...createActions(store, dispatcher), settled: () => dispatcher.settled() }
}

/** Changes an order and waits until every delivery of its event has succeeded or failed. */
export const changeOrder = async (store: Store, given: string, change: Change): Promise<void> => {
  const id = toId('ord', given)
  const [account, another] = await accountsOfOrder(store, id)
  if (account === undefined) fail(`No order ${id}. To list orders, run: merch orders list`)
  if (another !== undefined) fail(`Several accounts have an order ${id}. The order is unchanged.`)
  const actions = await startActions(store)
  const order = await actions.run((transaction) => change(transaction, account, id))
  if (isRejection(order)) fail(`${id}: ${rejectionText(order)}`)
  await actions.settled()
  say(`${order.orderNumber} is ${order.status}`)
  print(order.id)
}

export const addChanges = (orders: Command): void => {
  for (const [name, description, change] of [
    ['deliver', 'Set deliveredAt of an order and send order.delivered', deliverOrder],
    ['return', 'Set an order to RETURNED and send order.returned', returnOrder],
  ] as const)
    orders
      .command(name)
      .description(description)
      .argument('<order>', orderHelp)
      .action(
        withStore((store, given) =>
          changeOrder(store, given, (transaction, account, id) =>
            change(transaction, account, id, systemClock()),
          ),
        ),
      )
}
