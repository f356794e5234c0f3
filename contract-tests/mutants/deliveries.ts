import type { SubscribableEvent } from '../../server/domain/event.ts'
import type { AccountId } from '../../server/domain/ids.ts'
import type { Deliverer } from '../../server/events/dispatch/deliverer.ts'
import type { Mutant } from './mutant.ts'

const publishing =
  (publish: (real: Deliverer, account: AccountId, event: SubscribableEvent) => void) =>
  (real: Deliverer): Deliverer => ({
    ...real,
    publish: (account, event) => publish(real, account, event),
  })

type Read = Parameters<Deliverer['test']>[0]

/** Returns a read whose subscription has some fields changed. */
const changed =
  (read: Read, changes: { url?: string; secret?: string }): Read =>
  async () => {
    const subscription = await read()
    return subscription && { ...subscription, ...changes }
  }

/** Mutants of deliveries. */
export const deliveryMutants: Mutant[] = [
  {
    breaks: 'order.created is never sent',
    source: '§6',
    area: 'webhooks',
    deliverer: publishing((real, account, event) => {
      if (event.event !== 'order.created') real.publish(account, event)
    }),
  },
  {
    breaks: 'Every event is sent twice',
    source: '§6: no retries',
    area: 'webhooks',
    deliverer: publishing((real, account, event) => {
      real.publish(account, event)
      real.publish(account, event)
    }),
  },
  {
    breaks: 'order.cancelled has the status AWAITING_SHIPMENT',
    source: '§6',
    area: 'webhooks',
    deliverer: publishing((real, account, event) => {
      real.publish(
        account,
        event.event === 'order.cancelled'
          ? { ...event, data: { ...event.data, status: 'AWAITING_SHIPMENT' } }
          : event,
      )
    }),
  },
  {
    breaks: 'A cancellation is sent as order.created',
    source: '§6',
    area: 'webhooks',
    deliverer: publishing((real, account, event) => {
      real.publish(
        account,
        event.event === 'order.cancelled' ? { event: 'order.created', data: event.data } : event,
      )
    }),
  },
  {
    breaks: 'order.created has no line items',
    source: '§6',
    area: 'webhooks',
    deliverer: publishing((real, account, event) => {
      real.publish(
        account,
        event.event === 'order.created'
          ? { ...event, data: { ...event.data, products: [] } }
          : event,
      )
    }),
  },
  {
    breaks: 'Each event also repeats the previous event',
    source: '§6: no retries',
    area: 'webhooks',
    deliverer: (real) => {
      let last: [AccountId, SubscribableEvent] | undefined
      return {
        ...real,
        publish: (account, event) => {
          if (last) real.publish(...last)
          last = [account, event]
          real.publish(account, event)
        },
      }
    },
  },
  {
    breaks: 'A test delivery is signed with an empty secret',
    source: '§6: signed as live events',
    area: 'webhooks',
    deliverer: (real) => ({ ...real, test: (read) => real.test(changed(read, { secret: '' })) }),
  },
  {
    breaks: 'A test delivery goes to another URL',
    source: '§4 test rules',
    area: 'webhooks',
    deliverer: (real) => ({
      ...real,
      test: (read) => real.test(changed(read, { url: 'https://else.contract-tests.example.com/' })),
    }),
  },
]
