import type { Command } from '@commander-js/extra-typings'
import { Email } from '../../generated/schemas.ts'
import { makeSignInLink } from '../actions/sign-in.ts'
import { readConfig } from '../config.ts'
import { systemClock, timestamp } from '../domain/clock.ts'
import { newId, toId } from '../domain/ids.ts'
import { readNetwork } from '../domain/network.ts'
import { signInUrl } from '../domain/portal.ts'
import { addressOfServer } from '../process/server-address.ts'
import {
  accountByEmail,
  deactivateAccount,
  insertAccount,
  listAccounts,
  listNetworkTiers,
  setAccountEmail,
  setAccountTier,
  setNetworkTier,
} from '../store/accounts.ts'
import type { Reader } from '../store/store.ts'
import {
  accountHelp,
  fail,
  jsonOption,
  print,
  printThings,
  requireAccount,
  say,
  withNewStore,
  withStore,
} from './command.ts'

/** @throws {CommandFailure} when the address is not an email, or belongs to another account. */
const requireFreeEmail = async (reader: Reader, email: string): Promise<void> => {
  if (!Email.safeParse(email).success) fail(`${email} is not a valid email`)
  if (await accountByEmail(reader, email))
    fail(`${email} belongs to another account. Enter a different email.`)
}

const requireNetwork = (text: string): string =>
  readNetwork(text) ??
  fail(
    '--network must be a CIDR network: IPv4 such as 203.0.113.0/24, or IPv6 such as 2001:db8::/48, at most /64',
  )

const readBudget = (text: string): number => {
  const budget = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
  const { budget: standard } = readConfig()
  return budget > standard && budget <= 2147483647
    ? budget
    : fail(`--budget must be a whole number above the standard ${standard}, and at most 2147483647`)
}

export const addAccounts = (merch: Command): void => {
  const accounts = merch
    .command('accounts')
    .description('Create, list and deactivate accounts, and raise their rate limits')

  accounts
    .command('create')
    .description('Create an account and print its ID')
    .requiredOption('--name <text>', 'account name')
    .option('--email <address>', 'address that receives sign-in links to the portal')
    .action(
      withNewStore(async (store, { name, email }) => {
        const account = { id: newId('acc'), name, createdAt: timestamp(systemClock()) }
        await store.write(async (transaction) => {
          if (email !== undefined) await requireFreeEmail(transaction, email)
          await insertAccount(transaction, email === undefined ? account : { ...account, email })
        })
        print(account.id)
      }),
    )

  accounts
    .command('list')
    .description('Print each account: ID, state, creation time, name, rate limit')
    .option(...jsonOption)
    .action(
      withStore(async (store, { json }) =>
        printThings(
          (await listAccounts(store)).map(({ id, name, createdAt, deactivatedAt, budget }) => ({
            ...{ id, state: deactivatedAt ? 'deactivated' : 'active', createdAt, name },
            budget: budget ?? 'standard',
          })),
          'No accounts. Create one with: merch accounts create --name NAME',
          json,
        ),
      ),
    )

  accounts
    .command('email')
    .description('Set the address that receives sign-in links to the portal')
    .argument('<account>', accountHelp)
    .argument('<address>', 'email address')
    .action(
      withStore(async (store, account, email) => {
        await store.write(async (transaction) => {
          await requireFreeEmail(transaction, email)
          await setAccountEmail(transaction, await requireAccount(transaction, account), email)
        })
        say(`Sign-in links for ${account} are sent to ${email}`)
      }),
    )

  accounts
    .command('link')
    .description('Print a portal sign-in link. It works once, within 15 minutes.')
    .argument('<account>', accountHelp)
    .action(
      withStore(async (store, account) => {
        const secret = await store.write(async (transaction) => {
          const id = await requireAccount(transaction, account)
          return makeSignInLink(transaction, id, systemClock())
        })
        print(signInUrl(addressOfServer(readConfig()), secret))
      }),
    )

  accounts
    .command('deactivate')
    .description('Reject the account’s keys from the next request on')
    .argument('<account>', accountHelp)
    .action(
      withStore(async (store, account) => {
        const at = timestamp(systemClock())
        const done = await store.write((transaction) =>
          deactivateAccount(transaction, toId('acc', account), at),
        )
        if (!done) fail(`No active account ${account}. To list accounts, run: merch accounts list`)
        say(`Deactivated ${account}`)
      }),
    )

  accounts
    .command('tier')
    .description('Set a higher rate limit for an account, or for the addresses of a network')
    .argument('[account]', accountHelp)
    .option('--network <cidr>', 'network, such as 203.0.113.0/24')
    .option('--budget <number>', 'requests per window')
    .option('--remove', 'restore the standard rate limit')
    .action(
      withStore(async (store, given, { network: cidr, budget: text, remove }) => {
        if ((given === undefined) === (cidr === undefined))
          fail('Name either an account ID or --network CIDR')
        if ((text === undefined) === !remove) fail('Add either --budget NUMBER or --remove')
        const account = given === undefined ? undefined : await requireAccount(store, given)
        const network = cidr === undefined ? '' : requireNetwork(cidr)
        const budget = text === undefined ? null : readBudget(text)
        const isFound = await store.write((transaction) =>
          account === undefined
            ? setNetworkTier(transaction, { network, budget })
            : setAccountTier(transaction, { account, budget }),
        )
        const name = account ?? network
        if (!isFound) fail(`No tier of ${name}. To list tiers, run: merch accounts tiers`)
        say(
          budget === null
            ? `${name} now has the standard budget`
            : `${name} now has a budget of ${budget} requests per window`,
        )
      }),
    )

  accounts
    .command('tiers')
    .description('Print each tier: account or network, requests per window')
    .option(...jsonOption)
    .action(
      withStore(async (store, { json }) =>
        printThings(
          [
            ...(await listAccounts(store)).map(({ id, budget }) => ({ tier: id, budget })),
            ...(await listNetworkTiers(store)).map(({ network, budget }) => ({
              tier: network,
              budget,
            })),
          ].flatMap(({ tier, budget }) => (budget === null ? [] : [{ tier, budget }])),
          'No higher rate limits. Set one with: merch accounts tier ID --budget NUMBER',
          json,
        ),
      ),
    )
}
