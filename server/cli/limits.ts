import { isIP } from 'node:net'
import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../config.ts'
import { maxIn } from '../domain/client-network.ts'
import { systemClock, timestamp } from '../domain/clock.ts'
import { countedAddress } from '../http/client-address.ts'
import { listNetworkTiers } from '../store/network-tiers.ts'
import { countRequests } from '../store/rate-limit/count-requests.ts'
import { fail, jsonOption, printThings, say, withStore } from './command.ts'

const showHelp = `
A server on SQLite writes its counts once a second.
Requests with the keys of an account that has a higher limit may use that. The database does not know the keys of
an address: the lines "API request" of the log with this client have them.`

export const addLimits = (merch: Command): void => {
  merch
    .command('limits')
    .description('Show how much of its rate limit an address has used')
    .command('show')
    .description('Print an address, its requests in the window, its limit, and the oldest request')
    .argument('<address>', 'IP address of a client')
    .option(...jsonOption)
    .addHelpText('after', showHelp)
    .action(
      withStore(async (store, given, options) => {
        if (isIP(given) === 0) fail(`${given} is not an IP address`)
        const { rateLimit, windowSeconds } = readConfig()
        const address = countedAddress(given)
        const tiers = await listNetworkTiers(store)
        const tierOf = maxIn(new Map(tiers.map((tier) => [tier.network, tier.rateLimit])))
        const limit = Math.max(rateLimit, tierOf(address))
        const start = Math.floor(systemClock() / 1000) - windowSeconds
        const { used = 0, oldest = null } = (await countRequests(store, address, start)) ?? {}
        await printThings(
          [{ address, used, limit, oldest: oldest === null ? '' : timestamp(oldest * 1000) }],
          '',
          options,
        )
        if (oldest !== null && used >= limit)
          say(
            `Requests of ${address} are 429 until older ones leave the window, the first at ${timestamp((oldest + windowSeconds) * 1000)}.`,
          )
      }),
    )
}
