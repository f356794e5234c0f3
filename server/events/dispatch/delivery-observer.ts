import type { SubscribableEvent } from '../../domain/event.ts'

/** What became of a delivery: a 2xx, another status, no answer, or nobody wanted it any more. */
export type Outcome = 'delivered' | 'refused' | 'failed' | 'unwanted'

/** Told of every delivery as it is taken, and again when it is over. */
export type DeliveryObserver = {
  taken(event: SubscribableEvent['event']): void
  over(event: SubscribableEvent['event'], outcome: Outcome): void
}

/** Nobody looks. */
export const unobserved: DeliveryObserver = { taken: () => {}, over: () => {} }
