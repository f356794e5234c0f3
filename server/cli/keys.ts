import { defineCommand } from 'citty'
import { issueKey } from '../actions/issue-key.ts'
import { systemClock, timestamp } from '../domain/clock.ts'
import { listApiKeys, revokeApiKey } from '../store/api-keys.ts'
import { account, mustExist } from './account.ts'
import { print, say, storeCommand } from './command.ts'
import { CommandFailure } from './command-failure.ts'

const create = storeCommand({
  name: 'create',
  description: 'Create a key and print it: it is shown this once',
  args: {
    account,
    name: { type: 'string', required: true, description: 'What the key is for' },
  },
  run: async (store, { account: id, name }) => {
    await mustExist(store, id)
    print(await store.write((transaction) => issueKey(transaction, id, name, systemClock())))
  },
})

const list = storeCommand({
  name: 'list',
  description:
    'Print an account’s keys: id, state, last four characters, creation, name, last use to the minute',
  args: { account },
  run: async (store, { account: id }) => {
    await mustExist(store, id)
    for (const key of await listApiKeys(store, id)) {
      const state = key.revokedAt ? 'revoked' : 'active'
      const { lastFour, createdAt, name, lastUsedAt } = key
      print([key.id, state, lastFour, createdAt, name, lastUsedAt ?? 'never'].join('\t'))
    }
  },
})

const revoke = storeCommand({
  name: 'revoke',
  description: 'Refuse a key from the next request on',
  args: {
    id: { type: 'positional', required: true, description: 'The key’s id, as keys list prints it' },
  },
  run: async (store, { id }) => {
    const at = timestamp(systemClock())
    const done = await store.write((transaction) => revokeApiKey(transaction, id, at))
    if (!done) throw new CommandFailure(`There is no active key ${id}`)
    say(`${id} is revoked`)
  },
})

export const keys = defineCommand({
  meta: { name: 'keys', description: 'Create, list and revoke API keys' },
  subCommands: { create, list, revoke },
})
