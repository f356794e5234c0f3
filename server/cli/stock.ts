import { type Command, Option } from '@commander-js/extra-typings'
import { changeStock, type StockChange } from '../actions/change-stock.ts'
import { systemClock } from '../domain/clock.ts'
import type { AccountId, WarehouseId } from '../domain/ids.ts'
import { available, demandOf, type StockCounts } from '../domain/inventory.ts'
import { visible } from '../domain/rejection.ts'
import { listStockAt, listStockHistory, listWarehouses } from '../store/inventory.ts'
import { eachOrder } from '../store/orders.ts'
import { findStock, listStock } from '../store/shop.ts'
import type { Reader, Store } from '../store/store.ts'
import {
  accountOption,
  asList,
  fail,
  operatorActions,
  print,
  printThings,
  putIn,
  resolveAccount,
  say,
  withStore,
} from './command.ts'
import { readBound, zoneOption } from './zone.ts'

/** @throws {CommandFailure} when the account has no warehouse with the key. */
export const requireWarehouse = async (
  reader: Reader,
  account: AccountId,
  key: string,
): Promise<WarehouseId> => {
  const found = (await listWarehouses(reader, account)).find((each) => each.key === key)
  if (found) return found.id
  fail(`No warehouse ${visible(key)}. To list warehouses, run: merch stock list`)
}

/** Says which orders lack units if the orders before them ship first. */
export const sayShortages = async (
  reader: Reader,
  account: AccountId,
  levels: readonly { sku: string; warehouse: WarehouseId; on_hand: number }[],
): Promise<void> => {
  if (levels.length === 0) return
  const places = levels.map(({ sku, warehouse, on_hand }): [string, number] => [
    `${warehouse} ${sku}`,
    on_hand,
  ])
  const left = new Map(places)
  for await (const order of eachOrder(reader, account, { status: 'AWAITING_SHIPMENT' }))
    for (const [sku, quantity] of demandOf(order.products)) {
      const place = `${order.warehouse} ${sku}`
      const units = left.get(place)
      if (units === undefined) continue
      left.set(place, units - quantity)
      if (quantity > units)
        say(
          `${order.orderNumber} (${order.id}) lacks ${Math.min(quantity - units, quantity)} units of ${sku} if older orders ship first`,
        )
    }
}

const readUnits = (option: string, text: string, pattern: RegExp, what: string): number => {
  const units = pattern.test(text) ? Number(text) : Number.NaN
  if (Math.abs(units) > 0 && Math.abs(units) <= 2147483647) return units
  fail(`${option} must be ${what}, and at most 2147483647`)
}

const columnsOf = (level: { sku: string; warehouse: string } & StockCounts) => ({
  sku: level.sku,
  warehouse: level.warehouse,
  on_hand: level.on_hand,
  available: available(level),
  allocated: level.allocated,
  inbound: level.inbound,
})

type Place = { warehouse: string; account?: string | undefined; reason?: string | undefined }

/** Changes the stock of a SKU, in one act. Prints the stock of the warehouses, and the orders that it is too little for. */
const change = async (
  store: Store,
  sku: string,
  { account: given, reason }: Omit<Place, 'warehouse'>,
  changes: readonly { key: string; change: StockChange }[],
  sentence: (stock: StockCounts) => string,
) => {
  const account = await resolveAccount(store, given)
  const places = await Promise.all(
    changes.map(async ({ key, change }) => {
      return { key, warehouse: await requireWarehouse(store, account, key), change }
    }),
  )
  const done = await operatorActions(store).run(async (transaction) => {
    const done = await changeStock(transaction, account, sku, places, reason, systemClock())
    // The transaction rolls back.
    if ('rejected' in done)
      fail(
        done.rejected === 'not-possible'
          ? `${sku} in ${changes[0]?.key} has ${done.on_hand} on hand. Nothing was changed.`
          : `No SKU ${visible(sku)}. To list products, run: merch products list`,
      )
    return done
  })
  say(sentence(done))
  for (const { key, warehouse } of places) {
    const stock = await findStock(store, { account, sku, warehouse })
    if (!stock) continue
    await print(Object.values(columnsOf({ sku, warehouse: key, ...stock })).join('\t'))
    await sayShortages(store, account, [{ sku, warehouse, on_hand: stock.on_hand }])
  }
}

/** Changes the stock of a SKU in one warehouse. @param done what was done, for the message. */
const changeOne = (
  store: Store,
  sku: string,
  { warehouse: key, ...place }: Place,
  stockChange: StockChange,
  done = '',
) =>
  change(store, sku, place, [{ key, change: stockChange }], ({ on_hand, allocated }) => {
    const level = `${on_hand} on hand, ${allocated} allocated`
    return `${done}${sku} in ${key}: ${level}.`
  })

const signed = 'a whole number such as 2 or -3'
const positive = 'a whole number of 1 or more'

export const addStock = (merch: Command): void => {
  const stock = merch.command('stock').description('Receive, count, correct, move and list stock')
  addChanges(stock)
  addStockList(stock)
}

function addChanges(stock: Command): void {
  const changeOf = (name: string, description: string) =>
    stock
      .command(name)
      .description(description)
      .argument('<sku>', 'SKU of a variant')
      .option('--reason <text>', 'why, for the history')
      .option(...accountOption)

  const changeIn = (what: StockChange['do'], description: string) =>
    changeOf(what, description).requiredOption('--warehouse <key>', 'key of the warehouse')

  changeIn('receive', 'Add units that arrived. Units that were inbound are no longer.')
    .requiredOption('--quantity <number>', 'units, 1 or more')
    .action(
      withStore((store, sku, { quantity, ...place }) => {
        const units = readUnits('--quantity', quantity, /^\d+$/, positive)
        return changeOne(store, sku, place, { do: 'receive', units }, `Received ${units}. `)
      }),
    )

  changeIn('adjust', 'Add or remove units, after a loss or a find. To set the units, count them.')
    .requiredOption('--by <number>', 'units to add, such as 2, or to remove, such as -3')
    .action(
      withStore((store, sku, { by, ...place }) => {
        const units = readUnits('--by', by, /^[+-]?\d+$/, signed)
        return changeOne(store, sku, place, { do: 'adjust', units })
      }),
    )

  changeIn('count', 'Set the units on hand to those that were counted now')
    .requiredOption('--units <number>', 'units that were counted, 0 or more')
    .action(
      withStore((store, sku, { units: text, ...place }) => {
        const form = 'a whole number of 0 or more'
        const units = text === '0' ? 0 : readUnits('--units', text, /^\d+$/, form)
        return changeOne(store, sku, place, { do: 'count', units }, `Counted ${units}. `)
      }),
    )

  changeOf('move', 'Move units to another warehouse')
    .requiredOption('--from <key>', 'key of the warehouse that they leave')
    .requiredOption('--to <key>', 'key of the warehouse that gets them')
    .requiredOption('--by <number>', 'units, 1 or more')
    .action(
      withStore((store, sku, { by: text, from, to, account, reason }) => {
        const units = readUnits('--by', text, /^\d+$/, positive)
        if (from === to) fail('--from and --to must be different warehouses')
        const place = { account, reason: reason ?? `moved from ${from} to ${to}` }
        const changes = [
          { key: from, change: { do: 'adjust', units: -units } },
          { key: to, change: { do: 'adjust', units } },
        ] as const
        return change(store, sku, place, changes, () => `Moved ${units} of ${sku} to ${to}.`)
      }),
    )
}

function addStockList(stock: Command): void {
  asList(stock.command('history'))
    .description('Print the changes of the stock of a SKU, oldest first, and their reasons')
    .argument('<sku>', 'SKU of a variant')
    .option(...accountOption)
    .action(
      withStore(async (store, sku, { account: given, ...options }) => {
        const entries = await listStockHistory(store, await resolveAccount(store, given), sku)
        const rows = entries.map(({ type, counted, orderNumber, reason, actor, ...entry }) => ({
          at: entry.at,
          warehouse: entry.warehouse,
          change: counted === null ? type : 'counted',
          quantity: entry.quantity,
          why: reason ?? orderNumber ?? (counted === null ? '' : `${counted} units were counted`),
          actor: actor ?? '',
        }))
        await printThings(rows, `No stock of ${sku} has changed.`, options)
      }),
    )

  asList(stock.command('list'))
    .description('Print the stock of each SKU and warehouse')
    .addOption(
      new Option(
        '--at <day>',
        'the units on hand at the end of this day, as it is known now',
      ).conflicts('low'),
    )
    .option(...zoneOption)
    .option('--low', 'only where no more units are available than the low_stock_threshold')
    .option(...accountOption)
    .action(
      withStore(async (store, { low, at, zone, account: given, ...options }) => {
        const account = await resolveAccount(store, given)
        const none = low ? 'No stock is low.' : `No stock. Put it ${putIn}`
        if (at !== undefined) {
          const end = readBound('--at', at, zone, 1)
          return printThings(await listStockAt(store, account, end), none, options)
        }
        const levels = await listStock(store, account)
        const isShown = (level: (typeof levels)[number]) =>
          !low || available(level) <= level.low_stock_threshold
        await printThings(levels.filter(isShown).map(columnsOf), none, options)
      }),
    )
}
