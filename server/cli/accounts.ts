import type { Command } from '@commander-js/extra-typings'
import { Email } from '../../generated/zod/schemas.ts'
import { makeSignInLink, signOut } from '../actions/sign-in.ts'
import { readConfig } from '../config.ts'
import { readNetwork } from '../domain/client-network.ts'
import { systemClock, timestamp } from '../domain/clock.ts'
import { newId, toId } from '../domain/ids.ts'
import { signInUrl } from '../domain/sign-in-link.ts'
import { addressOfServer } from '../process/server-address.ts'
import {
  accountByEmail,
  insertAccount,
  listAccounts,
  setAccountEmail,
  setAccountTier,
  setDeactivated,
} from '../store/accounts.ts'
import { listNetworkTiers, setNetworkTier } from '../store/network-tiers.ts'
import type { Reader } from '../store/store.ts'
import {
  accountHelp,
  asList,
  counted,
  fail,
  print,
  printThings,
  requireAccount,
  requireAccountToOpen,
  say,
  withNewStore,
  withStore,
} from './command.ts'

export const addAccounts = (merch: Command): void => {
  const accounts = merch
    .command('accounts')
    .description('Create, list and deactivate accounts, and raise their rate limits')
  addCreateAndList(accounts)
  addSignIn(accounts)
  addActivation(accounts)
  addTiers(accounts)
}

function addCreateAndList(accounts: Command): void {
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
        await print(account.id)
      }),
    )

  asList(accounts.command('list'))
    .description('Print each account: ID, state, creation time, name, rate limit')
    .action(
      withStore(async (store, options) =>
        printThings(
          (await listAccounts(store)).map(({ id, name, createdAt, deactivatedAt, rateLimit }) => ({
            id,
            state: deactivatedAt ? 'deactivated' : 'active',
            createdAt,
            name,
            limit: rateLimit ?? 'standard',
          })),
          'No accounts. Create one with: merch accounts create --name NAME',
          options,
        ),
      ),
    )
}

const commandOf = (accounts: Command, name: string, description: string) =>
  accounts.command(name).description(description).argument('<account>', accountHelp)

function addSignIn(accounts: Command): void {
  commandOf(accounts, 'email', 'Set the address that receives sign-in links to the portal')
    .argument('<address>', 'email address')
    .action(
      withStore(async (store, account, email) => {
        await store.write(async (transaction) => {
          await requireFreeEmail(transaction, email)
          const id = await requireAccount(transaction, account)
          await setAccountEmail(transaction, id, email)
          await signOut(transaction, id)
        })
        say(`Sign-in links for ${account} are sent to ${email}. Its sessions have ended.`)
      }),
    )

  commandOf(
    accounts,
    'link',
    'Print a portal sign-in link. It works once, within 15 minutes.',
  ).action(
    withStore(async (store, account) => {
      const secret = await store.write(async (transaction) => {
        const id = await requireAccountToOpen(transaction, account)
        return makeSignInLink(transaction, { account: id }, systemClock())
      })
      await print(signInUrl(addressOfServer(readConfig()), secret))
    }),
  )
}

function addActivation(accounts: Command): void {
  commandOf(
    accounts,
    'sign-out',
    'End the account’s sessions in the portal, and its sign-in links',
  ).action(
    withStore(async (store, account) => {
      const ended = await store.write(async (transaction) =>
        signOut(transaction, await requireAccount(transaction, account)),
      )
      say(`Ended ${counted(ended, 'session')} of ${account}`)
    }),
  )

  commandOf(
    accounts,
    'deactivate',
    'Reject the account’s keys from the next request on, and end its sessions',
  ).action(
    withStore(async (store, account) => {
      const at = timestamp(systemClock())
      const done = await store.write(async (transaction) => {
        await signOut(transaction, toId('acc', account))
        return setDeactivated(transaction, toId('acc', account), at)
      })
      if (!done) fail(`No active account ${account}. To list accounts, run: merch accounts list`)
      say(`Deactivated ${account}`)
    }),
  )

  commandOf(accounts, 'activate', 'Accept the keys of a deactivated account again').action(
    withStore(async (store, account) => {
      const done = await store.write((transaction) =>
        setDeactivated(transaction, toId('acc', account), null),
      )
      if (!done)
        fail(`No deactivated account ${account}. To list accounts, run: merch accounts list`)
      say(`Activated ${account}`)
    }),
  )
}

function addTiers(accounts: Command): void {
  accounts
    .command('tier')
    .description('Set a higher rate limit for an account, or for the addresses of a network')
    .argument('[account]', accountHelp)
    .option('--network <cidr>', 'network, such as 203.0.113.0/24')
    .option('--limit <number>', 'requests per window')
    .option('--remove', 'restore the standard rate limit')
    .action(
      withStore(async (store, given, { network: cidr, limit: text, remove }) => {
        if ((given === undefined) === (cidr === undefined))
          fail('Name either an account ID or --network CIDR')
        if ((text === undefined) === !remove) fail('Add either --limit NUMBER or --remove')
        const account = given === undefined ? undefined : await requireAccount(store, given)
        const network = cidr === undefined ? '' : requireNetwork(cidr)
        const rateLimit = text === undefined ? null : readRateLimit(text)
        const isFound = await store.write((transaction) =>
          account === undefined
            ? setNetworkTier(transaction, { network, rateLimit })
            : setAccountTier(transaction, { account, rateLimit }),
        )
        const name = account ?? network
        if (!isFound) fail(`No tier of ${name}. To list tiers, run: merch accounts tiers`)
        say(
          rateLimit === null
            ? `${name} now has the standard rate limit`
            : `${name} now has a rate limit of ${rateLimit} requests per window`,
        )
      }),
    )

  asList(accounts.command('tiers'))
    .description('Print each tier: account or network, requests per window')
    .action(
      withStore(async (store, options) =>
        printThings(
          [
            ...(await listAccounts(store)).map(({ id, rateLimit }) => ({
              tier: id,
              limit: rateLimit,
            })),
            ...(await listNetworkTiers(store)).map(({ network, rateLimit }) => ({
              tier: network,
              limit: rateLimit,
            })),
          ].flatMap(({ tier, limit }) => (limit === null ? [] : [{ tier, limit }])),
          'No higher rate limits. Set one with: merch accounts tier ID --limit NUMBER',
          options,
        ),
      ),
    )
}

/** @throws {CommandFailure} when the address is not an email, or belongs to another account. */
async function requireFreeEmail(reader: Reader, email: string): Promise<void> {
  if (!Email.safeParse(email).success) fail(`${email} is not a valid email`)
  if (await accountByEmail(reader, email))
    fail(`${email} belongs to another account. Enter a different email.`)
}

function requireNetwork(text: string): string {
  return (
    readNetwork(text) ??
    fail(
      '--network must be a CIDR network: IPv4 such as 203.0.113.0/24, or IPv6 such as 2001:db8::/48, at most /64',
    )
  )
}

function readRateLimit(text: string): number {
  const limit = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
  const { rateLimit: standard } = readConfig()
  return limit > standard && limit <= 2147483647
    ? limit
    : fail(`--limit must be a whole number above the standard ${standard}, and at most 2147483647`)
}
