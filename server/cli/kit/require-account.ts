import { type AccountId, toId } from '../../domain/ids.ts'
import { findAccount } from '../../store/accounts.ts'
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
