import { webhookExamples } from '../../generated/webhook-examples.ts'
import type { WebhookName, WebhookPayloads } from '../../generated/webhooks.ts'
import { systemClock, timestamp } from '../domain/clock.ts'
import { type AccountId, toId } from '../domain/ids.ts'
import { type InviteEvent, pastInviteEvent } from '../events/payloads/past-invite-event.ts'
import { type OrderEvent, pastOrderEvent } from '../events/payloads/past-order-event.ts'
import { testEvent } from '../events/payloads/payload.ts'
import { findInvite, latestInvite } from '../store/invites.ts'
import { findOrder, listOrders } from '../store/orders.ts'
import type { Store } from '../store/store.ts'
import { CommandFailure } from './command-failure.ts'

type Payload = WebhookPayloads[WebhookName]

/** The order or invite of the event. If neither is given, the latest one that had the event. */
export type Subject = { order: string | undefined; invite: string | undefined }

/** The orders that are searched for the event. */
export const newest = { limit: 1000, offset: 0 }

const orderPayload = async (
  store: Store,
  account: AccountId,
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
  const order = await findOrder(store, account, toId('ord', id))
  if (!order) throw new CommandFailure(`${account} has no order ${id}`)
  const payload = pastOrderEvent(event, order)
  if (payload) return payload
  throw new CommandFailure(`${order.orderNumber} is ${order.status} and has had no ${event} event`)
}

const invitePayload = async (
  store: Store,
  account: AccountId,
  event: InviteEvent,
  id: string | undefined,
): Promise<Payload | undefined> => {
  if (id === undefined) {
    const unused =
      event === 'invite.redeemed' ? undefined : await latestInvite(store, account, 'UNUSED')
    const invite = unused ?? (await latestInvite(store, account, 'USED'))
    return invite && pastInviteEvent(store, account, event, invite)
  }
  const invite = await findInvite(store, account, toId('inv', id))
  if (!invite) throw new CommandFailure(`${account} has no invite ${id}`)
  const payload = await pastInviteEvent(store, account, event, invite)
  if (payload) return payload
  throw new CommandFailure(
    `${invite.inviteNumber} is ${invite.status} and has had no ${event} event`,
  )
}

const isOrderEvent = (event: WebhookName): event is OrderEvent => event.startsWith('order.')
const isInviteEvent = (event: WebhookName): event is InviteEvent => event.startsWith('invite.')

/**
 * Returns the payload of a past event of the given order or invite, or of the latest one that had it.
 * If the account never had the event, returns the document's example.
 * @throws {CommandFailure} when the given order or invite does not exist or never had the event.
 */
export const triggeredEvent = async (
  store: Store,
  account: AccountId,
  event: WebhookName,
  { order, invite }: Subject,
): Promise<{ payload: Payload; isExample: boolean }> => {
  if (order !== undefined && !isOrderEvent(event))
    throw new CommandFailure(`${event} is not about an order. Leave out --order.`)
  if (invite !== undefined && !isInviteEvent(event))
    throw new CommandFailure(`${event} is not about an invite. Leave out --invite.`)
  const payload = isOrderEvent(event)
    ? await orderPayload(store, account, event, order)
    : isInviteEvent(event)
      ? await invitePayload(store, account, event, invite)
      : testEvent(timestamp(systemClock()))
  return payload
    ? { payload, isExample: false }
    : { payload: webhookExamples[event], isExample: true }
}
