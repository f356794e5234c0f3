import { type Command, Option } from '@commander-js/extra-typings'
import type { AccountId } from '../../domain/ids.ts'
import type { Order } from '../../domain/order.ts'
import { csvLine } from '../../imports/shop-file.ts'
import { listAccounts } from '../../store/accounts.ts'
import { eachOrder, type QueueFilter } from '../../store/orders.ts'
import { listShopWarehouses, readProducts } from '../../store/shop.ts'
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
import { harmlessCell } from './harmless-cell.ts'
import { optionalTime } from './import-orders.ts'

const statuses = new Map<string, Order['status']>([
  ['awaiting', 'AWAITING_SHIPMENT'],
  ['shipped', 'SHIPPED'],
  ['cancelled', 'CANCELLED'],
  ['returned', 'RETURNED'],
])

/** The columns of a picking list. With the last two filled in, it is a file for `orders ship`. */
export const pickingColumns = [
  'orderNumber',
  'orderId',
  'sourceOrderNumber',
  'orderDate',
  'status',
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
  'quantity',
  'notes',
  'carrierCode',
  'trackingNumber',
] as const

const listHelp = `
Orders are printed oldest first. With --all, those of all accounts are, one account after the other.
The csv format is a picking list: a row for each SKU with the address, and
the total of each SKU. Fill in carrierCode and trackingNumber, and pass it to: merch orders ship --file
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
    .option('--since <time>', 'orders of this day or time and later, such as 2027-03-31')
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
          since: optionalTime('--since', output.since),
        }
        const found = ordersOf(store, accounts, filter)
        if (format === 'json') await printOrders(found, all)
        else if (format === 'table')
          await printThings(rowsOf(found, all), 'No orders match.', output)
        else if (only) await printPickingList(store, only, found)
      }),
    )
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
  const titles = new Map(variants.map(({ sku, product }) => [sku, titleOf.get(product) ?? '']))
  const totals = new Map<string, number>()
  const printRow = (row: PickingRow) =>
    print(csvLine(pickingColumns.map((column) => harmlessCell(row[column] ?? ''))))
  await print(`\ufeff${pickingColumns.join(',')}`)
  for await (const { order, warehouse } of found)
    for (const { sku, quantity } of order.products) {
      totals.set(sku, (totals.get(sku) ?? 0) + quantity)
      const line = { sku, quantity, title: titles.get(sku), orderId: order.id, warehouse }
      if (!(await printRow({ ...order, ...order.recipient, ...line }))) return
    }
  for (const [sku, quantity] of totals)
    await printRow({ orderNumber: 'TOTAL', sku, quantity, title: titles.get(sku) })
}
