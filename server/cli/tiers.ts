import { readConfig } from '../config.ts'
import { readNetwork } from '../domain/network.ts'
import { findAccount } from '../store/accounts.ts'
import {
  listAccountTiers,
  listNetworkTiers,
  removeAccountTier,
  removeNetworkTier,
  setAccountTier,
  setNetworkTier,
} from '../store/budget-tiers.ts'
import type { Store, Transaction } from '../store/store.ts'
import { print, say, storeCommand } from './command.ts'
import { CommandFailure } from './command-failure.ts'

/** Whose tier it is. */
type Owner = {
  name: string
  set(transaction: Transaction, budget: number): Promise<void>
  remove(transaction: Transaction): Promise<boolean>
}

const networkOwner = (text: string): Owner => {
  const network = readNetwork(text)
  if (network === undefined)
    throw new CommandFailure(
      '--network must be a network such as 203.0.113.0/24, or 2001:db8::/48 and no smaller than a /64',
    )
  return {
    name: network,
    set: (transaction, budget) => setNetworkTier(transaction, { network, budget }),
    remove: (transaction) => removeNetworkTier(transaction, network),
  }
}

const accountOwner = async (store: Store, account: string): Promise<Owner> => {
  if (!(await findAccount(store, account)))
    throw new CommandFailure(`There is no account ${account}`)
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
      `--budget must be a whole number above ${standard}, which is everyone’s, and at most 2147483647`,
    )
  return budget
}

export const tier = storeCommand({
  name: 'tier',
  description: 'Give an account, or the addresses of a network, a higher request budget',
  args: {
    id: { type: 'positional', required: false, description: 'The account' },
    network: { type: 'string', description: 'The network, such as 203.0.113.0/24' },
    budget: { type: 'string', description: 'Requests in a window' },
    remove: { type: 'boolean', description: 'Take the tier back' },
  },
  run: async (store, { id, network, budget: text, remove }) => {
    if ((id === undefined) === (network === undefined))
      throw new CommandFailure('Say whose tier it is: an account’s id, or --network')
    if ((text === undefined) === !remove)
      throw new CommandFailure('Say what the tier is: --budget NUMBER, or --remove')
    const owner =
      network === undefined ? await accountOwner(store, id ?? '') : networkOwner(network)
    if (text !== undefined) {
      const budget = readBudget(text)
      await store.write((transaction) => owner.set(transaction, budget))
      say(`${owner.name} has a budget of ${budget}`)
    } else {
      const done = await store.write((transaction) => owner.remove(transaction))
      if (!done) throw new CommandFailure(`${owner.name} has no tier`)
      say(`${owner.name} has the standard budget`)
    }
  },
})

export const tiers = storeCommand({
  name: 'tiers',
  description: 'Print every tier: account or network, request budget',
  args: {},
  run: async (store) => {
    for (const { account, budget } of await listAccountTiers(store)) print(`${account}\t${budget}`)
    for (const { network, budget } of await listNetworkTiers(store)) print(`${network}\t${budget}`)
  },
})
