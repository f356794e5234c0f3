import type { Logger } from 'pino'
import { timestamp } from '../../../server/domain/clock.ts'
import { toId } from '../../../server/domain/ids.ts'
import { createDispatcher } from '../../../server/events/dispatch/dispatcher.ts'
import { createSend } from '../../../server/events/egress/egress.ts'
import { readNetworks } from '../../../server/events/egress/public-address.ts'
import { insertAccount } from '../../../server/store/accounts.ts'
import type { Store } from '../../../server/store/store.ts'
import { insertSubscription } from '../../../server/store/webhooks.ts'
import { resolveAllTo } from '../../../server/testing/resolve-all-to.ts'

type Parts = { store: Store; log: Logger; ca: string; url: string }

/** Creates an account with one subscription, and a dispatcher that delivers its events. */
export const createSubscription = async ({ store, log, ca, url: base }: Parts, path: string) => {
  const createdAt = timestamp(Date.now())
  const account = toId('acc', `acc_${path}`)
  const url = `${base}${path}`
  await store.write(async (transaction) => {
    await insertAccount(transaction, { id: account, name: path, createdAt })
    await insertSubscription(transaction, account, {
      id: toId('whk', `whk_${path}`),
      url,
      canonicalUrl: url,
      events: ['invite.viewed'],
      active: true,
      secret: 'whsec_soak',
      createdAt,
      updatedAt: createdAt,
    })
  })
  const dispatcher = createDispatcher({
    store,
    clock: Date.now,
    log,
    send: createSend({
      allowed: readNetworks(['127.0.0.0/8']),
      lookup: resolveAllTo('127.0.0.1'),
      ca,
    }),
  })
  const invite = { inviteNumber: null, email: null, campaignId: 'cmp_soak', campaignTitle: null }
  let count = 0
  const publish = (events: number): void => {
    for (let i = 0; i < events; i++) {
      const eventDetails = { page: 'x'.repeat(200) }
      const data = { inviteId: `inv_${count++}`, ...invite, eventDetails }
      dispatcher.publish(account, { event: 'invite.viewed', data })
    }
  }
  return { dispatcher, publish }
}
