import { text } from 'node:stream/consumers'
import type { Command } from '@commander-js/extra-typings'
import { issueKey } from '../actions/issue-key.ts'
import { digest, isWellFormed, keyNameProblem } from '../domain/api-key.ts'
import { systemClock, timestamp } from '../domain/clock.ts'
import { type AccountId, newId, toId } from '../domain/ids.ts'
import { findKeyByDigest, listApiKeys, revokeApiKey } from '../store/accounts.ts'
import type { Store } from '../store/store.ts'
import {
  accountOption,
  addList,
  fail,
  print,
  printThings,
  requireAccountToOpen,
  resolveAccount,
  say,
  withStore,
} from './command.ts'

const onStandardInput = `
A key on a command line is seen by other users of the machine, so it is read from standard input: paste it, then
press Enter and Ctrl-D.`

export const addKeys = (merch: Command): void => {
  const keys = merch.command('keys').description('Create, list and revoke API keys')

  keys
    .command('create')
    .description('Create a key and print it. It is shown only once.')
    .option(...accountOption)
    .requiredOption('--name <text>', 'key name')
    .action(
      withStore(async (store, { account, name }) => {
        const problem = keyNameProblem(name)
        if (problem) fail(problem)
        const id = await resolveAccount(store, account)
        await printNewKey(store, await requireAccountToOpen(store, id), name)
      }),
    )

  addList(
    keys.command('list'),
    'Print each key: ID, state, last four characters, creation time, name, last use (to the minute)',
    'No keys. Create one with: merch keys create --name NAME',
    async (store, account) =>
      (await listApiKeys(store, account)).map((key) => ({
        id: key.id,
        state: key.revokedAt ? 'revoked' : 'active',
        lastFour: key.lastFour,
        createdAt: key.createdAt,
        name: key.name,
        lastUsedAt: key.lastUsedAt ?? 'never',
      })),
  )

  keys
    .command('find')
    .description('Read a key from standard input and print its ID, account, state and last use')
    .addHelpText('after', onStandardInput)
    .action(
      withStore(async (store) => {
        const { id, account, name, revokedAt, lastUsedAt } = await readKey(store)
        const state = revokedAt ? 'revoked' : 'active'
        await printThings([{ id, account, state, name, lastUsedAt: lastUsedAt ?? 'never' }], '')
      }),
    )

  keys
    .command('revoke')
    .description('Reject a key from the next request on')
    .argument('<key>', 'key ID, as printed by keys list, or - to read the key from standard input')
    .addHelpText('after', onStandardInput)
    .action(
      withStore(async (store, given) => {
        const id = given === '-' ? (await readKey(store)).id : given
        const at = timestamp(systemClock())
        const done = await store.write((transaction) =>
          revokeApiKey(transaction, toId('key', id), at),
        )
        if (!done) fail(`No active key ${id}. To list keys, run: merch keys list --account ID`)
        say(`Revoked ${id}`)
      }),
    )
}

/** Issues a key and prints it. Revokes a key that cannot be printed: nobody has it. */
export const printNewKey = async (
  store: Store,
  account: AccountId,
  name: string,
): Promise<void> => {
  const id = newId('key')
  const now = systemClock()
  const key = await store.write((transaction) => issueKey(transaction, account, name, now, id))
  if (await print(key)) return
  await store.write((transaction) => revokeApiKey(transaction, id, timestamp(now)))
  say(`The key could not be printed. Revoked ${id}`)
}

/** Finds the key on standard input. @throws {CommandFailure} */
async function readKey(store: Store) {
  const key = (await text(process.stdin)).trim()
  if (!isWellFormed(key)) fail('Standard input has no API key. A key begins with mfk_.')
  return (await findKeyByDigest(store, digest(key))) ?? fail('No account has had this key.')
}
