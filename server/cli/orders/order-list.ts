import { type Command, Option } from '@commander-js/extra-typings'
import type { Order } from '../../domain/order.ts'
import { eachOrder, type QueueFilter } from '../../store/orders.ts'
import { findWarehouse, listWarehouseKeys } from '../../store/shop.ts'
import {
  accountOption,
  CommandFailure,
  print,
  printRows,
  resolveAccount,
  withStore,
} from '../command.ts'
import { readTime } from './import-orders.ts'

const statuses = new Map<string, Order['status']>([
  ['awaiting', 'AWAITING_SHIPMENT'],
  ['shipped', 'SHIPPED'],
  ['cancelled', 'CANCELLED'],
  ['returned', 'RETURNED'],
])

/** Spreadsheets run a cell that begins like this. Recipients choose these texts. Phone numbers are harmless. */
const formula = /^(?:[=@\t\r]|[+-](?![\d ().-]*$))/

/** Returns a text as a field of RFC 4180. */
const csvField = (value: string | number): string => {
  const text = formula.test(String(value)) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const csvColumns = [
  ...['orderNumber', 'orderId', 'orderDate', 'status', 'warehouse', 'firstName', 'lastName'],
  ...['companyName', 'street1', 'street2', 'city', 'state', 'zip', 'country', 'phone', 'email'],
  ...['sku', 'quantity', 'notes'],
]

/** Returns a row for each line of an order. */
const pickingRows = (order: Order, warehouse: string): (string | number)[][] => {
  const { orderNumber, id, orderDate, status, recipient, companyName, notes, products } = order
  const { firstName, lastName, street1, street2, city, state, zip, country, phone, email } =
    recipient
  return products.map(({ sku, quantity }) => [
    ...[orderNumber, id, orderDate, status, warehouse, firstName, lastName, companyName],
    ...[street1, street2, city, state, zip, country, phone, email, sku, quantity, notes],
  ])
}

const listHelp = `
Orders are printed oldest first. The csv format is a picking list: a row for each SKU, with the address.
The json format is a line for each order, as the API returns it.`

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
    .addHelpText('after', listHelp)
    .action(
      withStore(async (store, { account: given, status, warehouse: key, since, format }) => {
        const account = await resolveAccount(store, given)
        const warehouse = key === undefined ? undefined : await findWarehouse(store, account, key)
        if (key !== undefined && warehouse === undefined)
          throw new CommandFailure(`No warehouse ${key}. To list keys, run: merch stock list`)
        const filter: QueueFilter = {
          status: status === undefined ? undefined : statuses.get(status),
          warehouse,
          since: since === undefined ? undefined : readTime(since),
        }
        const keys = await listWarehouseKeys(store, account)
        const rows: (string | number)[][] = []
        if (format === 'csv') print(csvColumns.join(','))
        for await (const order of eachOrder(store, account, filter)) {
          const place = order.warehouse === null ? '' : (keys.get(order.warehouse) ?? '')
          if (format === 'json') print(JSON.stringify(order))
          else if (format === 'csv')
            for (const row of pickingRows(order, place)) print(row.map(csvField).join(','))
          else {
            const { orderNumber, id, orderDate, allocationStatus, recipient, products } = order
            const units = products.reduce((sum, { quantity }) => sum + quantity, 0)
            const name = `${recipient.firstName} ${recipient.lastName}`
            const state = `${order.status} ${allocationStatus}`
            rows.push([
              orderNumber,
              id,
              orderDate,
              state,
              place,
              units,
              name.replaceAll(/\p{Cc}/gu, ' '),
            ])
          }
        }
        if (format === 'table')
          printRows(
            ['number', 'ID', 'ordered', 'status', 'warehouse', 'units', 'recipient'],
            rows,
            'No orders match.',
          )
      }),
    )
}
