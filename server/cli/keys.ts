import type { Command } from '@commander-js/extra-typings'
import { issueKey } from '../actions/issue-key.ts'
import { systemClock, timestamp } from '../domain/clock.ts'
import { toId } from '../domain/ids.ts'
import { listApiKeys, revokeApiKey } from '../store/accounts.ts'
import {
  accountHelp,
  fail,
  jsonOption,
  print,
  printThings,
  requireAccount,
  say,
  withStore,
} from './command.ts'

export const addKeys = (merch: Command): void => {
  const keys = merch.command('keys').description('Create, list and revoke API keys')

  keys
    .command('create')
    .description('Create a key and print it. It is shown only once.')
    .requiredOption('--account <id>', accountHelp)
    .requiredOption('--name <text>', 'key name')
    .action(
      withStore(async (store, { account, name }) => {
        const id = await requireAccount(store, account)
        print(await store.write((transaction) => issueKey(transaction, id, name, systemClock())))
      }),
    )

  keys
    .command('list')
    .description(
      'Print each key: ID, state, last four characters, creation time, name, last use (to the minute)',
    )
    .requiredOption('--account <id>', accountHelp)
    .option(...jsonOption)
    .action(
      withStore(async (store, { account, json }) => {
        const keys = await listApiKeys(store, await requireAccount(store, account))
        printThings(
          keys.map(({ id, revokedAt, lastFour, createdAt, name, lastUsedAt }) => ({
            ...{ id, state: revokedAt ? 'revoked' : 'active', lastFour, createdAt, name },
            lastUsedAt: lastUsedAt ?? 'never',
          })),
          `No keys. Create one with: merch keys create --account ${account} --name NAME`,
          json,
        )
      }),
    )

  keys
    .command('revoke')
    .description('Reject a key from the next request on')
    .argument('<key>', 'key ID, as printed by keys list')
    .action(
      withStore(async (store, id) => {
        const at = timestamp(systemClock())
        const done = await store.write((transaction) =>
          revokeApiKey(transaction, toId('key', id), at),
        )
        if (!done) fail(`No active key ${id}. To list keys, run: merch keys list --account ID`)
        say(`Revoked ${id}`)
      }),
    )
}
