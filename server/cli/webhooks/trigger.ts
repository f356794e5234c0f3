import type { Command } from '@commander-js/extra-typings'
import { webhookExamples } from '../../../generated/webhook-examples.ts'
import type { WebhookName, WebhookPayloads } from '../../../generated/webhooks.ts'
import { readConfig } from '../../config.ts'
import { systemClock, timestamp } from '../../domain/clock.ts'
import { type AccountId, toId } from '../../domain/ids.ts'
import { isSuccess } from '../../events/dispatch/delivery.ts'
import { type AttemptResult, activeSubscriptions } from '../../events/dispatch/send-now.ts'
import { type InviteEvent, pastInviteEvent } from '../../events/payloads/past-invite-event.ts'
import { type OrderEvent, pastOrderEvent } from '../../events/payloads/past-order-event.ts'
import { testEvent } from '../../events/payloads/payload.ts'
import { sendNowFor } from '../../process/create-dispatcher.ts'
import { findInvite, latestInvite } from '../../store/invites.ts'
import { findOrder, listOrders } from '../../store/orders.ts'
import type { Store } from '../../store/store.ts'
import { print, say, withStore } from '../kit/command.ts'
import { CommandFailure } from '../kit/command-failure.ts'
import { resolveAccount } from '../kit/resolve-account.ts'
import { readEventName } from './listen.ts'

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

const printAttempt = ({ id, url, outcome, milliseconds }: AttemptResult): void =>
  print([id, url, String(outcome), `${Math.round(milliseconds)} ms`].join('\t'))

const succeeded = ({ outcome }: AttemptResult): boolean =>
  typeof outcome === 'number' && isSuccess(outcome)

export const addTrigger = (webhooks: Command): void => {
  webhooks
    .command('trigger')
    .description(
      'Send a past event again to active subscriptions and to webhooks listen. Changes no data.',
    )
    .argument('<event>', 'event name, such as order.shipped')
    .option('--account <id>', 'account ID (default: the only active account)')
    .option('--order <id>', 'order ID (default: the latest order that had the event)')
    .option('--invite <id>', 'invite ID (default: the latest invite that had the event)')
    .action(
      withStore(async (store, name, { account: given, order, invite }) => {
        const event = readEventName(name)
        const account = await resolveAccount(store, given)
        const { payload, isExample } = await triggeredEvent(store, account, event, {
          order,
          invite,
        })
        const live = await activeSubscriptions(store, account, event)
        if (live.length > 0)
          say(
            `Active subscriptions receive this like a new event: ${live.map(({ url }) => url).join(', ')}`,
          )
        const { attempts, listeners } = await sendNowFor(readConfig(), store)(account, payload)
        if (attempts.length + listeners === 0)
          throw new CommandFailure(
            `No active subscription of ${account} to ${event}. Create one with POST /v1/webhooks, or run: merch webhooks listen`,
          )
        if (isExample)
          say(`${account} has no past ${event} event. Sent the document’s example instead.`)
        for (const each of attempts) printAttempt(each)
        if (listeners > 0) say(`Programs that listen: ${listeners}`)
        const failed = attempts.filter((each) => !succeeded(each)).length
        if (failed > 0)
          throw new CommandFailure(`${failed} of ${attempts.length} deliveries failed`)
      }),
    )
}
