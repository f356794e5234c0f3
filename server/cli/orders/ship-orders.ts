import { basename } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { z } from 'zod'
import { shipOrder } from '../../actions/change-order.ts'
import { systemClock } from '../../domain/clock.ts'
import type { Order, Shipment } from '../../domain/order.ts'
import { isRejection, rejectionText } from '../../domain/rejection.ts'
import { readRows } from '../../intake/files/read-table.ts'
import { findOrderByName } from '../../store/orders.ts'
import type { Store } from '../../store/store.ts'
import { accountOption, fail, failWith, print, resolveAccount, say, withStore } from '../command.ts'
import { changeOrder, orderHelp, startActions } from './change-order.ts'

const filled = z.string().min(1).max(200)
const shipmentRow = z.strictObject({ order: filled, carrierCode: filled, trackingNumber: filled })

type Parcel = { order: Order; shipment: Shipment; place: string }

/** Orders whose deliveries are made before the next are shipped. */
const batchSize = 200

const shipFile = async (store: Store, file: string, given: string | undefined): Promise<void> => {
  const account = await resolveAccount(store, given)
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

export const addShip = (orders: Command): void => {
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
        if (file !== undefined && order === undefined) return shipFile(store, file, account)
        if (file !== undefined || order === undefined || !tracking || !carrier)
          fail('Pass an order with --tracking and --carrier, or --file PATH')
        const shipment = { trackingNumber: tracking, carrierCode: carrier }
        return changeOrder(store, order, (transaction, owner, id) =>
          shipOrder(transaction, owner, id, shipment, systemClock()),
        )
      }),
    )
}
