import type { AccountId } from '../domain/ids.ts'
import { statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

type Place = { account: AccountId; provider: string }

/** Times are in milliseconds. */
type PollTurn = Place & { node: string; now: number; nextAt: number }

const set = statement<PollTurn>()((db, slot) =>
  db
    .insertInto('provider_polls')
    .values({
      account_id: slot('account'),
      provider: slot('provider'),
      node: slot('node'),
      next_at: slot('nextAt'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'provider'])
        .doUpdateSet(({ ref }) => ({
          node: ref('excluded.node'),
          next_at: ref('excluded.next_at'),
        }))
        .where(({ or, eb, ref }) =>
          or([
            eb('provider_polls.next_at', '<=', slot('now')),
            eb('provider_polls.node', '=', ref('excluded.node')),
          ]),
        ),
    ),
)

const find = statement<Place>()((db, slot) =>
  db
    .selectFrom('provider_polls')
    .where('account_id', '=', slot('account'))
    .where('provider', '=', slot('provider'))
    .select('next_at as nextAt'),
)

/**
 * Sets the time before which no other node polls a provider, unless another node has set one that has not
 * come yet.
 * @returns the time before which another node polls, or undefined.
 */
export const takePollTurn = async (
  transaction: Transaction,
  turn: PollTurn,
): Promise<number | undefined> => {
  if ((await transaction.run(set, turn)) > 0) return undefined
  const { account, provider } = turn
  return (await transaction.first(find, { account, provider }))?.nextAt
}

const cursor = statement<Place>()((db, slot) =>
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
): Promise<number | undefined> => (await reader.first(cursor, { account, provider }))?.changedUntil

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
