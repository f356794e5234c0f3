import { deepEqual, ok } from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { Order, WebhookSubscriptionWithSecret } from '../../../generated/schemas.ts'
import type { Race } from './racing.ts'
import { startSignedReceiver } from './signed-receiver.ts'

const patience = 10_000

/**
 * A secret is rotated at a node while both deliver. Deliveries of events before the response have either
 * secret. Those of later events have the new one, whichever node sends them.
 */
export const rotation: Race = async ({ asks, place, certificate }) => {
  const { url, received, stop } = await startSignedReceiver(certificate)
  const { body } = await asks[0]({
    method: 'POST',
    path: '/v1/webhooks',
    json: { url, events: ['order.created'] },
  })
  const { id, ...created } = WebhookSubscriptionWithSecret.parse(body)
  let { secret } = created
  const placeAtBoth = async () =>
    (await Promise.all(asks.map((ask) => place(ask, 'T')))).map(
      (response) => Order.parse(response.body).id,
    )
  const deliveryOf = async (orderId: string) => {
    const deadline = performance.now() + patience
    for (;;) {
      const found = received.filter((each) => each.orderId === orderId)
      if (found.length > 0) return found
      if (performance.now() > deadline) throw new Error(`no delivery of ${orderId}`)
      await sleep(2)
    }
  }
  return {
    round: async (round) => {
      const [orders, rotated] = await Promise.all([
        placeAtBoth(),
        asks[round % 2]?.({ method: 'POST', path: `/v1/webhooks/${id}/rotate-secret` }),
      ])
      const old = secret
      secret = WebhookSubscriptionWithSecret.parse(rotated?.body).secret
      const later = await placeAtBoth()
      for (const orderId of orders) {
        const [first, ...repeated] = await deliveryOf(orderId)
        ok(first?.isSignedWith(old) || first?.isSignedWith(secret))
        deepEqual(repeated, [])
      }
      for (const orderId of later)
        deepEqual(
          (await deliveryOf(orderId)).map((each) => each.isSignedWith(secret)),
          [true],
        )
    },
    end: async () => {
      await asks[0]({ method: 'DELETE', path: `/v1/webhooks/${id}` })
      stop()
    },
  }
}
