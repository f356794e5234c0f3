import { defineCommand } from 'citty'
import { Email } from '../../generated/schemas.ts'
import { makeSignInLink } from '../actions/sign-in.ts'
import { readConfig } from '../config.ts'
import { systemClock, timestamp } from '../domain/clock.ts'
import { newId } from '../domain/ids.ts'
import { signInUrl } from '../domain/portal.ts'
import {
  accountByEmail,
  deactivateAccount,
  findAccount,
  insertAccount,
  listAccounts,
  setAccountEmail,
} from '../store/accounts.ts'
import type { Reader } from '../store/store.ts'
import { print, say, storeCommand } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { tier, tiers } from './tiers.ts'

const id = {
  type: 'positional',
  required: true,
  description: 'The account, as accounts list prints it',
} as const

/** An address stands for one account, and is one that mail can be sent to. */
const mustBeFree = async (reader: Reader, email: string): Promise<void> => {
  if (!Email.safeParse(email).success) throw new CommandFailure(`${email} is not an e-mail address`)
  if (await accountByEmail(reader, email))
    throw new CommandFailure(`${email} is another account’s address`)
}

const create = storeCommand({
  name: 'create',
  description: 'Create an account and print its id',
  args: {
    name: { type: 'string', required: true, description: 'What the account is called' },
    email: { type: 'string', description: 'Where links to sign in to the portal are sent' },
  },
  run: async (store, { name, email }) => {
    const id = newId('acc')
    const account = { id, name, createdAt: timestamp(systemClock()) }
    await store.write(async (transaction) => {
      if (email !== undefined) await mustBeFree(transaction, email)
      await insertAccount(transaction, email === undefined ? account : { ...account, email })
    })
    print(id)
  },
})

const setEmail = storeCommand({
  name: 'email',
  description: 'Say where an account’s links to sign in to the portal are sent',
  args: {
    id,
    email: { type: 'positional', required: true, description: 'The address' },
  },
  run: async (store, { id: account, email }) => {
    await store.write(async (transaction) => {
      await mustBeFree(transaction, email)
      if (!(await setAccountEmail(transaction, account, email)))
        throw new CommandFailure(`There is no account ${account}`)
    })
    say(`Links to sign in to ${account} go to ${email}`)
  },
})

const link = storeCommand({
  name: 'link',
  description: 'Print a link that signs in to the account’s portal once, within 15 minutes',
  args: { id },
  run: async (store, { id: account }) => {
    const { baseUrl } = readConfig()
    const secret = await store.write(async (transaction) => {
      if (!(await findAccount(transaction, account)))
        throw new CommandFailure(`There is no account ${account}`)
      return makeSignInLink(transaction, account, systemClock())
    })
    print(signInUrl(baseUrl, secret))
  },
})

const list = storeCommand({
  name: 'list',
  description: 'Print every account: id, state, creation, name, request budget',
  args: {},
  run: async (store) => {
    for (const { id, name, createdAt, deactivatedAt, budget } of await listAccounts(store)) {
      const state = deactivatedAt ? 'deactivated' : 'active'
      print([id, state, createdAt, name, budget ?? 'standard'].join('\t'))
    }
  },
})

const deactivate = storeCommand({
  name: 'deactivate',
  description: 'Refuse an account’s keys from the next request on',
  args: { id },
  run: async (store, { id: account }) => {
    const at = timestamp(systemClock())
    const done = await store.write((transaction) => deactivateAccount(transaction, account, at))
    if (!done) throw new CommandFailure(`There is no active account ${account}`)
    say(`${account} is deactivated`)
  },
})

export const accounts = defineCommand({
  meta: {
    name: 'accounts',
    description: 'Create, list and deactivate accounts, and give them higher request budgets',
  },
  subCommands: { create, list, email: setEmail, link, deactivate, tier, tiers },
})
