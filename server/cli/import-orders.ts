import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { systemClock } from '../domain/clock.ts'
import { ImportFileError } from '../intake/files/import-file-error.ts'
import { type Counts, importRows } from '../intake/files/import-rows.ts'
import { columns } from '../intake/files/order-columns.ts'
import { readerFor } from '../intake/files/read-orders.ts'
import { dispatcherFor } from '../process/create-dispatcher.ts'
import { findCampaign } from '../store/campaigns.ts'
import type { Store } from '../store/store.ts'
import { account, mustExist } from './account.ts'
import { storeCommand } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { printCounts } from './print-counts.ts'
import { type Progress, progressOn } from './progress.ts'

const columnLine = ({ name, required, about }: (typeof columns)[number]): string =>
  `  ${name.padEnd(20)} ${required ? '*' : ' '} ${about}`.trimEnd()

const more = `COLUMNS (* must be there)

${columns.map(columnLine).join('\n')}

EXAMPLE orders.csv

  sourceOrderNumber,status,trackingNumber,carrierCode,shipTo.firstName,shipTo.lastName,shipTo.email,shipTo.street1,shipTo.city,shipTo.zip,shipTo.country,sku,quantity
  SO-1001,SHIPPED,1Z999AA10123456784,ups,Maya,Lindqvist,maya@example.com,418 Alder Street,Portland,97205,US,TEE-BLK-M,2
  SO-1001,,,,,,,,,,,MUG-WHT,1

EXAMPLE orders.jsonl

  {"sourceOrderNumber":"SO-1001","status":"AWAITING_SHIPMENT","shipTo":{"firstName":"Maya","lastName":"Lindqvist","email":"maya@example.com","street1":"418 Alder Street","city":"Portland","zip":"97205","country":"US"},"products":[{"sku":"TEE-BLK-M","quantity":2}]}

An order of a number that the account has is brought to where the file says it is; running an import
again changes nothing. What cannot be imported is told with its line, the rest is imported, and the
command ends with 1.`

const number = new Intl.NumberFormat('en-US')

const summary = (counts: Counts): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${number.format(count)} ${what}`)
    .join(', ')

const sizeOf = async (file: string): Promise<number> => {
  const found = await stat(file).catch((error: Error) => {
    throw new CommandFailure(`${file} cannot be read: ${error.message}`)
  })
  if (!found.isFile()) throw new CommandFailure(`${file} is not a file`)
  return found.size
}

type Settings = { account: string; campaign: string | undefined; dryRun: boolean }

const importFile = async (
  store: Store,
  file: string,
  { account: id, campaign, dryRun }: Settings,
  progress: Progress,
  signal: AbortSignal,
): Promise<Counts> => {
  const read = readerFor(file)
  const size = await sizeOf(file)
  const stream = createReadStream(file)
  const log = pino({ base: null }, { write: (line: string) => progress.say(line.trimEnd()) })
  const dispatcher = dispatcherFor(readConfig(), store, log)
  const importer = { account: id, campaign }
  let stoppedAt = 0
  const counts = await importRows(
    { store, clock: systemClock, dispatcher, importer },
    read(stream),
    {
      dryRun,
      signal,
      onFailure: ({ line, reason }) => progress.say(`line ${line}: ${reason}`),
      onProgress: (soFar, lastLine) => {
        stoppedAt = lastLine
        progress.show(size === 0 ? 1 : stream.bytesRead / size, summary(soFar))
      },
    },
  )
  stream.destroy()
  progress.end()
  if (signal.aborted) progress.say(`Stopped after line ${stoppedAt}: run it again for the rest`)
  if (dryRun) progress.say('Nothing was written: this was a dry run')
  return counts
}

/** Imports orders from a file, as a fulfillment provider would tell them. */
export const importOrders = storeCommand({
  name: 'import',
  description:
    'Import orders from a table (.csv) or JSON Lines (.jsonl), and print how many came to what',
  args: {
    file: { type: 'positional', required: true, description: 'The file' },
    account,
    campaign: { type: 'string', description: 'The campaign of orders that name none' },
    'dry-run': { type: 'boolean', description: 'Only say what would be done' },
  },
  more,
  run: async (store, { file, account: id, campaign, 'dry-run': dryRun = false }) => {
    await mustExist(store, id)
    if (campaign !== undefined && !(await findCampaign(store, id, campaign)))
      throw new CommandFailure(`There is no campaign ${campaign}`)
    const stopping = new AbortController()
    const stop = () => stopping.abort()
    process.once('SIGINT', stop)
    const progress = progressOn(process.stderr)
    try {
      const settings = { account: id, campaign, dryRun }
      const counts = await importFile(store, file, settings, progress, stopping.signal)
      printCounts(counts)
      if (stopping.signal.aborted) process.exitCode = 130
    } catch (error) {
      progress.end()
      throw error instanceof ImportFileError
        ? new CommandFailure(`${file}: ${error.message}`)
        : error
    } finally {
      process.off('SIGINT', stop)
    }
  },
})
