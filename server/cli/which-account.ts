import { findAccount, listAccounts } from '../store/accounts.ts'
import type { Store } from '../store/store.ts'
import { CommandFailure } from './command-failure.ts'

/**
 * The account that is meant: the one that is named, or the only one.
 * @throws {CommandFailure} when there is none, or several and none is named.
 */
export const whichAccount = async (store: Store, named: string | undefined): Promise<string> => {
  if (named !== undefined) {
    if (!(await findAccount(store, named))) throw new CommandFailure(`There is no account ${named}`)
    return named
  }
  const accounts = await listAccounts(store)
  const [only, another] = accounts.filter(({ deactivatedAt }) => deactivatedAt === null)
  if (!only)
    throw new CommandFailure(
      'There is no account yet: npm start makes one with demo data, merch accounts create an empty one',
    )
  if (another)
    throw new CommandFailure(
      'There are several accounts: say which with --account ID, as merch accounts list prints it',
    )
  return only.id
}
