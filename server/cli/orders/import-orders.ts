import { basename } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { commandPublisher } from '../../actions/actions.ts'
import { readConfig } from '../../config.ts'
import { systemClock, timestamp } from '../../domain/clock.ts'
import { visible } from '../../domain/rejection.ts'
import { importRows } from '../../imports/files/import-rows.ts'
import { openFile } from '../../imports/files/read-csv.ts'
import { columns, type OrderRow, readerFor } from '../../imports/files/read-orders.ts'
import type { ImportSummary } from '../../imports/import-orders.ts'
import { provider } from '../../imports/shipstation/mapping.ts'
import { syncOrders } from '../../imports/shipstation/sync-orders.ts'
import { createLog } from '../../process/log.ts'
import { syncServicesFor } from '../../process/parts-from-config.ts'
import { listProblems } from '../../store/provider-polls.ts'
import type { Store } from '../../store/store.ts'
import {
  accountOption,
  addList,
  fail,
  interruptible,
  print,
  requireAccount,
  resolveAccount,
  sayWhatWaits,
  withStore,
} from '../command.ts'
import { requireCampaign } from '../invites.ts'
import { startProgress } from '../progress.ts'
import { readTime, startOfDay, zoneOption } from '../zone.ts'

const importHelp = `
Columns (* required):

${columns.map(columnLine).join('\n')}

An order whose number was imported from a file before is updated to the state in this one. Importing a file
again changes nothing. Rows that cannot be imported are reported with their line on stderr, the others are
imported, and the exit code is 1. Examples of both formats are in docs/importing.md.`

/** The flags and help of an option that says when the stock was counted. */
const stockFromOption = [
  '--stock-from <time>',
  'orders that left before this day or time move no stock (default: when the stock was counted last)',
] as const

export const addImport = (orders: Command): void => {
  orders
    .command('import')
    .description('Import orders from a .csv or .jsonl file and print how many had each outcome')
    .argument('<file>', 'file to import; - for standard input')
    .option(...accountOption)
    .option('--campaign <key>', 'key or ID of the campaign for orders that name none')
    .option('--source <name>', 'name of the channel: a number is unique in it', 'file')
    .option(...stockFromOption)
    .option(...zoneOption)
    .option('--dry-run', 'check the file without writing anything')
    .addHelpText('after', importHelp)
    .action(withStore(importFile))
}

type ImportFileOptions = {
  account?: string
  campaign?: string
  source: string
  stockFrom?: string
  zone: string
  dryRun?: true
}

async function importFile(store: Store, file: string, options: ImportFileOptions): Promise<void> {
  const account = await resolveAccount(store, options.account)
  const { campaign: name } = options
  const campaign = name === undefined ? undefined : await requireCampaign(store, account, name)
  const { dryRun = false } = options
  // A channel that is typed in another case would have each order twice.
  const channel = options.source.toLowerCase()
  if (!/^[\w.-]{1,50}$/.test(channel) || channel === provider)
    fail(`--source must be up to 50 letters, digits, dots and dashes, and not ${provider}`)
  const prefix = dryRun ? 'would be ' : ''
  const textOf = (summary: ImportSummary): string =>
    Object.entries(summary)
      .filter(([, count]) => count > 0)
      .map(([outcome, count]) => `${count.toLocaleString('en-US')} ${prefix}${outcome}`)
      .join(', ')
  const progress = startProgress()
  const dispatcher = commandPublisher()
  const stockFrom = optionalTime('--stock-from', options.stockFrom, options.zone)
  const importer = { account, campaign: campaign?.id, stockFrom }
  const services = { store, clock: systemClock, dispatcher, importer }

  await interruptible(['SIGINT'], async (signal) => {
    const read = readerFor(file)
    const source = await openFile(file, basename(file))
    const { summary, lastLine } = await importRows(services, inZone(read(source), options.zone), {
      dryRun,
      channel,
      signal,
      onProblem: progress.say,
      onProgress: (soFar) => progress.show(source.share(), textOf(soFar)),
    }).finally(() => progress.end())
    if (signal.aborted)
      progress.say(`Stopped after line ${lastLine}. Run the command again to import the rest.`)
    if (dryRun) progress.say('Dry run: nothing was written.')
    await sayWhatWaits(store, dispatcher)
    await printSummary(summary, prefix)
    if (signal.aborted) process.exitCode = 130
  })
}

/** A parcel that left on a day left by its end in the zone, which may be after a count of that day. */
async function* inZone(rows: AsyncIterable<OrderRow>, zone: string): AsyncGenerator<OrderRow> {
  for await (const row of rows) {
    const left = 'order' in row ? (row.order.shipDate ?? row.order.deliveredAt) : undefined
    const [day = '', time] = left?.split('T') ?? []
    if ('order' in row && time === '00:00:00.000Z')
      yield { ...row, order: { ...row.order, leftBy: timestamp(readTime(day, zone, 1) - 1) } }
    else yield row
  }
}

/** Prints how many orders had each outcome. Sets exit code 1 if any was rejected. */
async function printSummary(summary: ImportSummary, prefix = ''): Promise<void> {
  for (const [outcome, count] of Object.entries(summary))
    await print(`${prefix}${outcome}\t${count}`)
  if (summary.rejected > 0) process.exitCode = 1
}

function optionalTime(option: string, text: string | undefined, zone = 'UTC') {
  return text === undefined ? undefined : startOfDay(option, text, zone)
}

/** Adds the command that syncs once, as a server with PROVIDER_URL does regularly. */
export const addSync = (orders: Command): void => {
  orders
    .command('sync')
    .description(
      'Import changed orders from the provider at PROVIDER_URL and print how many had each outcome',
    )
    .option(
      '--since <time>',
      'import changes from this day or time on, and ask for all labels again (default: the last sync)',
    )
    .option(...stockFromOption)
    .action(withStore(sync))
}

type SyncOptions = { since?: string; stockFrom?: string }

async function sync(store: Store, { since, stockFrom }: SyncOptions): Promise<void> {
  const config = readConfig()
  const { provider } = config
  if (!provider) fail('No fulfillment provider. Set all five PROVIDER_ variables.')
  await requireAccount(store, provider.account)
  const log = await createLog(config, process.stderr)
  const counted = optionalTime('--stock-from', stockFrom)
  const publisher = commandPublisher()
  const services = syncServicesFor(provider, store, publisher, log, counted)
  const from = optionalTime('--since', since)
  await interruptible(['SIGINT'], async (signal) => {
    try {
      const summary = await syncOrders(services, signal, from)
      await sayWhatWaits(store, publisher)
      await printSummary(summary)
    } catch (error) {
      if (signal.aborted) fail('Stopped. Run the command again to continue.')
      throw error
    }
  })
}

const problemsHelp = `
Each sync tries orders with problems again. An order that was imported, or that its source no longer has, leaves
the list.`

export const addProblems = (orders: Command): void =>
  addList(
    orders.command('problems').addHelpText('after', problemsHelp),
    'Print the orders of a provider that were not imported, or only in part',
    'No problems.',
    async (store, account) =>
      (await listProblems(store, account)).map(({ source, sourceId, number, reason, since }) => ({
        source,
        id: sourceId,
        number: visible(number),
        reason: visible(reason),
        since: timestamp(since),
      })),
  )

function columnLine({ name, required, about }: (typeof columns)[number]): string {
  return `  ${name.padEnd(20)} ${required ? '*' : ' '} ${about}`.trimEnd()
}
