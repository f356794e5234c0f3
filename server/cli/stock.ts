import type { Command } from '@commander-js/extra-typings'
import { systemClock, timestamp } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import { available } from '../domain/inventory.ts'
import { moveStock, type StockEvent } from '../store/inventory.ts'
import { listWaitingFor } from '../store/orders.ts'
import { findStock, findWarehouse, listStock, type StockRow } from '../store/shop.ts'
import type { Transaction } from '../store/store.ts'
import {
  accountOption,
  CommandFailure,
  jsonHelp,
  print,
  printThings,
  resolveAccount,
  say,
  withStore,
} from './command.ts'

type Place = { sku: string; warehouse: string }

const readUnits = (option: string, text: string, pattern: RegExp, what: string): number => {
  const units = pattern.test(text) ? Number(text) : Number.NaN
  if (Math.abs(units) > 0 && Math.abs(units) <= 2147483647) return units
  throw new CommandFailure(`${option} must be ${what}`)
}

type Stock = NonNullable<Awaited<ReturnType<typeof findStock>>>

/** Adds events to the stock of a SKU in a warehouse. Returns it afterwards, and the orders that wait there. */
const move = async (
  transaction: Transaction,
  account: AccountId,
  { sku, warehouse: key }: Place,
  eventsOf: (stock: Stock) => Pick<StockEvent, 'type' | 'quantity'>[],
) => {
  const warehouse = await findWarehouse(transaction, account, key)
  if (warehouse === undefined)
    throw new CommandFailure(`No warehouse ${key}. To list keys, run: merch stock list`)
  const place = { account, sku, warehouse }
  const stock = await findStock(transaction, place)
  if (!stock) throw new CommandFailure(`No SKU ${sku}. To list products, run: merch products list`)
  const at = timestamp(systemClock())
  for (const event of eventsOf(stock)) moveStock(transaction, place, { ...event, order: null, at })
  const after = (await findStock(transaction, place)) ?? stock
  return { ...after, sku, warehouse: key, orders: await listWaitingFor(transaction, place) }
}

const printStock = (stock: StockRow): void =>
  print(
    [
      stock.sku,
      stock.warehouse,
      stock.on_hand,
      available(stock),
      stock.allocated,
      stock.inbound,
    ].join('\t'),
  )

export const addStock = (merch: Command): void => {
  const stock = merch.command('stock').description('Receive, correct and list stock')

  stock
    .command('receive')
    .description('Add units that arrived. Units that were inbound are no longer.')
    .argument('<sku>', 'SKU of a variant')
    .requiredOption('--warehouse <key>', 'key of the warehouse')
    .requiredOption('--quantity <number>', 'units, 1 or more')
    .option(...accountOption)
    .action(
      withStore(async (store, sku, { warehouse, quantity: text, account: given }) => {
        const quantity = readUnits('--quantity', text, /^\d+$/, 'a whole number of 1 or more')
        const account = await resolveAccount(store, given)
        const after = await store.write((transaction) =>
          move(transaction, account, { sku, warehouse }, ({ inbound }) => {
            const expected = Math.min(inbound, quantity)
            return [
              { type: 'inbound_received' as const, quantity: expected },
              { type: 'received' as const, quantity: quantity - expected },
            ].filter((event) => event.quantity > 0)
          }),
        )
        say(`Received ${quantity}. ${sku} in ${warehouse}: ${after.on_hand} on hand.`)
        printStock(after)
      }),
    )

  stock
    .command('adjust')
    .description('Correct the units on hand, after a count or a loss')
    .argument('<sku>', 'SKU of a variant')
    .requiredOption('--warehouse <key>', 'key of the warehouse')
    .requiredOption('--by <number>', 'units to add, such as 2, or to remove, such as -3')
    .option(...accountOption)
    .action(
      withStore(async (store, sku, { warehouse, by: text, account: given }) => {
        const by = readUnits('--by', text, /^[+-]?\d+$/, 'a whole number such as 2 or -3')
        const account = await resolveAccount(store, given)
        const after = await store.write((transaction) =>
          move(transaction, account, { sku, warehouse }, ({ on_hand }) => {
            if (on_hand + by < 0)
              throw new CommandFailure(
                `${sku} in ${warehouse} has ${on_hand} on hand. Nothing was changed.`,
              )
            return [{ type: 'adjusted', quantity: by }]
          }),
        )
        say(`${sku} in ${warehouse}: ${after.on_hand} on hand, ${after.allocated} allocated.`)
        printStock(after)
        // Older orders are served first. The others wait for stock.
        let units = after.on_hand
        for (const { orderNumber, id, quantity } of after.orders) {
          units -= quantity
          if (units < 0) say(`${orderNumber} (${id}) waits for ${Math.min(-units, quantity)} units`)
        }
      }),
    )

  stock
    .command('list')
    .description('Print the stock of each SKU and warehouse')
    .option(...accountOption)
    .option('--json', jsonHelp)
    .action(
      withStore(async (store, { account, json }) => {
        const rows = await listStock(store, await resolveAccount(store, account))
        printThings(
          rows.map((row) => ({
            ...{ sku: row.sku, warehouse: row.warehouse, on_hand: row.on_hand },
            ...{ available: available(row), allocated: row.allocated, inbound: row.inbound },
          })),
          'No stock. Put it in with: merch apply FILE --account ID',
          json,
        )
      }),
    )
}
