import type { SubscribableEvent } from '../../server/domain/event.ts'
import type { Deliverer } from '../../server/events/dispatch/deliverer.ts'
import { type Change, mutantsOf } from './mutant.ts'

/** Publishes other events in place of each event. */
const publishing = (replace: (event: SubscribableEvent) => readonly SubscribableEvent[]) => ({
  deliverer: (real: Deliverer): Deliverer => ({
    ...real,
    enqueue: (transaction, account, event) => {
      const starts = replace(event).map((each) => real.enqueue(transaction, account, each))
      return () => {
        for (const start of starts) start()
      }
    },
    publish: (account, event) => {
      for (const each of replace(event)) real.publish(account, each)
    },
  }),
})

/** Sends test deliveries with some fields of the subscription changed. */
const testing = (changes: { url?: string; secret?: string }): Change => ({
  deliverer: (real: Deliverer) => ({
    ...real,
    test: (account, subscription, read) =>
      real.test(account, { ...subscription, ...changes }, async () => {
        const current = await read()
        return current && { ...current, ...changes }
      }),
  }),
})

/** Mutants of deliveries. */
export const deliveryMutants = [
  ...mutantsOf('webhooks', '§6', {
    'order.created is never sent': publishing((event) =>
      event.event === 'order.created' ? [] : [event],
    ),
    'order.cancelled has the status AWAITING_SHIPMENT': publishing((event) =>
      event.event === 'order.cancelled'
        ? [{ ...event, data: { ...event.data, status: 'AWAITING_SHIPMENT' } }]
        : [event],
    ),
    'A cancellation is sent as order.created': publishing((event) =>
      event.event === 'order.cancelled' ? [{ event: 'order.created', data: event.data }] : [event],
    ),
    'order.created has no line items': publishing((event) =>
      event.event === 'order.created'
        ? [{ ...event, data: { ...event.data, products: [] } }]
        : [event],
    ),
  }),
  ...mutantsOf('webhooks', '§6: no retries', {
    'Every event is sent twice': publishing((event) => [event, event]),
    'Each event also repeats the previous event': {
      deliverer: (real) => {
        let last: SubscribableEvent[] = []
        return publishing((event) => {
          const both = [...last, event]
          last = [event]
          return both
        }).deliverer(real)
      },
    },
  }),
  ...mutantsOf('webhooks', '§4 test rules, §6: signed as live events', {
    'A test delivery is signed with an empty secret': testing({ secret: '' }),
    'A test delivery goes to another URL': testing({
      url: 'https://else.contract-tests.example.com/',
    }),
  }),
]
