import { mkdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import type { Command } from '@commander-js/extra-typings'
import { applyShop } from '../actions/apply-shop.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import {
  type Change,
  planShop,
  rules,
  type ShopPlan,
  sections,
  type WantedShop,
} from '../domain/shop.ts'
import { maxShopBytes, readShopFile, writeShop } from '../intake/shop.ts'
import { listStock, readCampaigns, readProducts, readShop } from '../store/shop.ts'
import type { Store } from '../store/store.ts'
import {
  accountOption,
  addList,
  fail,
  failWith,
  print,
  resolveAccount,
  say,
  withStore,
} from './command.ts'
import { startProgress } from './progress.ts'

const number = new Intl.NumberFormat('en-US')

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)

/** A terminal shows as much of a plan as a person reads. Elsewhere, the plan is whole. */
const mostOnTerminal = 200

/** Prints a plan. Returns the number of its changes. */
const printPlan = (plan: ShopPlan): number => {
  const most = process.stdout.isTTY ? mostOnTerminal : Number.POSITIVE_INFINITY
  let lines = 0
  const printLine = (line: string) => lines++ < most && print(line)
  for (const section of sections)
    for (const { key, before = {}, after, fields } of plan[section].changes) {
      const changed = fields.map((field) => {
        const [from, to] = [Reflect.get(before, field), Reflect.get(after, field)]
        return ` ${field} ${shown(from)} → ${shown(to)}`
      })
      const sign = fields.length > 0 ? '~' : '+'
      printLine(`${sign} ${rules[section].name} ${key}${changed.join(',')}`)
    }
  const changes = lines
  const unchanged = sections.reduce((sum, section) => sum + plan[section].unchanged, 0)
  if (unchanged > 0) printLine(`= ${number.format(unchanged)} unchanged`)
  if (lines > most)
    say(`… and ${number.format(lines - most)} more lines. To see all, redirect stdout to a file.`)
  return changes
}

/** Prints how many things of each section were added, and how many were changed. */
const printSummary = (plan: ShopPlan): void => {
  for (const verb of ['Added', 'Changed']) {
    const counts = sections.flatMap((section) => {
      const changes: readonly Change<object>[] = plan[section].changes
      const count = changes.filter(({ before }) => (verb === 'Added') === !before).length
      const name = section === 'stock' ? 'stock level' : rules[section].name
      return count === 0 ? [] : [`${number.format(count)} ${name}${count === 1 ? '' : 's'}`]
    })
    if (counts.length > 0) say(`${verb} ${counts.join(', ')}.`)
  }
}

/** A catalogue of 100,000 variants then takes a fifth less, and a few seconds more. */
const useLessMemory = () => setFlagsFromString('--optimize-for-size')

const readSource = async (file: string) => {
  if (file === '-') return { name: 'stdin', bytes: await buffer(process.stdin), folder: '.' }
  try {
    return { name: basename(file), bytes: readFileSync(file), folder: dirname(file) }
  } catch (error) {
    return fail(`Cannot read ${file}: ${error instanceof Error ? error.message : ''}`)
  }
}

/**
 * Prints the plan of a file, or its problems. A plan is large: it is not kept.
 * @returns whether the file changes something.
 */
const preview = async (
  store: Store,
  account: AccountId,
  wanted: WantedShop,
  ends: readonly string[],
  problems: readonly string[],
): Promise<boolean> => {
  const plan = planShop(await readShop(store, account), wanted, ends)
  const all = 'problems' in plan ? [...problems, ...plan.problems] : problems
  if ('problems' in plan || all.length > 0) failWith(all, 'Nothing was changed.')
  else if (printPlan(plan) === 0) say('Nothing to change.')
  else return true
  return false
}

type ApplyOptions = { account?: string; dryRun?: true; prune?: true }

const apply = async (store: Store, file: string, options: ApplyOptions) => {
  useLessMemory()
  const account = await resolveAccount(store, options.account)
  const progress = startProgress()
  const { wanted, lists, problems } = await readShopFile(await readSource(file), (table, share) =>
    progress.show(share, `of ${table} read`),
  ).finally(() => progress.end())
  const ends = options.prune ? lists : []
  const size = wanted.variants.length + wanted.stock.length
  if (size > 1000) say(`Comparing ${number.format(size)} variants and stock levels…`)
  if (!(await preview(store, account, wanted, ends, problems))) return
  if (options.dryRun) return say('Dry run: nothing was changed.')
  // Planned again, as orders may have come in between: what is printed then is what was done.
  const done = await store.write((transaction) =>
    applyShop(transaction, account, wanted, systemClock(), ends),
  )
  if ('problems' in done) return failWith(done.problems, 'Nothing was changed.')
  printSummary(done)
}

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
        if (folder === undefined) return print(files['shop.yaml'].trimEnd())
        mkdirSync(folder, { recursive: true })
        for (const [name, content] of Object.entries(files)) {
          await writeFile(join(folder, name), content)
          print(join(folder, name))
        }
      }),
    )

  addList(
    merch.command('campaigns').description('List campaigns'),
    'Print each campaign: key, ID, status, expiration, number of SKUs, name',
    'No campaigns. Put them',
    async (store, account) =>
      (await readCampaigns(store, account)).map(({ key, id, status, expiration, skus, name }) => ({
        ...{ key, id, status, expiration, skus: skus.length, name },
      })),
  )

  addList(
    merch.command('products').description('List products'),
    'Print each product: key, ID, active and all variants, units on hand, title',
    'No products. Put them',
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
