import { basename } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { Timestamp } from '../../../generated/schemas.ts'
import { readConfig } from '../../config.ts'
import { systemClock } from '../../domain/clock.ts'
import { toId } from '../../domain/ids.ts'
import { type Counts, importRows } from '../../intake/files/import-rows.ts'
import { openFile } from '../../intake/files/read-csv.ts'
import { columns, readerFor } from '../../intake/files/read-orders.ts'
import { syncOrders } from '../../intake/shipstation/poll.ts'
import { dispatcherFor, syncServicesFor } from '../../process/create-dispatcher.ts'
import { createLog } from '../../process/log.ts'
import { findCampaign } from '../../store/campaigns.ts'
import type { Store } from '../../store/store.ts'
import { accountHelp, fail, interruptible, print, requireAccount, withStore } from '../command.ts'
import { startProgress } from '../progress.ts'

const columnLine = ({ name, required, about }: (typeof columns)[number]): string =>
  `  ${name.padEnd(20)} ${required ? '*' : ' '} ${about}`.trimEnd()

const importHelp = `
Columns (* required):

${columns.map(columnLine).join('\n')}

Example orders.csv:

  sourceOrderNumber,status,trackingNumber,carrierCode,shipTo.firstName,shipTo.lastName,shipTo.email,shipTo.street1,shipTo.city,shipTo.zip,shipTo.country,sku,quantity
  SO-1001,SHIPPED,1Z999AA10123456784,ups,Maya,Lindqvist,maya@example.com,418 Alder Street,Portland,97205,US,TEE-BLK-M,2
  SO-1001,,,,,,,,,,,MUG-WHT-350,1

Example orders.jsonl:

  {"sourceOrderNumber":"SO-1001","status":"AWAITING_SHIPMENT","shipTo":{"firstName":"Maya","lastName":"Lindqvist","email":"maya@example.com","street1":"418 Alder Street","city":"Portland","zip":"97205","country":"US"},"products":[{"sku":"TEE-BLK-M","quantity":2}]}

An order whose number already exists is updated to the state in the file. Importing a file again
changes nothing. Rows that cannot be imported are reported with their line on stderr, the others are
imported, and the exit code is 1.`

/** Prints how many orders had each outcome. Sets exit code 1 if any was refused. */
const printCounts = (counts: Counts, prefix = ''): void => {
  for (const [outcome, count] of Object.entries(counts)) print(`${prefix}${outcome}\t${count}`)
  if (counts.refused > 0) process.exitCode = 1
}

type Options = { account: string; campaign?: string; dryRun?: true }

const importFile = async (store: Store, file: string, options: Options): Promise<void> => {
  const campaign = options.campaign === undefined ? undefined : toId('cmp', options.campaign)
  const account = await requireAccount(store, options.account)
  if (campaign !== undefined && !(await findCampaign(store, account, campaign)))
    fail(
      `No campaign ${campaign}. To list campaigns, run: merch campaigns list --account ${account}`,
    )
  const { dryRun = false } = options
  const prefix = dryRun ? 'would be ' : ''
  const summary = (counts: Counts): string =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([outcome, count]) => `${count.toLocaleString('en-US')} ${prefix}${outcome}`)
      .join(', ')
  const progress = startProgress()
  const config = readConfig()
  const log = await createLog(config, { write: (line) => progress.say(line.trimEnd()) })
  const dispatcher = dispatcherFor(config, store, log)
  const services = { store, clock: systemClock, dispatcher, importer: { account, campaign } }

  await interruptible(['SIGINT'], async (signal) => {
    const read = readerFor(file)
    const source = await openFile(file, basename(file))
    const { counts, lastLine } = await importRows(services, read(source), {
      dryRun,
      signal,
      onProblem: progress.say,
      onProgress: (soFar) => progress.show(source.share(), summary(soFar)),
    }).finally(() => progress.end())
    if (signal.aborted)
      progress.say(`Stopped after line ${lastLine}. Run the command again to import the rest.`)
    if (dryRun) progress.say('Dry run: nothing was written.')
    printCounts(counts, prefix)
    if (signal.aborted) process.exitCode = 130
  })
}

export const addImport = (orders: Command): void => {
  orders
    .command('import')
    .description('Import orders from a .csv or .jsonl file and print how many had each outcome')
    .argument('<file>', 'file to import')
    .requiredOption('--account <id>', accountHelp)
    .option('--campaign <id>', 'campaign for orders that name none')
    .option('--dry-run', 'check the file without writing anything')
    .addHelpText('after', importHelp)
    .action(withStore(importFile))
}

/** @throws {CommandFailure} when the text of `--since` is no day and no time. */
export const readTime = (text: string): number => {
  const time = text.includes('T') ? text : `${text}T00:00:00Z`
  return Timestamp.safeParse(time).success
    ? Date.parse(time)
    : fail('--since must be a day such as 2027-03-31 or a time such as 2027-03-31T23:59:59Z')
}

const sync = async (store: Store, { since }: { since?: string }): Promise<void> => {
  const config = readConfig()
  const { provider } = config
  if (!provider) fail('No fulfillment provider. Set all five PROVIDER_ variables.')
  await requireAccount(store, provider.account)
  const log = await createLog(config, process.stderr)
  const services = syncServicesFor(provider, store, dispatcherFor(config, store, log), log)
  const from = since === undefined ? undefined : readTime(since)
  await interruptible(['SIGINT'], async (signal) => {
    try {
      printCounts(await syncOrders(services, signal, from))
    } catch (error) {
      if (signal.aborted) fail('Stopped. Run the command again to continue.')
      throw error
    }
  })
}

/** Adds the command that does once what a server with PROVIDER_URL does regularly. */
export const addSync = (orders: Command): void => {
  orders
    .command('sync')
    .description(
      'Import changed orders from the provider at PROVIDER_URL and print how many had each outcome',
    )
    .option('--since <time>', 'import changes from this day or time on (default: the last sync)')
    .action(withStore(sync))
}
