import type { Publisher, SubscribableEvent } from '../../../server/domain/event.ts'
import type { AccountId } from '../../../server/domain/ids.ts'
import type { Transaction } from '../../../server/store/store.ts'

/** Returns a publisher that records events once they are committed, and delivers none. */
export const recordingPublisher = (
  record: (event: SubscribableEvent, account: AccountId) => unknown,
): Publisher<Transaction> => ({
  enqueue: async (_, account, event) => () => record(event, account),
})
