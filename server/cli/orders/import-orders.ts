import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../../config.ts'
import { systemClock } from '../../domain/clock.ts'
import { type AccountId, type CampaignId, toId } from '../../domain/ids.ts'
import { type Counts, importRows } from '../../intake/files/import-rows.ts'
import { ImportFileError } from '../../intake/files/read-csv.ts'
import { readerFor } from '../../intake/files/read-orders.ts'
import { dispatcherFor } from '../../process/create-dispatcher.ts'
import { createLog } from '../../process/log.ts'
import { findCampaign } from '../../store/campaigns.ts'
import type { Store } from '../../store/store.ts'
import { interruptible, withStore } from '../kit/command.ts'
import { CommandFailure } from '../kit/command-failure.ts'
import { type Progress, progressOn } from '../kit/progress.ts'
import { accountHelp, requireAccount } from '../kit/resolve-account.ts'
import { importHelp } from './import-help.ts'
import { printCounts } from './print-counts.ts'

const number = new Intl.NumberFormat('en-US')

const summary = (counts: Counts, dryRun: boolean): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${number.format(count)} ${dryRun ? 'would be ' : ''}${outcome}`)
    .join(', ')

const sizeOf = async (file: string): Promise<number> => {
  const found = await stat(file).catch((error: Error) => {
    throw new CommandFailure(`Cannot read ${file}: ${error.message}`)
  })
  if (!found.isFile()) throw new CommandFailure(`${file} is not a file`)
  return found.size
}

type Options = { account: string; campaign?: string; dryRun?: boolean }
type Import = { account: AccountId; campaign: CampaignId | undefined; dryRun: boolean }

const importFile = async (
  store: Store,
  file: string,
  { account, campaign, dryRun }: Import,
  progress: Progress,
  signal: AbortSignal,
): Promise<Counts> => {
  const read = readerFor(file)
  const size = await sizeOf(file)
  const stream = createReadStream(file)
  const config = readConfig()
  const log = await createLog(config, { write: (line) => progress.say(line.trimEnd()) })
  const dispatcher = dispatcherFor(config, store, log)
  const { counts, lastLine } = await importRows(
    { store, clock: systemClock, dispatcher, importer: { account, campaign } },
    read(stream),
    {
      dryRun,
      signal,
      onFailure: ({ line, reason }) => progress.say(`line ${line}: ${reason}`),
      onProgress: (soFar) =>
        progress.show(size === 0 ? 1 : stream.bytesRead / size, summary(soFar, dryRun)),
    },
  ).finally(() => progress.end())
  if (signal.aborted)
    progress.say(`Stopped after line ${lastLine}. Run the command again to import the rest.`)
  if (dryRun) progress.say('Dry run: nothing was written.')
  return counts
}

const importOrders = async (store: Store, file: string, options: Options): Promise<void> => {
  const campaign = options.campaign === undefined ? undefined : toId('cmp', options.campaign)
  const account = await requireAccount(store, options.account)
  if (campaign !== undefined && !(await findCampaign(store, account, campaign)))
    throw new CommandFailure(
      `${account} has no campaign ${campaign}. Use an ID that GET /v1/campaigns/list returns.`,
    )
  const progress = progressOn(process.stderr)
  const { dryRun = false } = options
  try {
    await interruptible(['SIGINT'], async (signal) => {
      printCounts(
        await importFile(store, file, { account, campaign, dryRun }, progress, signal),
        dryRun,
      )
      if (signal.aborted) process.exitCode = 130
    })
  } catch (error) {
    throw error instanceof ImportFileError ? new CommandFailure(`${file}: ${error.message}`) : error
  }
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
    .action(withStore(importOrders))
}
