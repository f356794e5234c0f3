import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../config.ts'
import { readNetwork } from '../domain/network.ts'
import {
  listAccountTiers,
  listNetworkTiers,
  removeAccountTier,
  removeNetworkTier,
  setAccountTier,
  setNetworkTier,
} from '../store/budget-tiers.ts'
import type { Store, Transaction } from '../store/store.ts'
import { printRows, say, withStore } from './kit/command.ts'
import { CommandFailure } from './kit/command-failure.ts'
import { accountHelp, requireAccount } from './kit/resolve-account.ts'

/** The account or the network that a tier belongs to. */
type Owner = {
  name: string
  set(transaction: Transaction, budget: number): Promise<void>
  remove(transaction: Transaction): Promise<boolean>
}

const networkOwner = (text: string): Owner => {
  const network = readNetwork(text)
  if (network === undefined)
    throw new CommandFailure(
      '--network must be a CIDR network: IPv4 such as 203.0.113.0/24, or IPv6 such as 2001:db8::/48, at most /64',
    )
  return {
    name: network,
    set: (transaction, budget) => setNetworkTier(transaction, { network, budget }),
    remove: (transaction) => removeNetworkTier(transaction, network),
  }
}

const accountOwner = async (store: Store, given: string): Promise<Owner> => {
  const account = await requireAccount(store, given)
  return {
    name: account,
    set: (transaction, budget) => setAccountTier(transaction, { account, budget }),
    remove: (transaction) => removeAccountTier(transaction, account),
  }
}

const readBudget = (text: string): number => {
  const budget = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
  const { budget: standard } = readConfig()
  if (!(budget > standard && budget <= 2147483647))
    throw new CommandFailure(
      `--budget must be a whole number above the standard ${standard}, and at most 2147483647`,
    )
  return budget
}

export const addTiers = (accounts: Command): void => {
  accounts
    .command('tier')
    .description('Set a higher rate limit for an account, or for the addresses of a network')
    .argument('[account]', accountHelp)
    .option('--network <cidr>', 'network, such as 203.0.113.0/24')
    .option('--budget <number>', 'requests per window')
    .option('--remove', 'restore the standard rate limit')
    .action(
      withStore(async (store, account, { network, budget: text, remove }) => {
        if ((account === undefined) === (network === undefined))
          throw new CommandFailure('Name either an account ID or --network CIDR')
        if ((text === undefined) === !remove)
          throw new CommandFailure('Add either --budget NUMBER or --remove')
        const owner =
          network === undefined ? await accountOwner(store, account ?? '') : networkOwner(network)
        if (text !== undefined) {
          const budget = readBudget(text)
          await store.write((transaction) => owner.set(transaction, budget))
          say(`${owner.name} now has a budget of ${budget} requests per window`)
        } else {
          const done = await store.write((transaction) => owner.remove(transaction))
          if (!done)
            throw new CommandFailure(
              `${owner.name} has no tier. To list tiers, run: merch accounts tiers`,
            )
          say(`${owner.name} now has the standard budget`)
        }
      }),
    )

  accounts
    .command('tiers')
    .description('Print each tier: account or network, requests per window')
    .action(
      withStore(async (store) => {
        const [accounts, networks] = [await listAccountTiers(store), await listNetworkTiers(store)]
        printRows(
          ['account or network', 'requests per window'],
          [
            ...accounts.map(({ account, budget }) => [account, budget]),
            ...networks.map(({ network, budget }) => [network, budget]),
          ],
          'No higher rate limits. Set one with: merch accounts tier ID --budget NUMBER',
        )
      }),
    )
}
