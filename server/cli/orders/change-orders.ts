import { basename } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { z } from 'zod'
import { FilledText200 } from '../../../generated/schemas.ts'
import { createActions, type EventTransaction } from '../../actions/actions.ts'
import { cancelOrder, deliverOrder } from '../../actions/order-transitions.ts'
import { returnOrder } from '../../actions/return-order.ts'
import { shipOrder } from '../../actions/ship-order.ts'
import { commandPublisher } from '../../deliveries/command-publisher.ts'
import { systemClock } from '../../domain/clock.ts'
import type { AccountId, OrderId } from '../../domain/ids.ts'
import type { Order, Shipment } from '../../domain/order.ts'
import { isRejection, type Rejection, rejectionText, visible } from '../../domain/rejection.ts'
import { readRows } from '../../imports/files/read-table.ts'
import { type FoundOrder, findOrdersByName } from '../../store/order-records.ts'
import type { Store } from '../../store/store.ts'
import { commandActor, fail, failWith, print, requireAccount, say, withStore } from '../command.ts'
import { sayWhatWaits } from '../waiting-deliveries.ts'
import { pickingColumns } from './order-list.ts'

const orderHelp = 'number or ID of an order'

const shipHelp = `
Example shipments.csv. An order is named by its number, its ID or the number at its source. A picking list with
carrierCode and trackingNumber filled in can be passed as it is:

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
    .option(
      '--file <path>',
      'CSV file with columns order, carrierCode, trackingNumber, or a picking list',
    )
    .option('--account <id>', 'account ID of the orders of the file (default: all accounts)')
    .addHelpText('after', shipHelp)
    .action(
      withStore(async (store, order, { tracking, carrier, file, account }) => {
        if (file !== undefined && order === undefined)
          return shipFile(
            store,
            file,
            account === undefined ? undefined : await requireAccount(store, account),
          )
        if (file !== undefined || order === undefined || !tracking || !carrier)
          fail('Pass an order with --tracking and --carrier, or --file PATH')
        const shipment = { trackingNumber: tracking, carrierCode: carrier }
        return changeOrder(store, order, (transaction, owner, id) =>
          shipOrder(transaction, owner, id, shipment, systemClock()),
        )
      }),
    )

  for (const [name, description, change] of [
    ['cancel', 'Cancel an order that has not shipped and send order.cancelled', cancelOrder],
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

type Parcel = { order: FoundOrder; shipment: Shipment; place: string; line: number }

const filled = FilledText200.optional()

/** A row names an order by one of the first columns. The others of a picking list are left out. */
const shipmentRow = z.strictObject({
  ...Object.fromEntries(pickingColumns.map((column) => [column, z.unknown().optional()])),
  order: filled,
  orderId: filled,
  orderNumber: filled,
  // A spreadsheet may have rounded it, which does not matter beside another name.
  sourceOrderNumber: filled.catch(undefined),
  carrierCode: filled,
  trackingNumber: filled,
})

/** Orders that are shipped at once. */
const batchSize = 200

async function shipFile(store: Store, file: string, account: AccountId | undefined): Promise<void> {
  const problems: string[] = []
  const parcels = new Map<string, Parcel>()
  const shippedBefore = new Set<string>()
  let read = 0
  /** Rows with a carrier and no tracking number. */
  let leftOut = 0
  const rows = readRows({ name: basename(file), path: file }, shipmentRow, problems)
  for await (const { given: row, at, line, broken } of rows) {
    if (broken.length > 0) continue
    const { carrierCode, trackingNumber } = row
    const name = row.order ?? row.orderId ?? row.orderNumber ?? row.sourceOrderNumber
    const isTotal = row.orderNumber === 'TOTAL' && row.orderId === undefined
    if (isTotal && row.order === undefined) continue
    // In a picking list, orders that have not left have no tracking number. A column is often filled down.
    if (trackingNumber === undefined) {
      if (carrierCode !== undefined) leftOut++
      continue
    }
    read++
    const report = (reason: string, column = 'order') => problems.push(`${at(column)}: ${reason}`)
    if (name === undefined) report('order is required')
    else if (carrierCode === undefined) report('carrierCode is required', 'carrierCode')
    else {
      const order = oneOf(await findOrdersByName(store, name, account), name, report)
      if (!order) continue
      const before = parcels.get(order.id)
      if (before && before.shipment.trackingNumber !== trackingNumber)
        report(`${visible(name)} has another tracking number on line ${before.line}`)
      else if (order.status === 'AWAITING_SHIPMENT')
        parcels.set(order.id, {
          order,
          shipment: { trackingNumber, carrierCode },
          place: at('order'),
          line,
        })
      else if (order.trackingNumber === trackingNumber) shippedBefore.add(order.id)
      else if (order.status === 'CANCELLED') report(`${visible(name)} is cancelled`)
      else report(`${visible(name)} was shipped with tracking number ${order.trackingNumber}`)
    }
  }
  if (problems.length > 0) return failWith(problems, 'No order was shipped.')
  if (read === 0)
    fail('No row has a tracking number. Fill in the columns carrierCode and trackingNumber.')

  const publisher = commandPublisher(systemClock)
  const actions = createActions(store, publisher, systemClock).as(commandActor())
  let shipped = 0
  const ship = async ({ order, shipment, place }: Parcel) => {
    const done = await actions.run((transaction) =>
      shipOrder(transaction, order.account, order.id, shipment, systemClock()),
    )
    if (isRejection(done)) {
      say(`${place}: ${order.orderNumber}: ${rejectionText(done)}`)
      process.exitCode = 1
    } else {
      shipped++
      await print(done.id)
    }
  }
  const all = [...parcels.values()]
  for (let from = 0; from < all.length; from += batchSize)
    await Promise.all(all.slice(from, from + batchSize).map(ship))
  await sayWhatWaits(store, publisher)
  say(`Shipped ${shipped} orders. ${shippedBefore.size} were shipped already.`)
  if (leftOut > 0)
    say(`Rows without a tracking number that have a carrier and were left out: ${leftOut}`)
}

/** Returns the order that a name is of, or reports that there is none, or are several. */
function oneOf(
  found: readonly FoundOrder[],
  name: string,
  report: (reason: string) => void,
): FoundOrder | undefined {
  const [only, another] = found
  if (only && !another) return only
  report(
    another
      ? `several orders are called ${visible(name)}: ${idsOf(found)}. Use one of these IDs`
      : `there is no order ${visible(name)}`,
  )
  return undefined
}

function idsOf(found: readonly FoundOrder[]): string {
  return found.map(({ id, account }) => `${id} of ${account}`).join(', ')
}

type Change = (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
) => Promise<Order | Rejection>

/** Finds the order of any account that a number or an ID names. */
export async function requireOrder(store: Store, given: string): Promise<FoundOrder> {
  const found = await findOrdersByName(store, given, undefined)
  const [order, another] = found
  if (!order) return fail(`No order ${given}. To list orders, run: merch orders list`)
  if (another) fail(`Several orders are called ${given}: ${idsOf(found)}. No order is changed.`)
  return order
}

/** Changes an order. A server delivers its event. */
async function changeOrder(store: Store, given: string, change: Change): Promise<void> {
  const { account, id } = await requireOrder(store, given)
  const publisher = commandPublisher(systemClock)
  const order = await createActions(store, publisher, systemClock)
    .as(commandActor())
    .run((transaction) => change(transaction, account, id))
  if (isRejection(order)) fail(`${given}: ${rejectionText(order)}`)
  await sayWhatWaits(store, publisher)
  say(`${order.orderNumber} is ${order.status}`)
  await print(order.id)
}
