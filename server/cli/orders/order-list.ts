import { type Command, Option } from '@commander-js/extra-typings'
import type { AccountId } from '../../domain/ids.ts'
import { demandOf } from '../../domain/inventory.ts'
import { csvLine } from '../../imports/shop-file.ts'
import { itemsOf } from '../../sites/kit/packing-slip.ts'
import { listAccounts } from '../../store/accounts.ts'
import { unitsBack } from '../../store/inventory.ts'
import type { OrderPeriod } from '../../store/orders.ts'
import { readCampaigns } from '../../store/shop.ts'
import type { Reader } from '../../store/store.ts'
import {
  asList,
  fail,
  print,
  printThings,
  resolveAccount,
  spreadsheetCell,
  withStore,
} from '../command.ts'
import {
  ordersOf,
  readSelection,
  type SelectedOrder,
  selectOrders,
  splitByStock,
} from './select-orders.ts'

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
  asList(selectOrders(orders.command('list')))
    .description('Print orders, oldest first')
    .addOption(new Option('--all', 'orders of all accounts').conflicts(['account', 'warehouse']))
    .option('--totals', 'the orders and units of each campaign and SKU instead of orders')
    .addHelpText('after', listHelp)
    .action(
      withStore(async (store, { account: given, all, ...output }) => {
        const format = output.json ? 'json' : output.format
        if (all && format === 'csv' && !output.totals)
          fail('A picking list is of one account. Add --account ID.')
        const accounts = all
          ? (await listAccounts(store)).map(({ id }) => id)
          : [await resolveAccount(store, given)]
        const [only] = accounts
        const filter = await readSelection(store, only, output)
        const found = ordersOf(store, accounts, filter)
        if (output.totals) return printTotals(store, found, filter.period, output)
        if (format === 'json') await printOrders(found, all)
        else if (format === 'csv' && only) await printPickingList(store, only, found)
        else await printThings(rowsOf(found, all), 'No orders match.', output)
      }),
    )
}

async function printOrders(found: AsyncIterable<SelectedOrder>, all: boolean | undefined) {
  for await (const { account, order } of found)
    if (!(await print(JSON.stringify(all ? { account, ...order } : order)))) return
}

async function* rowsOf(found: AsyncIterable<SelectedOrder>, all: boolean | undefined) {
  for await (const { account, order, warehouse } of found) {
    const { orderNumber, id, orderDate, status, allocationStatus: allocation, products } = order
    const units = products.reduce((sum, { quantity }) => sum + quantity, 0)
    const name = `${order.recipient.firstName} ${order.recipient.lastName}`
    const recipient = name.replaceAll(/\p{Cc}/gu, ' ')
    const own = { orderNumber, id, orderDate, status, allocation, warehouse, units, recipient }
    yield { ...(all && { account }), ...own }
  }
}

type PickingRow = {
  [Column in (typeof pickingColumns)[number]]?: string | number | null | undefined
}

/** Prints a picking list. The byte order mark tells spreadsheet programs that it is UTF-8. */
async function printPickingList(
  reader: Reader,
  account: AccountId,
  found: AsyncIterable<SelectedOrder>,
): Promise<void> {
  const items = await itemsOf(reader, account)
  const textsOf = (sku: string) => {
    const { title, options = {} } = items.get(sku) ?? {}
    return { title, options: Object.values(options).join(', ') }
  }
  const printRow = (row: PickingRow) =>
    print(csvLine(pickingColumns.map((column) => spreadsheetCell(row[column] ?? ''))))
  const printAll = async (orders: Iterable<SelectedOrder> | AsyncIterable<SelectedOrder>) => {
    const totals = new Map<string, number>()
    let allocation: string | undefined
    for await (const { order, warehouse } of orders) {
      if (order.status === 'AWAITING_SHIPMENT') allocation = order.allocationStatus
      const own = { ...order, ...order.recipient, allocation: order.allocationStatus, warehouse }
      for (const { sku, quantity } of order.products) {
        totals.set(sku, (totals.get(sku) ?? 0) + quantity)
        const line = { orderId: order.id, sku, quantity, ...textsOf(sku) }
        if (!(await printRow({ ...own, ...line }))) return
      }
    }
    for (const [sku, quantity] of totals)
      await printRow({ orderNumber: 'TOTAL', allocation, sku, quantity, ...textsOf(sku) })
  }
  const { ready, waiting } = splitByStock(found)
  await print(`\ufeff${pickingColumns.join(',')}`)
  await printAll(ready)
  await printAll(waiting)
}

async function printTotals(
  reader: Reader,
  found: AsyncIterable<SelectedOrder>,
  period: OrderPeriod,
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
  await printThings(totals.values(), 'No orders match.', output)
}
