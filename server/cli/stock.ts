import type { Command } from '@commander-js/extra-typings'
import { systemClock, timestamp } from '../domain/clock.ts'
import type { AccountId, WarehouseId } from '../domain/ids.ts'
import { applyEvent, available, type EventType, type StockCounts } from '../domain/inventory.ts'
import { putStock } from '../store/inventory.ts'
import { eachOrder } from '../store/orders.ts'
import { findStock, listShopWarehouses, listStock } from '../store/shop.ts'
import type { Reader, Store } from '../store/store.ts'
import {
  accountOption,
  fail,
  jsonOption,
  print,
  printThings,
  putIn,
  resolveAccount,
  say,
  wideOption,
  withStore,
} from './command.ts'

/** @throws {CommandFailure} when the account has no warehouse with the key. */
export const requireWarehouse = async (
  reader: Reader,
  account: AccountId,
  key: string,
): Promise<WarehouseId> => {
  const found = (await listShopWarehouses(reader, account)).find((each) => each.key === key)
  if (found) return found.id
  fail(`No warehouse ${key}. To list warehouses, run: merch stock list`)
}

const readUnits = (option: string, text: string, pattern: RegExp, what: string): number => {
  const units = pattern.test(text) ? Number(text) : Number.NaN
  if (Math.abs(units) > 0 && Math.abs(units) <= 2147483647) return units
  fail(`${option} must be ${what}`)
}

/** The columns of a stock level. */
const columnsOf = (level: { sku: string; warehouse: string } & StockCounts) => ({
  sku: level.sku,
  warehouse: level.warehouse,
  on_hand: level.on_hand,
  available: available(level),
  allocated: level.allocated,
  inbound: level.inbound,
})

/** Returns the lines of orders that wait for a SKU in a warehouse, oldest first. */
const linesWaitingFor = async (
  reader: Reader,
  account: AccountId,
  { sku, warehouse }: { sku: string; warehouse: WarehouseId },
) => {
  const lines: { id: string; orderNumber: string; quantity: number }[] = []
  const waiting = { warehouse, status: 'AWAITING_SHIPMENT' } as const
  for await (const { id, orderNumber, products } of eachOrder(reader, account, waiting))
    for (const line of products)
      if (line.sku === sku) lines.push({ id, orderNumber, quantity: line.quantity })
  return lines
}

type Place = { warehouse: string; account?: string }

/**
 * Adds events to the stock of a SKU in a warehouse.
 * @returns the counts after the events, also as a row, and the orders that wait for the SKU there, oldest first.
 */
const move = async (
  store: Store,
  sku: string,
  { warehouse: key, account: given }: Place,
  eventsOf: (stock: StockCounts) => [type: EventType, quantity: number][],
) => {
  const account = await resolveAccount(store, given)
  const done = await store.write(async (transaction) => {
    const place = { sku, warehouse: await requireWarehouse(transaction, account, key) }
    const before = await findStock(transaction, { ...place, account })
    if (!before) fail(`No SKU ${sku}. To list products, run: merch products list`)
    const events = eventsOf(before).filter(([, quantity]) => quantity !== 0)
    const at = timestamp(systemClock())
    const moves = events.map(([type, quantity]) => ({ type, quantity, order: null, at }))
    await putStock(transaction, account, place, moves)
    const stock = events.reduce(
      (counts: StockCounts, event) => applyEvent(counts, ...event),
      before,
    )
    return { ...stock, orders: await linesWaitingFor(transaction, account, place) }
  })
  return { ...done, row: Object.values(columnsOf({ sku, warehouse: key, ...done })).join('\t') }
}

export const addStock = (merch: Command): void => {
  const stock = merch.command('stock').description('Receive, correct and list stock')
  const changeOf = (name: string, description: string) =>
    stock
      .command(name)
      .description(description)
      .argument('<sku>', 'SKU of a variant')
      .requiredOption('--warehouse <key>', 'key of the warehouse')
      .option(...accountOption)

  changeOf('receive', 'Add units that arrived. Units that were inbound are no longer.')
    .requiredOption('--quantity <number>', 'units, 1 or more')
    .action(
      withStore(async (store, sku, { quantity: text, ...place }) => {
        const quantity = readUnits('--quantity', text, /^\d+$/, 'a whole number of 1 or more')
        const { on_hand, row } = await move(store, sku, place, ({ inbound }) => [
          ['inbound_received', Math.min(inbound, quantity)],
          ['received', quantity - Math.min(inbound, quantity)],
        ])
        say(`Received ${quantity}. ${sku} in ${place.warehouse}: ${on_hand} on hand.`)
        await print(row)
      }),
    )

  changeOf('adjust', 'Correct the units on hand, after a count or a loss')
    .requiredOption('--by <number>', 'units to add, such as 2, or to remove, such as -3')
    .action(
      withStore(async (store, sku, { by: text, ...place }) => {
        const by = readUnits('--by', text, /^[+-]?\d+$/, 'a whole number such as 2 or -3')
        const name = `${sku} in ${place.warehouse}`
        const { on_hand, allocated, orders, row } = await move(store, sku, place, (before) => {
          if (before.on_hand + by >= 0) return [['adjusted', by]]
          fail(`${name} has ${before.on_hand} on hand. Nothing was changed.`)
        })
        say(`${name}: ${on_hand} on hand, ${allocated} allocated.`)
        await print(row)
        // Older orders are served first. The others wait for stock.
        let units = on_hand
        for (const { orderNumber, id, quantity } of orders) {
          units -= quantity
          if (units < 0) say(`${orderNumber} (${id}) waits for ${Math.min(-units, quantity)} units`)
        }
      }),
    )

  stock
    .command('list')
    .description('Print the stock of each SKU and warehouse')
    .option('--low', 'only where no more units are available than the low_stock_threshold')
    .option(...accountOption)
    .option(...jsonOption)
    .option(...wideOption)
    .action(
      withStore(async (store, { low, account, ...options }) => {
        const levels = await listStock(store, await resolveAccount(store, account))
        const isShown = (level: (typeof levels)[number]) =>
          !low || available(level) <= level.low_stock_threshold
        const none = low ? 'No stock is low.' : `No stock. Put it ${putIn}`
        await printThings(levels.filter(isShown).map(columnsOf), none, options)
      }),
    )
}
