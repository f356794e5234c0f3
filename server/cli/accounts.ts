import { defineCommand } from 'citty'
import { systemClock, timestamp } from '../domain/clock.ts'
import { newId } from '../domain/ids.ts'
import { deactivateAccount, insertAccount, listAccounts } from '../store/accounts.ts'
import { print, say, storeCommand } from './command.ts'
import { CommandFailure } from './command-failure.ts'

const create = storeCommand({
  name: 'create',
  description: 'Create an account and print its id',
  args: {
    name: { type: 'string', required: true, description: 'What the account is called' },
  },
  run: async (store, { name }) => {
    const id = newId('acc')
    const createdAt = timestamp(systemClock())
    await store.write((transaction) => insertAccount(transaction, { id, name, createdAt }))
    print(id)
  },
})

const list = storeCommand({
  name: 'list',
  description: 'Print every account: id, state, creation, name',
  args: {},
  run: async (store) => {
    for (const { id, name, createdAt, deactivatedAt } of await listAccounts(store))
      print([id, deactivatedAt ? 'deactivated' : 'active', createdAt, name].join('\t'))
  },
})

const deactivate = storeCommand({
  name: 'deactivate',
  description: 'Refuse an account’s keys from the next request on',
  args: {
    id: { type: 'positional', required: true, description: 'The account' },
  },
  run: async (store, { id }) => {
    const at = timestamp(systemClock())
    const done = await store.write((transaction) => deactivateAccount(transaction, id, at))
    if (!done) throw new CommandFailure(`There is no active account ${id}`)
    say(`${id} is deactivated`)
  },
})

export const accounts = defineCommand({
  meta: { name: 'accounts', description: 'Create, list and deactivate accounts' },
  subCommands: { create, list, deactivate },
})
