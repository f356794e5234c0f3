import type { Command } from '@commander-js/extra-typings'
import { Email } from '../../generated/schemas.ts'
import { makeSignInLink } from '../actions/sign-in.ts'
import { readConfig } from '../config.ts'
import { systemClock, timestamp } from '../domain/clock.ts'
import { newId, toId } from '../domain/ids.ts'
import { signInUrl } from '../domain/portal.ts'
import {
  accountByEmail,
  deactivateAccount,
  insertAccount,
  listAccounts,
  setAccountEmail,
} from '../store/accounts.ts'
import type { Reader } from '../store/store.ts'
import { print, printRows, say, withNewStore, withStore } from './kit/command.ts'
import { CommandFailure } from './kit/command-failure.ts'
import { accountHelp, noAccount, requireAccount } from './kit/resolve-account.ts'
import { addTiers } from './tiers.ts'

/** @throws {CommandFailure} when the address is not an email, or belongs to another account. */
const requireFreeEmail = async (reader: Reader, email: string): Promise<void> => {
  if (!Email.safeParse(email).success) throw new CommandFailure(`${email} is not a valid email`)
  if (await accountByEmail(reader, email))
    throw new CommandFailure(`${email} belongs to another account. Enter a different email.`)
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
        const id = newId('acc')
        const account = { id, name, createdAt: timestamp(systemClock()) }
        await store.write(async (transaction) => {
          if (email !== undefined) await requireFreeEmail(transaction, email)
          await insertAccount(transaction, email === undefined ? account : { ...account, email })
        })
        print(id)
      }),
    )

  accounts
    .command('list')
    .description('Print each account: ID, state, creation time, name, rate limit')
    .action(
      withStore(async (store) => {
        const accounts = await listAccounts(store)
        printRows(
          ['ID', 'state', 'created', 'name', 'rate limit'],
          accounts.map(({ id, name, createdAt, deactivatedAt, budget }) => [
            ...[id, deactivatedAt ? 'deactivated' : 'active', createdAt, name],
            budget ?? 'standard',
          ]),
          'No accounts. Create one with: merch accounts create --name NAME',
        )
      }),
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
          if (!(await setAccountEmail(transaction, toId('acc', account), email)))
            throw noAccount(account)
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
        const { baseUrl } = readConfig()
        const secret = await store.write(async (transaction) => {
          const id = await requireAccount(transaction, account)
          return makeSignInLink(transaction, id, systemClock())
        })
        print(signInUrl(baseUrl, secret))
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
        if (!done)
          throw new CommandFailure(
            `No active account ${account}. To list accounts, run: merch accounts list`,
          )
        say(`Deactivated ${account}`)
      }),
    )

  addTiers(accounts)
}
