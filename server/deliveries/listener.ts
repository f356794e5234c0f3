import { setTimeout as wait } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import type { WebhookName } from '../../generated/webhooks.ts'
import type { Clock } from '../domain/clock.ts'
import { type AccountId, newId } from '../domain/ids.ts'
import type { Store } from '../store/store.ts'
import {
  deleteListener,
  hasDeliveries,
  insertListener,
  renewListener,
  takeDeliveries,
} from '../store/webhooks/delivery-queue.ts'
import { type AttemptResult, attemptDelivery, type Message } from './attempt-delivery.ts'
import { createSend, type Reach, systemLookup } from './egress.ts'

type ListenerOptions = {
  store: Store
  clock: Clock
  account: AccountId
  events: readonly WebhookName[]
  /** Called when events are kept for the listener. */
  onStart: () => void
  onDelivery: (received: Message) => Promise<unknown>
}

/** A listener that was killed receives no more events after this time. */
const lifetime = 60_000
const renewMilliseconds = lifetime / 4
const pollMilliseconds = 250
const takenAtOnce = 100

/**
 * Receives an account's events as a subscriber does, until it is stopped. They wait in the database, as those of
 * subscriptions do, so this works wherever the database can be reached.
 */
export const runListener = async (options: ListenerOptions, stop: AbortSignal): Promise<void> => {
  const { store, clock, account, events, onStart, onDelivery } = options
  const id = newId('lsn')
  const listener = () => ({ account, id, now: clock(), lifetime })
  const next = async () => {
    if (!(await hasDeliveries(store, { account, id }))) return []
    return takeDeliveries(store, { account, webhook: id, count: takenAtOnce })
  }
  await store.write((transaction) => insertListener(transaction, { ...listener(), events }))
  let renewed = performance.now()
  onStart()
  try {
    while (!stop.aborted) {
      const taken = await next()
      for (const delivery of taken) await onDelivery(delivery)
      if (performance.now() - renewed > renewMilliseconds) {
        await renewListener(store, listener())
        renewed = performance.now()
      }
      if (taken.length === 0)
        await wait(pollMilliseconds, undefined, { signal: stop }).catch(() => {})
    }
  } finally {
    await store.write((transaction) => deleteListener(transaction, { account, id }))
  }
}

const privateRanges: readonly string[] = ['loopback', 'private', 'uniqueLocal']

/** This machine and its private network (RFC 1918, RFC 4193, RFC 6890). */
export const privateReach: Reach = {
  includes: (address) => {
    const [plain = ''] = address.split('%')
    return ipaddr.isValid(plain) && privateRanges.includes(ipaddr.process(plain).range())
  },
  reason:
    'is not on this machine or its private network. Create a webhook subscription for a public host.',
  lookup: systemLookup,
  allowsHttp: true,
}

/** Returns a function that forwards deliveries on the private network, signed as any other. */
export const forwardToUrl = (
  { href }: URL,
  secret: string,
  clock: Clock,
): ((delivery: Message) => Promise<AttemptResult>) => {
  const send = createSend({ reach: privateReach })
  return (delivery) =>
    attemptDelivery(delivery, async () => ({ url: href, secret }), { send, clock })
}
