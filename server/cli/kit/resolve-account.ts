import type { AccountId } from '../../domain/ids.ts'
import { listAccounts } from '../../store/accounts.ts'
import type { Store } from '../../store/store.ts'
import { CommandFailure } from './command-failure.ts'
import { requireAccount } from './require-account.ts'

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
  store: Store,
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
