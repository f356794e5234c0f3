import type { Publisher } from '../actions/actions.ts'
import type { SubscribableEvent } from '../domain/event.ts'
import type { AccountId } from '../domain/ids.ts'

/** Returns a publisher that records events once they are committed, and delivers none. */
export const recordingPublisher = (
  record: (event: SubscribableEvent, account: AccountId) => unknown,
): Publisher & { settled(): Promise<void> } => ({
  enqueue: async (_, account, event) => () => record(event, account),
  publish: (account, event) => record(event, account),
  settled: async () => {},
})
