import { type AccountId, toId } from '../../domain/ids.ts'
import { findAccount, listAccounts } from '../../store/accounts.ts'
import type { Reader } from '../../store/store.ts'
import { CommandFailure } from './command-failure.ts'

/** Help text of every option and argument that takes an account. */
export const accountHelp = 'account ID, as printed by accounts list'

/** The failure of a command whose account does not exist. */
export const noAccount = (id: string): CommandFailure =>
  new CommandFailure(`No account ${id}. To list accounts, run: merch accounts list`)

/** @throws {CommandFailure} when the account does not exist. */
export const requireAccount = async (reader: Reader, id: string): Promise<AccountId> => {
  const account = await findAccount(reader, toId('acc', id))
  if (!account) throw noAccount(id)
  return account.id
}

/** The flags and help of an option that names an account. */
export const accountOption = [
  '--account <id>',
  'account ID (default: the only active account)',
] as const

/**
 * Returns the given account, or the only active one if none is given.
 * @throws {CommandFailure} when the given account does not exist, or when none is given and the
 * number of active accounts is not one.
 */
export const resolveAccount = async (
  store: Reader,
  given: string | undefined,
): Promise<AccountId> => {
  if (given !== undefined) return requireAccount(store, given)
  const accounts = await listAccounts(store)
  const [only, another] = accounts.filter(({ deactivatedAt }) => deactivatedAt === null)
  if (!only)
    throw new CommandFailure(
      'No active account. Run npm start for one with demo data, or merch accounts create for an empty one.',
    )
  if (another)
    throw new CommandFailure(
      'Several accounts are active. Add --account ID. To list accounts, run: merch accounts list',
    )
  return only.id
}
