import { type Command, Option } from '@commander-js/extra-typings'
import type { AccountId } from '../../domain/ids.ts'
import { demandOf } from '../../domain/inventory.ts'
import { isWaiting, type Order } from '../../domain/order.ts'
import { csvLine } from '../../imports/shop-file.ts'
import { listAccounts } from '../../store/accounts.ts'
import { unitsBack } from '../../store/inventory.ts'
import { eachOrder, type OrderPeriod, type QueueFilter } from '../../store/orders.ts'
import { listShopWarehouses, readCampaigns, readProducts } from '../../store/shop.ts'
import type { Reader } from '../../store/store.ts'
import {
  accountOption,
  fail,
  jsonOption,
  print,
  printThings,
  resolveAccount,
  wideOption,
  withStore,
} from '../command.ts'
import { requireWarehouse } from '../stock.ts'
import { startOfDay, zoneOption } from '../zone.ts'
import { harmlessCell } from './harmless-cell.ts'

const statuses = new Map<string, Order['status']>([
  ['awaiting', 'AWAITING_SHIPMENT'],
  ['shipped', 'SHIPPED'],
  ['cancelled', 'CANCELLED'],
  ['returned', 'RETURNED'],
])

/** The columns of a picking list. With the last three filled in, it is a file for `orders ship`. */
export const pickingColumns = [
  'orderNumber',
  'orderId',
  'sourceOrderNumber',
  'orderDate',
  'status',
  'allocation',
  'warehouse',
  'firstName',
  'lastName',
  'companyName',
  'street1',
  'street2',
  'city',
  'state',
  'zip',
  'country',
  'phone',
  'email',
  'sku',
  'title',
  'options',
  'quantity',
  'notes',
  'carrierCode',
  'trackingNumber',
  'shipDate',
] as const

const listHelp = `
Orders are printed oldest first. With --all, those of all accounts are, one account after the other.
The csv format is a picking list: a row for each SKU with the address, and
the total of each SKU. Orders that wait for stock come after the totals. Fill in carrierCode, trackingNumber
and, if it is not today, shipDate, and pass it to: merch orders ship --file
--shipped-from, --returned-from and --cancelled-from list what happened from a day on, until the end of --to:
with --totals, the orders and units of each campaign and SKU. Of orders that came back in part, the units that did.
--json and the json format print a line for each order, as the API returns it.`

export const addOrderList = (orders: Command): void => {
  orders
    .command('list')
    .description('Print orders, oldest first')
    .option(...accountOption)
    .addOption(new Option('--all', 'orders of all accounts').conflicts(['account', 'warehouse']))
    .option('--email <address>', 'email address of the recipient')
    .addOption(new Option('--status <status>', 'status').choices([...statuses.keys()]))
    .option('--warehouse <key>', 'key of a warehouse')
    .option('--since <day>', 'orders that were placed on this day or later, such as 2027-03-31')
    .option('--shipped-from <day>', 'orders that shipped on this day or later')
    .option('--returned-from <day>', 'orders of which units came back on this day or later')
    .option('--cancelled-from <day>', 'orders that were cancelled on this day or later')
    .option('--to <day>', 'the last day, to its end')
    .option(...zoneOption)
    .option('--totals', 'the orders and units of each campaign and SKU instead of orders')
    .addOption(
      new Option('--format <format>', 'output').choices(['table', 'json', 'csv']).default('table'),
    )
    .option(...jsonOption)
    .option(...wideOption)
    .addHelpText('after', listHelp)
    .action(
      withStore(async (store, { account: given, all, status, warehouse: key, ...output }) => {
        const format = output.json ? 'json' : output.format
        if (all && format === 'csv') fail('A picking list is of one account. Add --account ID.')
        const accounts = all
          ? (await listAccounts(store)).map(({ id }) => id)
          : [await resolveAccount(store, given)]
        const [only] = accounts
        const filter = {
          status: statuses.get(status ?? ''),
          email: output.email,
          warehouse: key && only ? await requireWarehouse(store, only, key) : undefined,
          period: periodOf(output),
        }
        const found = ordersOf(store, accounts, filter)
        if (output.totals) return printTotals(store, found, filter.period, format, output)
        if (format === 'json') await printOrders(found, all)
        else if (format === 'table')
          await printThings(rowsOf(found, all), 'No orders match.', output)
        else if (only) await printPickingList(store, only, found)
      }),
    )
}

type PeriodOptions = {
  [option in 'since' | 'shippedFrom' | 'returnedFrom' | 'cancelledFrom' | 'to']?: string | undefined
} & { zone: string }

/** Reads the days of a list. Of several beginnings, only one can be meant. */
function periodOf({ since, shippedFrom, returnedFrom, cancelledFrom, to, zone }: PeriodOptions) {
  const given = Object.entries({
    '--since': { what: 'placed', day: since },
    '--shipped-from': { what: 'shipped', day: shippedFrom },
    '--returned-from': { what: 'returned', day: returnedFrom },
    '--cancelled-from': { what: 'cancelled', day: cancelledFrom },
  } as const).filter(([, { day }]) => day !== undefined)
  if (given.length > 1) fail(`Pass only one of ${given.map(([option]) => option).join(', ')}`)
  const [option = '--since', { what, day } = { what: 'placed' as const, day: undefined }] =
    given[0] ?? []
  const from = day === undefined ? 0 : startOfDay(option, day, zone)
  const until = to === undefined ? undefined : startOfDay('--to', to, zone, 1)
  return { what, from, until }
}

/** An order of a list, and the key of its warehouse. */
type FoundOrder = { account: AccountId; order: Order; warehouse: string }

/** Yields the orders of accounts, one account after the other, a page at a time. */
async function* ordersOf(
  reader: Reader,
  accounts: readonly AccountId[],
  filter: QueueFilter,
): AsyncGenerator<FoundOrder> {
  for (const account of accounts) {
    const warehouses = await listShopWarehouses(reader, account)
    const keys = new Map(warehouses.map(({ id, key }) => [id, key]))
    for await (const order of eachOrder(reader, account, filter)) {
      const warehouse = order.warehouse === null ? '' : (keys.get(order.warehouse) ?? '')
      yield { account, order, warehouse }
    }
  }
}

async function printOrders(found: AsyncIterable<FoundOrder>, all: boolean | undefined) {
  for await (const { account, order } of found)
    if (!(await print(JSON.stringify(all ? { account, ...order } : order)))) return
}

async function* rowsOf(found: AsyncIterable<FoundOrder>, all: boolean | undefined) {
  for await (const { account, order, warehouse } of found)
    yield { ...(all && { account }), ...rowOf(order, warehouse) }
}

function rowOf(order: Order, warehouse: string) {
  return {
    orderNumber: order.orderNumber,
    id: order.id,
    orderDate: order.orderDate,
    status: `${order.status} ${order.allocationStatus}`,
    warehouse,
    units: order.products.reduce((sum, { quantity }) => sum + quantity, 0),
    recipient: `${order.recipient.firstName} ${order.recipient.lastName}`.replaceAll(
      /\p{Cc}/gu,
      ' ',
    ),
  }
}

type PickingRow = {
  [Column in (typeof pickingColumns)[number]]?: string | number | null | undefined
}

/**
 * Prints a row for each line of the orders, and one for each SKU. Spreadsheet programs take the list for UTF-8 if it
 * has a byte order mark.
 */
async function printPickingList(
  reader: Reader,
  account: AccountId,
  found: AsyncIterable<FoundOrder>,
): Promise<void> {
  const { products, variants } = await readProducts(reader, account)
  const titleOf = new Map(products.map(({ key, title }) => [key, title]))
  const texts = new Map(
    variants.map(({ sku, product, options }) => [
      sku,
      { title: titleOf.get(product) ?? '', options: Object.values(options).join(', ') },
    ]),
  )
  const printRow = (row: PickingRow) =>
    print(csvLine(pickingColumns.map((column) => harmlessCell(row[column] ?? ''))))
  const printOrder = async ({ order, warehouse }: FoundOrder, totals: Map<string, number>) => {
    const { id: orderId, allocationStatus: allocation } = order
    for (const { sku, quantity } of order.products) {
      totals.set(sku, (totals.get(sku) ?? 0) + quantity)
      const line = { sku, quantity, ...texts.get(sku), orderId, allocation, warehouse }
      if (!(await printRow({ ...order, ...order.recipient, ...line }))) return false
    }
    return true
  }
  const printAll = async (orders: Iterable<FoundOrder> | AsyncIterable<FoundOrder>) => {
    const totals = new Map<string, number>()
    let allocation: string | undefined
    for await (const found of orders) {
      if (found.order.status === 'AWAITING_SHIPMENT') allocation = found.order.allocationStatus
      if (!(await printOrder(found, totals))) return
    }
    for (const [sku, quantity] of totals)
      await printRow({ orderNumber: 'TOTAL', allocation, sku, quantity, ...texts.get(sku) })
  }
  const waiting: FoundOrder[] = []
  const withStock = async function* () {
    for await (const each of found)
      if (isWaiting(each.order)) waiting.push(each)
      else yield each
  }
  await print(`\ufeff${pickingColumns.join(',')}`)
  await printAll(withStock())
  await printAll(waiting)
}

/** Prints the orders and units of each campaign and SKU. */
async function printTotals(
  reader: Reader,
  found: AsyncIterable<FoundOrder>,
  period: OrderPeriod,
  format: string,
  output: Parameters<typeof printThings>[2],
): Promise<void> {
  type Total = { campaign: string; sku: string; orders: number; units: number }
  const totals = new Map<string, Total>()
  const campaigns = new Map<string, string>()
  for await (const { account, order } of found) {
    if (!campaigns.has(order.campaignId))
      for (const { id, key } of await readCampaigns(reader, account)) campaigns.set(id, key)
    const campaign = campaigns.get(order.campaignId) ?? order.campaignId
    const units =
      period.what === 'returned'
        ? await unitsBack(reader, account, order, period)
        : demandOf(order.products)
    for (const [sku, quantity] of units) {
      const key = `${campaign} ${sku}`
      const total = totals.get(key) ?? { campaign, sku, orders: 0, units: 0 }
      totals.set(key, { ...total, orders: total.orders + 1, units: total.units + quantity })
    }
  }
  const rows = [...totals.values()]
  if (format !== 'csv') return printThings(rows, 'No orders match.', output)
  await print(csvLine(['campaign', 'sku', 'orders', 'units']))
  for (const row of rows) await print(csvLine(Object.values(row).map(harmlessCell)))
}
