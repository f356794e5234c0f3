import { type Command, Option } from '@commander-js/extra-typings'
import type { AccountId } from '../../domain/ids.ts'
import { isWaiting } from '../../domain/inventory.ts'
import type { Order } from '../../domain/order.ts'
import { listWarehouses } from '../../store/inventory.ts'
import { eachOrder, type OrderPeriod, type QueueFilter } from '../../store/orders.ts'
import type { Reader } from '../../store/store.ts'
import { accountOption, fail } from '../command.ts'
import { requireWarehouse } from '../stock.ts'
import { readBound, zoneOption } from '../zone.ts'

/** Adds the options that select orders of an account, for {@link readSelection}. */
export const selectOrders = (command: Command) =>
  command
    .option(...accountOption)
    .option('--email <address>', 'email address of the recipient')
    .addOption(new Option('--status <status>', 'status').choices([...statuses.keys()]))
    .option('--warehouse <key>', 'key of a warehouse')
    .option('--since <day>', 'orders that were placed on this day or later, such as 2027-03-31')
    .option('--shipped-from <day>', 'orders that shipped on this day or later')
    .option('--returned-from <day>', 'orders of which units came back on this day or later')
    .option('--cancelled-from <day>', 'orders that were cancelled on this day or later')
    .option('--to <day>', 'the last day, to its end')
    .option(...zoneOption)

const statuses = new Map<string, Order['status']>([
  ['awaiting', 'AWAITING_SHIPMENT'],
  ['shipped', 'SHIPPED'],
  ['cancelled', 'CANCELLED'],
  ['returned', 'RETURNED'],
])

type Selection = PeriodOptions & {
  [option in 'status' | 'email' | 'warehouse']?: string | undefined
}

/** Returns the filter that the options name. @param account of the warehouse, if one is named. */
export const readSelection = async (
  reader: Reader,
  account: AccountId | undefined,
  { status = '', email, warehouse, ...period }: Selection,
): Promise<QueueFilter & { period: OrderPeriod }> => ({
  status: statuses.get(status),
  email,
  warehouse: warehouse && account ? await requireWarehouse(reader, account, warehouse) : undefined,
  period: periodOf(period),
})

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
  const from = day === undefined ? undefined : readBound(option, day, zone)
  const until = to === undefined ? undefined : readBound('--to', to, zone, 1)
  if (from && until && until.time <= from.time) fail(`--to must not be before ${option}`)
  return { what, from, until }
}

/** An order of a list, and the key of its warehouse. */
export type SelectedOrder = { account: AccountId; order: Order; warehouse: string }

/** Yields the orders of accounts, one account after the other, a page at a time. */
export async function* ordersOf(
  reader: Reader,
  accounts: readonly AccountId[],
  filter: QueueFilter,
): AsyncGenerator<SelectedOrder> {
  for (const account of accounts) {
    const warehouses = await listWarehouses(reader, account)
    const keys = new Map(warehouses.map(({ id, key }) => [id, key]))
    for await (const order of eachOrder(reader, account, filter)) {
      const warehouse = order.warehouse === null ? '' : (keys.get(order.warehouse) ?? '')
      yield { account, order, warehouse }
    }
  }
}

/** Splits orders into those that can ship and those that wait for stock, which are known when all others were read. */
export const splitByStock = (found: AsyncIterable<SelectedOrder>) => {
  const waiting: SelectedOrder[] = []
  const ready = async function* () {
    for await (const each of found)
      if (isWaiting(each.order)) waiting.push(each)
      else yield each
  }
  return { ready: ready(), waiting }
}
