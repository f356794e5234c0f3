import { type Command, Option } from '@commander-js/extra-typings'
import type { Order } from '../../domain/order.ts'
import { csvLine } from '../../intake/shop.ts'
import { listWarehouses } from '../../store/inventory.ts'
import { eachOrder } from '../../store/orders.ts'
import {
  accountOption,
  jsonOption,
  print,
  printThings,
  resolveAccount,
  withStore,
} from '../command.ts'
import { requireWarehouse } from '../stock.ts'
import { readTime } from './import-orders.ts'

const statuses = new Map<string, Order['status']>([
  ['awaiting', 'AWAITING_SHIPMENT'],
  ['shipped', 'SHIPPED'],
  ['cancelled', 'CANCELLED'],
  ['returned', 'RETURNED'],
])

/** Spreadsheets run a cell that begins like this. Recipients choose these texts. Phone numbers are harmless. */
const formula = /^(?:[=@\t\r]|[+-](?![\d ().-]*$))/
const harmless = (value: string | number) => (formula.test(String(value)) ? `'${value}` : value)

const csvColumns = [
  ...(['orderNumber', 'orderId', 'orderDate', 'status', 'warehouse', 'firstName'] as const),
  ...(['lastName', 'companyName', 'street1', 'street2', 'city', 'state', 'zip'] as const),
  ...(['country', 'phone', 'email', 'sku', 'quantity', 'notes'] as const),
]

/** Prints a row for each line of an order. */
const printPickingRows = (order: Order, warehouse: string): void => {
  for (const line of order.products) {
    const fields = { ...order, ...order.recipient, ...line, orderId: order.id, warehouse }
    print(csvLine(csvColumns.map((column) => harmless(fields[column]))))
  }
}

const rowOf = (order: Order, warehouse: string) => ({
  ...{ orderNumber: order.orderNumber, id: order.id, orderDate: order.orderDate },
  ...{ status: `${order.status} ${order.allocationStatus}`, warehouse },
  units: order.products.reduce((sum, { quantity }) => sum + quantity, 0),
  recipient: `${order.recipient.firstName} ${order.recipient.lastName}`.replaceAll(/\p{Cc}/gu, ' '),
})

const listHelp = `
Orders are printed oldest first. The csv format is a picking list: a row for each SKU, with the address.
--json and the json format print a line for each order, as the API returns it.`

export const addOrderList = (orders: Command): void => {
  orders
    .command('list')
    .description('Print orders, oldest first')
    .option(...accountOption)
    .addOption(new Option('--status <status>', 'status').choices([...statuses.keys()]))
    .option('--warehouse <key>', 'key of a warehouse')
    .option('--since <time>', 'orders of this day or time and later, such as 2027-03-31')
    .addOption(
      new Option('--format <format>', 'output').choices(['table', 'json', 'csv']).default('table'),
    )
    .option(...jsonOption)
    .addHelpText('after', listHelp)
    .action(
      withStore(async (store, { account: given, status, warehouse: key, since, ...output }) => {
        const format = output.json ? 'json' : output.format
        const account = await resolveAccount(store, given)
        const found = eachOrder(store, account, {
          status: statuses.get(status ?? ''),
          warehouse: key === undefined ? undefined : await requireWarehouse(store, account, key),
          since: since === undefined ? undefined : readTime(since),
        })
        const keys = new Map((await listWarehouses(store, account)).map((w) => [w.id, w.key]))
        const rows: ReturnType<typeof rowOf>[] = []
        if (format === 'csv') print(csvColumns.join(','))
        for await (const order of found) {
          const place = order.warehouse === null ? '' : (keys.get(order.warehouse) ?? '')
          if (format === 'json') print(JSON.stringify(order))
          else if (format === 'csv') printPickingRows(order, place)
          else rows.push(rowOf(order, place))
        }
        if (format === 'table') printThings(rows, 'No orders match.')
      }),
    )
}
