import { basename } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { z } from 'zod'
import { createActions, type EventTransaction } from '../../actions/actions.ts'
import { deliverOrder, returnOrder, shipOrder } from '../../actions/change-order.ts'
import { readConfig } from '../../config.ts'
import { systemClock } from '../../domain/clock.ts'
import { type AccountId, type OrderId, toId } from '../../domain/ids.ts'
import type { Order, Shipment } from '../../domain/order.ts'
import { isRejection, type Rejection, rejectionText } from '../../domain/rejection.ts'
import { readRows } from '../../intake/files/read-table.ts'
import { dispatcherFor } from '../../process/create-dispatcher.ts'
import { createLog } from '../../process/log.ts'
import { accountsOfOrder, findOrderByName } from '../../store/orders.ts'
import type { Store } from '../../store/store.ts'
import { accountOption, fail, failWith, print, resolveAccount, say, withStore } from '../command.ts'

const orderHelp = 'order ID, as returned by the API'

type Change = (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
) => Promise<Order | Rejection>

/** Returns what runs actions, and waits until every delivery of their events has succeeded or failed. */
const startActions = async (store: Store) => {
  const config = readConfig()
  const dispatcher = dispatcherFor(config, store, await createLog(config, process.stderr))
  return { ...createActions(store, dispatcher), settled: () => dispatcher.settled() }
}

/** Changes an order and waits until every delivery of its event has succeeded or failed. */
const changeOrder = async (store: Store, given: string, change: Change): Promise<void> => {
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

const filled = z.string().min(1).max(200)
const shipmentRow = z.strictObject({ order: filled, carrierCode: filled, trackingNumber: filled })

type Parcel = { order: Order; shipment: Shipment; place: string }

/** Orders whose deliveries are made before the next are shipped. */
const batchSize = 200

const shipFile = async (store: Store, file: string, account: AccountId): Promise<void> => {
  const problems: string[] = []
  const parcels = new Map<string, Parcel>()
  let shippedBefore = 0
  const rows = readRows({ name: basename(file), path: file }, shipmentRow, problems)
  for await (const { given: row, at } of rows) {
    const { order: name, ...shipment } = row
    const order = await findOrderByName(store, account, name)
    const report = (reason: string) => problems.push(`${at('order')}: ${reason}`)
    if (!order) report(`there is no order ${name}`)
    else if (parcels.has(order.id)) report(`${name} must be in the file once`)
    else if (order.status === 'AWAITING_SHIPMENT')
      parcels.set(order.id, { order, shipment, place: at('order') })
    else if (order.trackingNumber === shipment.trackingNumber) shippedBefore++
    else if (order.status === 'CANCELLED') report(`${name} is cancelled`)
    else report(`${name} was shipped with tracking number ${order.trackingNumber}`)
  }
  if (problems.length > 0) return failWith(problems, 'No order was shipped.')

  const actions = await startActions(store)
  let shipped = 0
  const ship = async ({ order, shipment, place }: Parcel) => {
    const done = await actions.run((transaction) =>
      shipOrder(transaction, account, order.id, shipment, systemClock()),
    )
    if (isRejection(done)) {
      say(`${place}: ${order.orderNumber}: ${rejectionText(done)}`)
      process.exitCode = 1
    } else {
      shipped++
      print(done.id)
    }
  }
  const all = [...parcels.values()]
  for (let from = 0; from < all.length; from += batchSize) {
    await Promise.all(all.slice(from, from + batchSize).map(ship))
    await actions.settled()
  }
  say(`Shipped ${shipped} orders. ${shippedBefore} were shipped already.`)
}

const shipHelp = `
Example shipments.csv. An order is named by its ID or its number:

  order,carrierCode,trackingNumber
  MF-100000,ups,1Z999AA10123456784

If a row is wrong, all problems are printed with their lines, and no order is shipped. Orders that were shipped
with the same tracking number are left as they are, so a file can be shipped again.`

export const addChanges = (orders: Command): void => {
  orders
    .command('ship')
    .description('Set an order, or the orders of a file, to SHIPPED and send order.shipped')
    .argument('[order]', orderHelp)
    .option('--tracking <number>', 'the carrier’s tracking number')
    .option('--carrier <code>', 'carrier code, such as ups')
    .option('--file <path>', 'CSV file with columns order, carrierCode, trackingNumber')
    .option(...accountOption)
    .addHelpText('after', shipHelp)
    .action(
      withStore(async (store, order, { tracking, carrier, file, account }) => {
        if (file !== undefined && order === undefined)
          return shipFile(store, file, await resolveAccount(store, account))
        if (file !== undefined || order === undefined || !tracking || !carrier)
          fail('Pass an order with --tracking and --carrier, or --file PATH')
        const shipment = { trackingNumber: tracking, carrierCode: carrier }
        return changeOrder(store, order, (transaction, owner, id) =>
          shipOrder(transaction, owner, id, shipment, systemClock()),
        )
      }),
    )

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
