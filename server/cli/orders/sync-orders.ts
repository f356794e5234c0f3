import type { Command } from '@commander-js/extra-typings'
import { Timestamp } from '../../../generated/schemas.ts'
import { readConfig } from '../../config.ts'
import { ProviderError } from '../../intake/shipstation/client.ts'
import { syncOrders } from '../../intake/shipstation/poll.ts'
import { dispatcherFor, syncServicesFor } from '../../process/create-dispatcher.ts'
import { createLog } from '../../process/log.ts'
import { interruptible, withStore } from '../kit/command.ts'
import { CommandFailure } from '../kit/command-failure.ts'
import { requireAccount } from '../kit/resolve-account.ts'
import { printCounts } from './print-counts.ts'

/** @throws {CommandFailure} when the text of `--since` is no day and no time. */
export const readTime = (text: string): number => {
  const time = text.includes('T') ? text : `${text}T00:00:00Z`
  if (Timestamp.safeParse(time).success) return Date.parse(time)
  throw new CommandFailure(
    '--since must be a day such as 2027-03-31 or a time such as 2027-03-31T23:59:59Z',
  )
}

/** Adds the command that does once what a server with PROVIDER_URL does regularly. */
export const addSync = (orders: Command): void => {
  orders
    .command('sync')
    .description(
      'Import changed orders from the provider at PROVIDER_URL and print how many had each outcome',
    )
    .option('--since <time>', 'import changes from this day or time on (default: the last sync)')
    .action(
      withStore(async (store, { since }) => {
        const config = readConfig()
        const { provider } = config
        if (!provider)
          throw new CommandFailure('No fulfillment provider. Set all five PROVIDER_ variables.')
        await requireAccount(store, provider.account)
        const log = await createLog(config, process.stderr)
        const services = syncServicesFor(provider, store, dispatcherFor(config, store, log), log)
        const from = since === undefined ? undefined : readTime(since)
        await interruptible(['SIGINT'], async (signal) => {
          try {
            printCounts(await syncOrders(services, signal, from))
          } catch (error) {
            if (signal.aborted)
              throw new CommandFailure('Stopped. Run the command again to continue.')
            throw error instanceof ProviderError ? new CommandFailure(error.message) : error
          }
        })
      }),
    )
}
