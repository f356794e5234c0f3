import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import type { Command } from '@commander-js/extra-typings'
import { applyShop } from '../actions/apply-shop.ts'
import { readConfig } from '../config.ts'
import { messageOf } from '../deliveries/attempt-delivery.ts'
import { shownStatus } from '../domain/campaign.ts'
import { systemClock } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import { visible } from '../domain/rejection.ts'
import { type Change, rules, type ShopPlan, sections, startPlan } from '../domain/shop-plan.ts'
import { maxShopBytes, readShopFile, writeShop } from '../imports/shop-file.ts'
import { makeFolder } from '../store/make-folder.ts'
import { listStock, readCampaigns, readProducts, readShop } from '../store/shop.ts'
import { fold } from '../store/statement.ts'
import type { Store } from '../store/store.ts'
import {
  accountOption,
  addList,
  counted,
  fail,
  failWith,
  operatorActions,
  print,
  putIn,
  resolveAccount,
  say,
  withStore,
} from './command.ts'
import { startProgress } from './progress.ts'
import { sayShortages } from './stock.ts'

const applyHelp = `
FILE is YAML or JSON, - is standard input. Errors are printed with file:line:column, and nothing is changed.
Each change is printed: + adds, ~ changes, = stays. What the file does not name stays, and so do fields
that it leaves out. The server may be running.

Examples with YAML and CSV are in docs/operating.md, "Your shop".`

export const addShop = (merch: Command): void => {
  merch
    .command('apply')
    .description('Make an account’s shop what a file says: warehouses, products, stock, campaigns')
    .argument('<file>', 'YAML or JSON file; - for standard input')
    .option(...accountOption)
    .option('--dry-run', 'print the plan only')
    .option(
      '--prune',
      'deactivate the variants and end the campaigns that the file’s lists do not name',
    )
    .addHelpText('after', applyHelp)
    .action(withStore(apply))

  merch
    .command('export')
    .description('Print an account’s shop as a file that apply reads')
    .option(...accountOption)
    .option('--folder <path>', 'write shop.yaml, products.csv and stock.csv to a folder instead')
    .action(
      withStore(async (store, { account, folder }) => {
        useLessMemory()
        const shop = await readShop(store, await resolveAccount(store, account))
        const files = writeShop(shop, readConfig().baseUrl, folder !== undefined)
        if (folder === undefined && Buffer.byteLength(files['shop.yaml']) > maxShopBytes)
          fail('The shop is too large for one file. Add --folder PATH.')
        if (folder === undefined) {
          await print(files['shop.yaml'].trimEnd())
          return
        }
        makeFolder(folder)
        for (const [name, content] of Object.entries(files)) {
          const file = join(folder, name)
          await writeFile(file, content).catch((error: unknown) =>
            fail(`${file} cannot be written: ${messageOf(error)}`),
          )
          await print(file)
        }
      }),
    )

  addList(
    merch.command('campaigns').description('List campaigns').command('list'),
    'Print each campaign: key, ID, status, expiration, number of SKUs, name',
    `No campaigns. Put them ${putIn}`,
    async (store, account) =>
      (await readCampaigns(store, account)).map(({ key, id, status, expiration, skus, name }) => ({
        key,
        id,
        status: shownStatus({ status, expiration }, systemClock()),
        expiration,
        skus: skus.length,
        name,
      })),
  )

  addList(
    merch.command('products').description('List products').command('list'),
    'Print each product: key, ID, active and all variants, units on hand, title',
    `No products. Put them ${putIn}`,
    async (store, account) => {
      const { products, variants } = await readProducts(store, account)
      const units = new Map<string, number>()
      for (const { sku, on_hand } of await listStock(store, account))
        units.set(sku, (units.get(sku) ?? 0) + on_hand)
      const variantsOf = Map.groupBy(variants, ({ product }) => product)
      return products.map(({ key, id, title }) => {
        const own = variantsOf.get(key) ?? []
        const active = own.filter((variant) => variant.active).length
        const on_hand = own.reduce((sum, { sku }) => sum + (units.get(sku) ?? 0), 0)
        return { key, id, active, variants: own.length, on_hand, title }
      })
    },
  )
}

type ApplyOptions = { account?: string; dryRun?: true; prune?: true }

async function apply(store: Store, file: string, { account: given, dryRun, prune }: ApplyOptions) {
  useLessMemory()
  const account = await resolveAccount(store, given)
  const source = await readSource(file)
  for (;;) {
    const problems: string[] = []
    const { add, finish } = startPlan(await readShop(store, account), problems)
    const progress = startProgress()
    const lists = await readShopFile(source, add, problems, (table, share) =>
      progress.show(share, `of ${table} compared`),
    ).finally(() => progress.end())
    if (problems.length > 0) return failWith(problems, 'Nothing was changed.')
    const plan = finish(prune ? lists : [])
    const summary = await printPlan(plan)
    saySimilar(plan)
    const confirmed = countedLevels(plan)
    if (summary.length === 0 && confirmed === 0) return say('Nothing to change.')
    if (dryRun) return say('Dry run: nothing was changed.')
    const isApplied = await operatorActions(store).run((transaction) =>
      applyShop(transaction, account, plan, systemClock()),
    )
    if (isApplied) {
      summary.forEach(say)
      if (summary.length === 0) say(`Nothing to change. Confirmed counts of stock: ${confirmed}.`)
      return sayShortages(store, account, await shortLevels(store, account, plan))
    }
    say('Another command has changed the shop. Comparing again.')
  }
}

/** Returns the number of stock levels that the file counts and that stay. */
function countedLevels({ stock }: ShopPlan): number {
  return [...stock.values()].filter(({ isCounted, fields }) => isCounted && fields.length === 0)
    .length
}

/** Returns the stock levels that a plan has reduced to fewer units than orders have. */
async function shortLevels(store: Store, account: AccountId, { stock, warehouses }: ShopPlan) {
  const all = await listStock(store, account)
  return all.flatMap(({ sku, warehouse: key, on_hand, allocated }) => {
    const { before, after } = stock.get(rules.stock.keyOf({ sku, warehouse: key })) ?? {}
    const isReduced = before && after && after.on_hand < before.on_hand
    const warehouse = warehouses.get(key)?.after.id
    return isReduced && on_hand < allocated && warehouse ? [{ sku, warehouse, on_hand }] : []
  })
}

/** A catalogue of 100,000 variants then takes a third less memory, and half as much time again. */
function useLessMemory() {
  return setFlagsFromString('--optimize-for-size')
}

async function readSource(file: string) {
  if (/\.[ct]sv$/i.test(file))
    fail(`${file} is a table. Name it in a YAML file, such as stock: ${basename(file)}`)
  if (file === '-') return { name: 'stdin', bytes: await buffer(process.stdin), folder: '.' }
  try {
    return { name: basename(file), bytes: readFileSync(file), folder: dirname(file) }
  } catch (error) {
    return fail(`Cannot read ${file}: ${error instanceof Error ? error.message : ''}`)
  }
}

/** A terminal shows as much of a plan as a person reads. Elsewhere, the plan is whole. */
const maxOnTerminal = 200

/** Prints a plan. Returns a line that counts its new things, and one that counts its changes. */
async function printPlan(plan: ShopPlan): Promise<string[]> {
  const lines = planLines(plan)
  const most = process.stdout.isTTY ? maxOnTerminal : lines.length
  for (const line of lines.slice(0, most)) await print(line)
  const more = lines.length - most
  if (more > 0)
    say(`… and ${more.toLocaleString('en-US')} more lines. To see all, redirect stdout to a file.`)
  return [...summaryOf('Added', plan), ...summaryOf('Changed', plan)]
}

/** Says which new SKUs and warehouses differ from others by case alone: people take them for one. */
function saySimilar(plan: ShopPlan): void {
  for (const section of ['warehouses', 'variants'] as const)
    for (const keys of Map.groupBy(plan[section].keys(), fold).values())
      if (keys.length > 1 && keys.some((key) => !plan[section].get(key)?.before))
        say(`They differ by case alone: ${keys.map(visible).join(', ')}`)
}

/** Returns a line for each thing that is added or changes, and one that counts those that stay. */
function planLines(plan: ShopPlan): string[] {
  const lines: string[] = []
  let unchanged = 0
  for (const section of sections)
    for (const [key, change] of plan[section]) {
      const { before, after, fields } = change
      const changed = fields.map(
        (field) =>
          ` ${field} ${shown(Reflect.get(before ?? {}, field))} → ${shown(Reflect.get(after, field))}`,
      )
      if (verbOf(change))
        lines.push(
          `${before ? '~' : '+'} ${rules[section].name} ${visible(key)}${changed.join(',')}`,
        )
      else if (change.place) unchanged++
    }
  if (unchanged > 0) lines.push(`= ${unchanged.toLocaleString('en-US')} unchanged`)
  return lines
}

/** Returns a line that counts the things of each section that a plan adds or changes. Empty if there are none. */
function summaryOf(verb: 'Added' | 'Changed', plan: ShopPlan): string[] {
  const counts = sections.flatMap((section) => {
    let count = 0
    for (const change of plan[section].values()) if (verbOf(change) === verb) count++
    const thing = section === 'stock' ? 'stock level' : rules[section].name
    return count === 0 ? [] : [counted(count, thing)]
  })
  return counts.length === 0 ? [] : [`${verb} ${counts.join(', ')}.`]
}

/** Returns the change of a thing in a plan; undefined if it stays. */
function verbOf({ before, fields }: Change<unknown>): 'Added' | 'Changed' | undefined {
  if (!before) return 'Added'
  return fields.length > 0 ? 'Changed' : undefined
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
