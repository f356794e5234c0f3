import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Command } from '@commander-js/extra-typings'
import { applyShop } from '../actions/apply-shop.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import { type Change, planShop, type ShopPlan } from '../domain/shop.ts'
import { maxShopBytes, readShopFile } from '../intake/shop/read-shop.ts'
import { writeShop } from '../intake/shop/write-shop.ts'
import { readShop } from '../store/shop.ts'
import type { Store } from '../store/store.ts'
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
import { startProgress } from './progress.ts'

const number = new Intl.NumberFormat('en-US')

/** The sections of a plan, the name of a thing in a line of the plan, and its name after a number. */
const sections = [
  ['warehouses', 'warehouse', 'warehouse'],
  ['products', 'product', 'product'],
  ['variants', 'variant', 'variant'],
  ['stock', 'stock', 'stock level'],
  ['campaigns', 'campaign', 'campaign'],
] as const

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)

const changesOf = ({ before, after, fields }: Change<object>): string =>
  fields
    .map(
      (field) =>
        ` ${field} ${shown(Reflect.get(before ?? {}, field))} → ${shown(Reflect.get(after, field))}`,
    )
    .join(',')

function* linesOf(plan: ShopPlan): Generator<string> {
  for (const [section, name] of sections)
    for (const change of plan[section])
      yield `${change.before ? '~' : '+'} ${name} ${change.key}${changesOf(change)}`
  if (plan.unchanged > 0) yield `= ${number.format(plan.unchanged)} unchanged`
}

/** A terminal shows as much of a plan as a person reads. Elsewhere, the plan is whole. */
const mostOnTerminal = 200

/** Prints a plan. Returns the number of its changes. */
const printPlan = (plan: ShopPlan): number => {
  const most = process.stdout.isTTY ? mostOnTerminal : Number.POSITIVE_INFINITY
  let lines = 0
  for (const line of linesOf(plan)) if (lines++ < most) print(line)
  if (lines > most)
    say(`… and ${number.format(lines - most)} more lines. To see all: --dry-run > plan.txt`)
  return sections.reduce((sum, [section]) => sum + plan[section].length, 0)
}

/** Returns how many things of each section a plan adds or changes. */
const summaryOf = (plan: ShopPlan, does: (change: Change<object>) => boolean): string =>
  sections
    .flatMap(([section, , name]) => {
      const count = plan[section].filter(does).length
      return count === 0 ? [] : [`${number.format(count)} ${name}${count === 1 ? '' : 's'}`]
    })
    .join(', ')

const fail = (problems: readonly string[]): never => {
  const byPlace = new Intl.Collator('en', { numeric: true })
  for (const problem of problems.toSorted(byPlace.compare)) say(problem)
  const count = problems.length === 1 ? '1 problem' : `${number.format(problems.length)} problems`
  throw new CommandFailure(`${count}. Nothing was changed.`)
}

const readSource = async (
  file: string,
): Promise<{ name: string; bytes: Buffer; folder: string }> => {
  if (file === '-') return { name: 'stdin', bytes: await buffer(process.stdin), folder: '.' }
  try {
    return { name: basename(file), bytes: readFileSync(file), folder: dirname(file) }
  } catch (error) {
    throw new CommandFailure(`Cannot read ${file}: ${error instanceof Error ? error.message : ''}`)
  }
}

type ApplyOptions = { account?: string; dryRun?: true; prune?: true }

const apply = async (
  store: Store,
  file: string,
  { account: given, dryRun, prune }: ApplyOptions,
) => {
  const account = await resolveAccount(store, given)
  const progress = startProgress()
  const { wanted, problems } = await readShopFile({
    ...(await readSource(file)),
    onProgress: (name, share) => progress.show(share, `of ${name} read`),
  }).finally(() => progress.end())
  const ends = prune ? wanted.sections : []
  const preview = async (): Promise<number> => {
    const plan = planShop(await readShop(store, account), wanted, ends)
    if ('problems' in plan || problems.length > 0)
      return fail([...problems, ...('problems' in plan ? plan.problems : [])])
    return printPlan(plan)
  }
  const changes = await preview()
  if (dryRun) return say('Dry run: nothing was changed.')
  if (changes === 0) return say('Nothing to change.')
  if (changes > 1000) say(`Writing ${number.format(changes)} changes…`)
  const done = await store.write((transaction) =>
    applyShop(transaction, account, wanted, systemClock(), ends),
  )
  if ('problems' in done) return fail(done.problems)
  const added = summaryOf(done, ({ before }) => before === undefined)
  const changed = summaryOf(done, ({ before }) => before !== undefined)
  if (added !== '') say(`Added ${added}.`)
  if (changed !== '') say(`Changed ${changed}.`)
}

const applyHelp = `
FILE is YAML or JSON, - is standard input. Errors are printed with file:line:column, and nothing is changed.
The plan is printed first: + adds, ~ changes, = stays. What the file does not name stays, and so do fields
that it leaves out. The server may be running.

Example shop.yaml:

  # yaml-language-server: $schema=http://127.0.0.1:8080/shop.schema.json
  warehouses:
    - { key: portland, name: Portland }
  products:
    - key: tee
      title: Heavyweight cotton tee
      pricing: [{ minimumQuantity: 24, unitPrice: 11.9 }]
      variants:
        - { sku: TEE-BLK-M, options: { Color: Black, Size: M }, weight: 0.21 }
  stock:
    - { sku: TEE-BLK-M, warehouse: portland, on_hand: 120 }
  campaigns:
    - key: spring
      name: Spring kit
      expiration: 2099-06-30T23:59:59Z
      skus: [TEE-BLK-M]

products and stock may be the path of a CSV file: products.csv has a row for each variant. Columns are
the fields' names: key,title,sku,options.Color,pricing.0.minimumQuantity`

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
      withStore(async (store, { account: given, folder }) => {
        const account = await resolveAccount(store, given)
        const shop = await readShop(store, account)
        const files = writeShop(shop, readConfig().baseUrl, folder !== undefined)
        if (folder === undefined) {
          const { 'shop.yaml': text } = files
          if (Buffer.byteLength(text) > maxShopBytes)
            throw new CommandFailure('The shop is too large for one file. Add --folder PATH.')
          return print(text.trimEnd())
        }
        mkdirSync(folder, { recursive: true })
        for (const [name, text] of Object.entries(files)) {
          writeFileSync(join(folder, name), text)
          print(join(folder, name))
        }
      }),
    )

  merch
    .command('campaigns')
    .description('List campaigns')
    .command('list')
    .description('Print each campaign: key, ID, status, expiration, number of SKUs, name')
    .option(...accountOption)
    .option('--json', jsonHelp)
    .action(
      withStore(async (store, { account, json }) => {
        const { campaigns } = await readShop(store, await resolveAccount(store, account))
        const rows = campaigns.map(({ key, id, status, expiration, skus, name }) => ({
          ...{ key, id, status, expiration, skus: skus.length, name },
        }))
        printThings(rows, noneOf('campaigns'), json)
      }),
    )

  merch
    .command('products')
    .description('List products')
    .command('list')
    .description('Print each product: key, ID, active and all variants, units on hand, title')
    .option(...accountOption)
    .option('--json', jsonHelp)
    .action(
      withStore(async (store, { account, json }) => {
        const shop = await readShop(store, await resolveAccount(store, account))
        const variants = Map.groupBy(shop.variants, ({ product }) => product)
        const units = new Map<string, number>()
        for (const { sku, on_hand } of shop.stock) units.set(sku, (units.get(sku) ?? 0) + on_hand)
        const rows = shop.products.map(({ key, id, title }) => {
          const own = variants.get(key) ?? []
          const active = own.filter((variant) => variant.active).length
          const on_hand = own.reduce((sum, { sku }) => sum + (units.get(sku) ?? 0), 0)
          return { key, id, active, variants: own.length, on_hand, title }
        })
        printThings(rows, noneOf('products'), json)
      }),
    )
}

const noneOf = (what: string): string =>
  `No ${what}. Put them in with: merch apply FILE --account ID`
