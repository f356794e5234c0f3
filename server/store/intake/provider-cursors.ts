import type { AccountId } from '../../domain/ids.ts'
import { statement } from '../statement.ts'
import type { Reader, Transaction } from '../store.ts'

type Place = { account: AccountId; provider: string }

const find = statement<Place>()((db, slot) =>
  db
    .selectFrom('provider_cursors')
    .where('account_id', '=', slot('account'))
    .where('provider', '=', slot('provider'))
    .select('changed_until as changedUntil'),
)

/** Returns the time of the last imported change of a provider, in milliseconds, or undefined before the first. */
export const findCursor = async (
  reader: Reader,
  account: AccountId,
  provider: string,
): Promise<number | undefined> => (await reader.first(find, { account, provider }))?.changedUntil

const advance = statement<Place & { changedUntil: number }>()((db, slot) =>
  db
    .insertInto('provider_cursors')
    .values({
      account_id: slot('account'),
      provider: slot('provider'),
      changed_until: slot('changedUntil'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'provider'])
        .doUpdateSet(({ ref }) => ({ changed_until: ref('excluded.changed_until') }))
        .whereRef('excluded.changed_until', '>', 'provider_cursors.changed_until'),
    ),
)

/** Stores the time of the last imported change of a provider. Never moves it back. */
export const advanceCursor = async (
  transaction: Transaction,
  account: AccountId,
  provider: string,
  changedUntil: number,
): Promise<void> => {
  await transaction.run(advance, { account, provider, changedUntil })
}
