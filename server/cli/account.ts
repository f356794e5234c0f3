import { findAccount } from '../store/accounts.ts'
import type { Store } from '../store/store.ts'
import { CommandFailure } from './command-failure.ts'

/** The option that says which account a command is about. */
export const account = {
  type: 'string',
  required: true,
  description: 'The account, as accounts list prints it',
} as const

/** @throws {CommandFailure} when there is no such account. */
export const mustExist = async (store: Store, id: string): Promise<void> => {
  if (!(await findAccount(store, id))) throw new CommandFailure(`There is no account ${id}`)
}
