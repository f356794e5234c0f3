import { pino } from 'pino'
import { Timestamp } from '../../generated/schemas.ts'
import { readConfig } from '../config.ts'
import { ProviderError } from '../intake/shipstation/fulfillment-provider.ts'
import { syncOrders } from '../intake/shipstation/sync.ts'
import { dispatcherFor } from '../process/create-dispatcher.ts'
import { syncServicesFor } from '../process/poll-provider.ts'
import { mustExist } from './account.ts'
import { storeCommand } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { printCounts } from './print-counts.ts'

const timeOf = (text: string): number => {
  const time = text.includes('T') ? text : `${text}T00:00:00Z`
  if (Timestamp.safeParse(time).success) return Date.parse(time)
  throw new CommandFailure(
    '--since must be a day such as 2027-03-31 or a time such as 2027-03-31T23:59:59Z',
  )
}

/** Imports what changed at the fulfillment provider, once, as the server does by itself. */
export const syncOrdersCommand = storeCommand({
  name: 'sync',
  description:
    'Import what changed at the fulfillment provider of PROVIDER_URL, and print how many orders came to what',
  args: {
    since: {
      type: 'string',
      description: 'From when on changes are read; unset: from where the last sync came to',
    },
  },
  run: async (store, { since }) => {
    const config = readConfig()
    const { provider } = config
    if (!provider) throw new CommandFailure('There is no provider: set PROVIDER_URL and its kin')
    await mustExist(store, provider.account)
    const log = pino({ base: null }, process.stderr)
    const services = syncServicesFor(provider, store, dispatcherFor(config, store, log), log)
    const from = since === undefined ? undefined : timeOf(since)
    const stopping = new AbortController()
    const stop = () => stopping.abort(new CommandFailure('Stopped: it is safe to begin again'))
    process.once('SIGINT', stop)
    try {
      printCounts(await syncOrders(services, stopping.signal, from))
    } catch (error) {
      if (stopping.signal.aborted) throw stopping.signal.reason
      throw error instanceof ProviderError ? new CommandFailure(error.message) : error
    } finally {
      process.off('SIGINT', stop)
    }
  },
})
