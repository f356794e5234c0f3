import { webhookExamples } from '../../generated/webhook-examples.ts'
import type { WebhookName, WebhookPayloads } from '../../generated/webhooks.ts'
import { systemClock, timestamp } from '../domain/clock.ts'
import { type InviteEvent, pastInviteEvent } from '../events/payloads/past-invite-event.ts'
import { type OrderEvent, pastOrderEvent } from '../events/payloads/past-order-event.ts'
import { testEvent } from '../events/payloads/payload.ts'
import { findOrder, listOrders } from '../store/orders.ts'
import { findInvite, latestInvite } from '../store/recent-invites.ts'
import type { Store } from '../store/store.ts'
import { CommandFailure } from './command-failure.ts'

type Payload = WebhookPayloads[WebhookName]

/** What an event is to be about, if it is said; otherwise the latest that has seen it. */
export type About = { order: string | undefined; invite: string | undefined }

/** How far back an order is looked for. */
const newest = { limit: 1000, offset: 0 }

const ofOrder = async (
  store: Store,
  account: string,
  event: OrderEvent,
  id: string | undefined,
): Promise<Payload | undefined> => {
  if (id === undefined) {
    for (const order of await listOrders(store, account, {}, newest)) {
      const payload = pastOrderEvent(event, order)
      if (payload) return payload
    }
    return undefined
  }
  const order = await findOrder(store, account, id)
  if (!order) throw new CommandFailure(`${account} has no order ${id}`)
  const payload = pastOrderEvent(event, order)
  if (payload) return payload
  throw new CommandFailure(`${order.orderNumber} has seen no ${event}: it is ${order.status}`)
}

const ofInvite = async (
  store: Store,
  account: string,
  event: InviteEvent,
  id: string | undefined,
): Promise<Payload | undefined> => {
  if (id === undefined) {
    const unused =
      event === 'invite.redeemed' ? undefined : await latestInvite(store, account, 'UNUSED')
    const invite = unused ?? (await latestInvite(store, account, 'USED'))
    return invite && pastInviteEvent(store, account, event, invite)
  }
  const invite = await findInvite(store, account, id)
  if (!invite) throw new CommandFailure(`${account} has no invite ${id}`)
  const payload = await pastInviteEvent(store, account, event, invite)
  if (payload) return payload
  throw new CommandFailure(`${invite.inviteNumber} has seen no ${event}: it is ${invite.status}`)
}

const isOfOrder = (event: WebhookName): event is OrderEvent => event.startsWith('order.')
const isOfInvite = (event: WebhookName): event is InviteEvent => event.startsWith('invite.')

/**
 * The payload of an event as the order or invite has seen it that is named, or the latest one that has.
 * @returns the document's example if the account has none that has.
 * @throws {CommandFailure} when what is named is not there, or has not seen the event.
 */
export const triggeredEvent = async (
  store: Store,
  account: string,
  event: WebhookName,
  { order, invite }: About,
): Promise<{ payload: Payload; isExample: boolean }> => {
  if (order !== undefined && !isOfOrder(event))
    throw new CommandFailure(`${event} is not about an order: leave out --order`)
  if (invite !== undefined && !isOfInvite(event))
    throw new CommandFailure(`${event} is not about an invite: leave out --invite`)
  const payload = isOfOrder(event)
    ? await ofOrder(store, account, event, order)
    : isOfInvite(event)
      ? await ofInvite(store, account, event, invite)
      : testEvent(timestamp(systemClock()))
  return payload
    ? { payload, isExample: false }
    : { payload: webhookExamples[event], isExample: true }
}
