import { basename } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { z } from 'zod'
import { FilledText100, FilledText200, Text100 } from '../../../generated/zod/schemas.ts'
import { commandPublisher, type EventTransaction } from '../../actions/actions.ts'
import { cancelOrder, deliverOrder, returnOrder } from '../../actions/order-transitions.ts'
import { type Departure, shipOrder, unshipOrder } from '../../actions/ship-order.ts'
import { systemClock, timestamp } from '../../domain/clock.ts'
import type { AccountId, OrderId } from '../../domain/ids.ts'
import { isPossibleTime } from '../../domain/imported-order.ts'
import { demandOf } from '../../domain/inventory.ts'
import type { Order, Shipment } from '../../domain/order.ts'
import { trackingNumberOf } from '../../domain/order-names.ts'
import { isRejection, type Rejection, rejectionText, visible } from '../../domain/rejection.ts'
import { TrackingNumber } from '../../imports/files/read-orders.ts'
import { lossOf, readRows } from '../../imports/files/read-table.ts'
import { ordersAtOnce } from '../../imports/import-orders.ts'
import { type FoundOrder, findOrdersByName, findOrdersOfParcel } from '../../store/order-search.ts'
import { fold } from '../../store/statement.ts'
import type { Store } from '../../store/store.ts'
import {
  counted,
  fail,
  failWith,
  operatorActions,
  print,
  requireAccount,
  say,
  sayWhatWaits,
  withStore,
} from '../command.ts'
import { requireWarehouse } from '../stock.ts'
import { notATime, readTime, zoneOption } from '../zone.ts'
import { pickingColumns } from './order-list.ts'

/** The flags and help of the options of a parcel. */
export const trackingOption = [
  '--tracking <number>',
  'the carrier’s tracking number',
  readTracking,
] as const
export const carrierOption = [
  '--carrier <code>',
  'carrier code, such as ups',
  (text: string) => withinBounds('--carrier', text),
] as const

const orderHelp = 'number or ID of an order'
const orderOrFileHelp = `${orderHelp}; - for a file on standard input`

const shipHelp = `
Example shipments.csv. An order is named by its number, its ID or the number at its source. A picking list with
carrierCode and trackingNumber filled in can be passed as it is, also with columns of your own:

  order,carrierCode,trackingNumber,shipDate
  MF-100000,ups,1Z999AA10123456784,2027-03-26

Without a shipDate, the orders leave now. If a row is wrong, all problems are printed with their lines, and no
order is shipped. Orders that were shipped with the same tracking number are left as they are, so a file can be
shipped again. An order whose units are not in stock is named and not shipped, unless --short is given.`

export const addChanges = (orders: Command): void => {
  orders
    .command('ship')
    .description('Set an order, or the orders of a file, to SHIPPED and send order.shipped')
    .argument('[order]', orderOrFileHelp)
    .option(...trackingOption)
    .option(...carrierOption)
    .option(
      '--file <path>',
      'CSV file with columns order, carrierCode, trackingNumber, or a picking list; - for standard input',
    )
    .option('--date <day>', 'day or time at which it left (default: now)')
    .option(...zoneOption)
    .option('--short', 'ship although units are not in stock')
    .option('--account <id>', 'account ID of the orders of the file (default: all accounts)')
    .addHelpText('after', shipHelp)
    .action(
      withStore(async (store, given, { file: path, ...options }) => {
        const { tracking, carrier, account, date, zone, short } = options
        const { order, file } = readTarget(given, path)
        const leftOn = (order?: Order) =>
          date === undefined
            ? undefined
            : leavingOn(date, zone, (reason) => fail(`--date ${reason}`), order)
        if (file !== undefined && order === undefined)
          return shipFile(
            store,
            file,
            account === undefined ? undefined : await requireAccount(store, account),
            { zone, date, departure: { ...leftOn(), isShort: short } },
          )
        if (file !== undefined || order === undefined || !tracking || !carrier)
          fail('Pass an order with --tracking and --carrier, or --file PATH')
        const departure = {
          trackingNumber: tracking,
          carrierCode: carrier,
          isShort: short,
          ...leftOn(await requireOrder(store, order)),
        }
        const shipped = await changeOrder(store, order, (transaction, owner, id) =>
          shipOrder(transaction, owner, id, departure, systemClock()),
        )
        const { trackingNumber } = departure
        for (const other of await findOrdersOfParcel(store, trackingNumber, shipped.account))
          if (fold(other.recipient.email) !== fold(shipped.recipient.email))
            say(`${other.orderNumber} of another person has this number, too`)
      }),
    )

  orders
    .command('cancel')
    .description('Cancel an order that has not shipped and send order.cancelled')
    .argument('<order>', orderHelp)
    .action(
      withStore(async (store, given) => {
        await changeOrder(store, given, (transaction, account, id) =>
          cancelOrder(transaction, account, id, systemClock()),
        )
      }),
    )
  addUnship(orders)
  addDeliver(orders)
  addReturn(orders)
}

/** Reads what a command changes: an order, or those of a file. As in other commands, `-` is standard input. */
function readTarget(given: string | undefined, file: string | undefined) {
  return given === '-' && file === undefined ? { file: '-' } : { order: given, file }
}

function addUnship(orders: Command): void {
  orders
    .command('unship')
    .description('Undo a shipment that was a mistake: the parcel never left. No event is sent.')
    .argument('<order>', orderHelp)
    .action(
      withStore(async (store, given) => {
        await changeOrder(store, given, (transaction, account, id) =>
          unshipOrder(transaction, account, id, 'shipment undone', systemClock()),
        )
        say('order.shipped was sent and cannot be taken back. A later shipment sends it again.')
      }),
    )
}

const deliverHelp = `
Example delivered.csv. An order is named as in a file of shipments:

  order
  MF-100000

A carrier's report can be passed as it is, if its column of tracking numbers is called trackingNumber. If it has a
column with the status of parcels, each must be Delivered.`

function addDeliver(orders: Command): void {
  orders
    .command('deliver')
    .description(
      'Set deliveredAt of an order, or of the orders of a file, and send order.delivered',
    )
    .argument('[order]', orderOrFileHelp)
    .option('--file <path>', 'CSV file with a column order or trackingNumber; - for standard input')
    .option('--account <id>', 'account ID of the orders of the file (default: all accounts)')
    .addHelpText('after', deliverHelp)
    .action(
      withStore(async (store, given, { file: path, account }) => {
        const { order, file } = readTarget(given, path)
        const deliver: Change = (transaction, owner, id) =>
          deliverOrder(transaction, owner, id, systemClock())
        if ((file === undefined) === (order === undefined)) fail('Pass an order, or --file PATH')
        if (order !== undefined)
          return void (await changeOrder(store, order, deliver, () => 'delivered'))
        const owner = account === undefined ? undefined : await requireAccount(store, account)
        return deliverFile(store, file ?? '', owner, deliver)
      }),
    )
}

const filled = FilledText200.optional()

const deliveryRow = z
  .looseObject({ order: filled, trackingNumber: filled })
  .refine((row) => row.order ?? row.trackingNumber, 'order or trackingNumber is required')

/** Returns the column of a row that says of a parcel that it is on its way. A list of our own has the status of its order. */
function notDelivered(row: object) {
  return Object.entries(row).find(
    ([column, status]) =>
      /(?<!(?:payment|allocation|order)[ _-]?)status$/i.test(column) &&
      !/^(?:delivered\b|shipped$|returned$)/i.test(String(status)),
  )
}

const keepDelivered = 'keep the rows of delivered parcels alone, or remove the column'

async function deliverFile(
  store: Store,
  file: string,
  account: AccountId | undefined,
  deliver: Change,
): Promise<void> {
  const problems: string[] = []
  const found = new Map<string, { order: FoundOrder; place: string }>()
  const rows = readRows({ name: basename(file), path: file }, deliveryRow, problems)
  const ownColumns = new Set<string>()
  let before = 0
  for await (const { given, at } of rows) {
    addUnread(ownColumns, given, deliveryRow)
    const { order: name, trackingNumber = '' } = given
    const place = at(name === undefined ? 'trackingNumber' : 'order')
    const report = (reason: string, from = place) => void problems.push(`${from}: ${reason}`)
    const [column, status] = notDelivered(given) ?? []
    if (column !== undefined)
      report(`${visible(column)} is ${visible(String(status))}: ${keepDelivered}`, at(column))
    const orders =
      name === undefined
        ? await findOrdersOfParcel(store, trackingNumber, account)
        : [await orderNamed(store, name, account, report)]
    // A carrier reports the parcels of other senders, too.
    if (orders.length === 0) say(`${place}: no order has the number ${visible(trackingNumber)}`)
    for (const order of orders)
      if (order?.deliveredAt) before++
      else if (order && order.status !== 'SHIPPED')
        report(`${visible(name ?? order.orderNumber)} has not shipped`)
      else if (order) found.set(order.id, { order, place })
  }
  sayUnread(ownColumns)
  if (problems.length > 0) return failWith(problems, 'No order was changed.')
  const count = await changeAll(store, [...found.values()], deliver)
  say(`Delivered ${counted(count, 'order')}. Already delivered: ${before}.`)
}

function addReturn(orders: Command): void {
  orders
    .command('return')
    .description('Set an order to RETURNED and send order.returned, or take back a part of it')
    .argument('<order>', orderHelp)
    .option('--line <sku=units...>', 'the units that came back, such as MUG=2 (default: all)')
    .option('--no-restock', 'the units cannot be sold again')
    .option('--warehouse <key>', 'the warehouse that has them (default: that of the order)')
    .action(
      withStore(async (store, given, { line, restock, warehouse: key }) => {
        const units = line && demandOf(line.map(readLine))
        const comesBack: Change = async (transaction, account, id) => {
          const warehouse =
            key === undefined ? undefined : await requireWarehouse(transaction, account, key)
          const coming = { units, isDamaged: !restock, warehouse }
          return returnOrder(transaction, account, id, systemClock(), coming)
        }
        await changeOrder(store, given, comesBack, ({ status }) =>
          status === 'SHIPPED' ? 'SHIPPED, and returned in part' : status,
        )
      }),
    )
}

function readLine(text: string): { sku: string; quantity: number } {
  const [, sku = '', units = ''] = /^(.+)=([1-9]\d{0,8})$/.exec(text) ?? []
  if (sku === '') fail('--line must be a SKU and its units, such as MUG=2')
  return { sku, quantity: Number(units) }
}

/** Reads the tracking number of an option. It may be a word for a parcel that has none. @throws {CommandFailure} */
function readTracking(text: string): string {
  const loss = lossOf(text)
  return loss
    ? fail(`--tracking ${loss.reason}`)
    : withinBounds('--tracking', trackingNumberOf(text))
}

/** Returns a text that is as short as in a file. @throws {CommandFailure} */
function withinBounds(option: string, text: string): string {
  const [issue] = Text100.safeParse(text).error?.issues ?? []
  return issue ? fail(`${option} ${issue.message}`) : text
}

/**
 * Returns when a parcel left, by a day or a time, or reports why it cannot be. Of a day, the hour is not known. The date of
 * an imported order may be that of its import, and that of others may be of another zone.
 */
export function leavingOn(
  text: string,
  zone: string,
  report: (reason: string) => unknown,
  order?: Order,
) {
  const at = readTime(text, zone)
  const leftBy = text.includes('T') ? at : readTime(text, zone, 1) - 1
  if (Number.isNaN(at)) report(notATime)
  else if (!isPossibleTime(at, systemClock())) report('must be from 2000 on and at most tomorrow')
  // The clock of the server that placed it may have been ahead.
  else if (
    order &&
    order.orderSource !== 'IMPORT' &&
    leftBy < Math.min(Date.parse(order.orderDate), systemClock()) - day
  )
    report(`must not be before ${order.orderNumber} was placed, ${order.orderDate}`)
  else return { at: timestamp(at), leftBy: timestamp(leftBy) }
  return undefined
}

const day = 86_400_000

type Parcel = { order: FoundOrder; shipment: Departure; place: string; line: number }

/** A row names an order by one of the first columns. Other columns of a picking list, and a person’s own, are not read. */
const shipmentRow = z.looseObject({
  ...Object.fromEntries(pickingColumns.map((column) => [column, z.unknown().optional()])),
  order: filled,
  orderId: filled,
  orderNumber: filled,
  // A spreadsheet may have rounded it, which does not matter beside another name.
  sourceOrderNumber: filled.catch(undefined),
  carrierCode: FilledText100.optional(),
  trackingNumber: TrackingNumber.optional(),
  shipDate: filled,
})

async function shipFile(
  store: Store,
  file: string,
  account: AccountId | undefined,
  {
    zone,
    date,
    departure,
  }: { zone: string; date: string | undefined; departure: Omit<Departure, keyof Shipment> },
): Promise<void> {
  const problems: string[] = []
  const parcels = new Map<string, Parcel>()
  const owners = new Map<string, FoundOrder>()
  const shippedBefore = new Set<string>()
  const ownColumns = new Set<string>()
  let read = 0
  /** Rows with a carrier and no tracking number. */
  let leftOut = 0
  const rows = readRows({ name: basename(file), path: file }, shipmentRow, problems)
  for await (const { given: row, at, line, broken } of rows) {
    addUnread(ownColumns, row, shipmentRow)
    if (broken.length > 0) continue
    const { carrierCode, shipDate } = row
    const trackingNumber = row.trackingNumber && trackingNumberOf(row.trackingNumber)
    const name = row.order ?? row.orderId ?? row.orderNumber ?? row.sourceOrderNumber
    const isTotal = row.orderNumber === 'TOTAL' && row.orderId === undefined
    if (isTotal && row.order === undefined) continue
    // In a picking list, orders that have not left have no tracking number. A column is often filled down.
    if (trackingNumber === undefined) {
      if (carrierCode !== undefined) leftOut++
      continue
    }
    read++
    const report = (reason: string, column = 'order') =>
      void problems.push(`${at(column)}: ${reason}`)
    if (name === undefined) report('order is required')
    else if (carrierCode === undefined) report('carrierCode is required', 'carrierCode')
    else {
      const order = await orderNamed(store, name, account, report)
      if (!order) continue
      const other = owners.get(trackingNumber)
      if (other && fold(other.recipient.email) !== fold(order.recipient.email))
        say(`${at('trackingNumber')}: ${other.orderNumber} of another person has this number, too`)
      owners.set(trackingNumber, order)
      const { line: lineBefore, shipment: before } = parcels.get(order.id) ?? {}
      const reportDay = (reason: string) => report(`shipDate ${reason}`, 'shipDate')
      const left = shipDate && leavingOn(shipDate, zone, reportDay, order)
      if (!shipDate && date) leavingOn(date, zone, (reason) => report(`--date ${reason}`), order)
      const isOther =
        before?.trackingNumber !== trackingNumber ||
        before.carrierCode !== carrierCode ||
        (left && before.at && before.at !== left.at)
      if (before && isOther)
        report(
          `${visible(name)} has another tracking number, carrier or ship date on line ${lineBefore}`,
        )
      else if (order.status === 'AWAITING_SHIPMENT')
        parcels.set(order.id, {
          order,
          // Its other rows may have no ship date.
          shipment: { ...before, trackingNumber, carrierCode, ...left },
          place: at('order'),
          line,
        })
      else if (order.trackingNumber === trackingNumber) shippedBefore.add(order.id)
      else if (order.status === 'CANCELLED') report(`${visible(name)} is cancelled`)
      else
        report(
          `${visible(name)} was shipped with tracking number ${order.trackingNumber}. To correct it, run: merch orders edit`,
        )
    }
  }
  sayUnread(ownColumns)
  if (problems.length > 0) return failWith(problems, 'No order was shipped.')
  if (read === 0)
    fail('No row has a tracking number. Fill in the columns carrierCode and trackingNumber.')

  const shipped = await changeAll(
    store,
    [...parcels.values()],
    (transaction, account, id, parcel) =>
      shipOrder(transaction, account, id, { ...departure, ...parcel.shipment }, systemClock()),
  )
  say(`Shipped ${counted(shipped, 'order')}. Already shipped: ${shippedBefore.size}.`)
  if (leftOut > 0)
    say(`Rows without a tracking number that have a carrier and were left out: ${leftOut}`)
}

/** Adds the columns of a row that its format does not have. */
function addUnread(columns: Set<string>, row: object, { shape }: z.ZodObject): void {
  for (const column of Object.keys(row)) if (!(column in shape)) columns.add(visible(column))
}

function sayUnread(columns: ReadonlySet<string>): void {
  if (columns.size > 0) say(`Columns that were not read: ${[...columns].join(', ')}`)
}

/** Changes orders, of which each may fail alone. Prints their IDs. Returns how many it has changed. */
async function changeAll<Row extends { order: FoundOrder; place: string }>(
  store: Store,
  rows: readonly Row[],
  change: (...given: [...Parameters<Change>, Row]) => ReturnType<Change>,
): Promise<number> {
  const publisher = commandPublisher()
  const { run } = operatorActions(store, publisher)
  let count = 0
  const changeOne = async (row: Row) => {
    const { account, id, orderNumber } = row.order
    const done = await run((transaction) => change(transaction, account, id, row))
    if (isRejection(done)) {
      say(`${row.place}: ${orderNumber}: ${rejectionText(done)}`)
      process.exitCode = 1
    } else {
      count++
      await print(done.id)
    }
  }
  for (let from = 0; from < rows.length; from += ordersAtOnce)
    await Promise.all(rows.slice(from, from + ordersAtOnce).map(changeOne))
  await sayWhatWaits(store, publisher)
  return count
}

/**
 * Returns the order that a name is of. A cancelled one whose number was used again does not count.
 * @param report called if there is none, or if there are several. Its result is returned.
 */
async function orderNamed<Reported>(
  store: Store,
  name: string,
  account: AccountId | undefined,
  report: (reason: string) => Reported,
): Promise<FoundOrder | Reported> {
  const all = await findOrdersByName(store, name, account)
  const others = all.filter(({ status }) => status !== 'CANCELLED')
  const found = others.length > 0 ? others : all
  const [only, another] = found
  if (!only) return report(`No order ${visible(name)}`)
  if (!another) return only
  const ids = found.map(({ id, account: owner }) => `${id} of ${owner}`).join(', ')
  return report(`Several orders are called ${visible(name)}: ${ids}. Use one of these IDs`)
}

type Change = (
  transaction: EventTransaction,
  account: AccountId,
  id: OrderId,
) => Promise<Order | Rejection>

/** Finds the order of any account that a number or an ID names. @throws {CommandFailure} */
export function requireOrder(store: Store, given: string): Promise<FoundOrder> {
  return orderNamed(store, given, undefined, (reason) =>
    fail(`${reason}. To list orders, run: merch orders list`),
  )
}

/** Changes the order of any account that a number or an ID names. Prints its ID. */
export async function changeOrder(
  store: Store,
  given: string,
  change: Change,
  stateOf = ({ status }: Order): string => status,
): Promise<FoundOrder> {
  const { account, id } = await requireOrder(store, given)
  const publisher = commandPublisher()
  const order = await operatorActions(store, publisher).run((transaction) =>
    change(transaction, account, id),
  )
  if (isRejection(order)) fail(`${given}: ${rejectionText(order)}`)
  await sayWhatWaits(store, publisher)
  say(`${order.orderNumber} is ${stateOf(order)}`)
  await print(order.id)
  return { ...order, account }
}
