import type { Command } from '@commander-js/extra-typings'
import { z } from 'zod'
import { webhookExamples } from '../../generated/webhook-examples.ts'
import { type WebhookName, type WebhookPayloads, webhooks } from '../../generated/webhooks.ts'
import { readConfig } from '../config.ts'
import {
  type AttemptResult,
  attemptDelivery,
  isSuccess,
  type Message,
  messageOf,
  recordOf,
} from '../deliveries/attempt-delivery.ts'
import { addressesOf } from '../deliveries/egress.ts'
import { forwardToUrl, privateReach, runListener } from '../deliveries/listener.ts'
import {
  exampleInviteEvent,
  type InviteEvent,
  isInviteEvent,
  isOrderEvent,
  pastOrderEvent,
} from '../deliveries/past-events.ts'
import { testEvent } from '../deliveries/payloads.ts'
import { resealSecrets, SealError, sealFor } from '../deliveries/sealed-secret.ts'
import { systemClock, timestamp } from '../domain/clock.ts'
import { type AccountId, toId, type WebhookId } from '../domain/ids.ts'
import { newSigningSecret } from '../domain/webhook-signature.ts'
import { attemptOptionsFor } from '../process/parts-from-config.ts'
import { latestInvite } from '../store/invites.ts'
import { findOrdersByName } from '../store/order-search.ts'
import { listOrders } from '../store/orders.ts'
import type { Reader, Store } from '../store/store.ts'
import {
  type Attempt,
  listAttempts,
  listLastAttempts,
  recordAttempts,
} from '../store/webhooks/attempts.ts'
import { enqueueDeliveries, listeners } from '../store/webhooks/delivery-queue.ts'
import {
  findSubscriptionOfAny,
  listSubscriptions,
  type Subscription,
} from '../store/webhooks/webhooks.ts'
import {
  accountOption,
  addList,
  asList,
  fail,
  interruptible,
  print,
  printThings,
  resolveAccount,
  say,
  withStore,
} from './command.ts'

/** Every event of the document, including the test event. */
export const eventNames: readonly WebhookName[] = Object.values(webhooks).map(({ name }) => name)

const lookupMilliseconds = 5_000

const newest = { limit: 1000, offset: 0 }

/**
 * Reads the URL that deliveries are forwarded to. A port alone is one of this machine.
 * @throws {CommandFailure} when it is not a URL, or not on this machine or its local network.
 */
export const readForwardTarget = async (text: string): Promise<URL> => {
  const url = URL.parse(complete(text))
  if (!url || !/^https?:$/.test(url.protocol))
    return fail(
      `--forward-to must be an http or https URL such as http://localhost:3000/hook, not ${text}`,
    )
  const signal = AbortSignal.timeout(lookupMilliseconds)
  await addressesOf(url, privateReach, signal).catch((error: unknown) =>
    fail(`--forward-to: ${messageOf(error)}`),
  )
  return url
}

/** Adds the parts of a URL that may be omitted: the scheme, and localhost before a port. */
function complete(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  if (/^:?[0-9]+(\/|$)/.test(text)) return `http://localhost:${text.replace(/^:/, '')}`
  // A single word is rather a mistake than a host.
  return /^localhost\b|[.:]/.test(text) ? `http://${text}` : ''
}

/**
 * Returns the payload of a past event of the given order, or of the latest order or invite that had it, or
 * undefined if the account never had the event.
 * @throws {CommandFailure} when the given order does not exist or never had the event.
 */
export const pastEvent = async (
  store: Store,
  account: AccountId,
  event: WebhookName,
  name: string | undefined,
): Promise<WebhookPayloads[WebhookName] | undefined> => {
  if (!isOrderEvent(event)) {
    if (name !== undefined) fail(`${event} is not about an order. Leave out --order.`)
    return isInviteEvent(event)
      ? latestInviteEvent(store, account, event)
      : testEvent(systemClock())
  }
  if (name === undefined) {
    const orders = await listOrders(store, account, {}, newest)
    return orders.map((order) => pastOrderEvent(event, order)).find((payload) => payload)
  }
  const [order] = await findOrdersByName(store, name, account)
  if (!order)
    return fail(`No order ${name}. To list orders, run: merch orders list --account ${account}`)
  const never = `${order.orderNumber} is ${order.status} and has had no ${event} event`
  return pastOrderEvent(event, order) ?? fail(never)
}

async function latestInviteEvent(store: Store, account: AccountId, event: InviteEvent) {
  const unused =
    event === 'invite.redeemed' ? undefined : await latestInvite(store, account, 'UNUSED')
  const invite = unused ?? (await latestInvite(store, account, 'USED'))
  return invite && exampleInviteEvent(store, account, event, invite)
}

export const addWebhooks = (merch: Command): void => {
  const group = merch
    .command('webhooks')
    .description(
      'List webhooks and their attempts, send events again, and receive events on a development machine',
    )

  group
    .command('listen')
    .description('Print an account’s events as they are delivered, and forward them. Ctrl-C stops.')
    .option('--forward-to <url>', 'forward to this URL, such as http://localhost:3000/hook')
    .option('--events <names>', 'events, separated by commas (default: all)')
    .option(...accountOption)
    .option('--secret <text>', 'signing secret (default: a new one)')
    .option('--print', 'print the payloads too')
    .action(withStore(listen))

  group
    .command('trigger')
    .description(
      'Send a past event again to active subscriptions and to webhooks listen. Changes no data.',
    )
    .argument('<event>', 'event name, such as order.shipped')
    .option(...accountOption)
    .option('--webhook <id>', 'send to this subscription alone, of any account')
    .option(
      '--order <id>',
      'number or ID of an order (default: the latest order that had the event)',
    )
    .action(withStore(trigger))

  addList(
    group.command('list'),
    'Print each subscription: ID, state, last attempt, its result, URL, events',
    'No webhooks. Create one with POST /v1/webhooks.',
    async (store, account) => {
      const last = await listLastAttempts(store, account)
      return (await listSubscriptions(store, account)).map(({ id, active, url, events }) => {
        const attempt = last.get(id)
        return {
          id,
          state: active ? 'active' : 'paused',
          lastAttempt: attempt ? timestamp(attempt.at) : 'never',
          result: attempt ? resultOf(attempt) : '',
          url,
          events: events.join(','),
        }
      })
    },
  )

  asList(group.command('attempts'))
    .description('Print the last attempts of a subscription: time, event, order or invite, result')
    .argument('<webhook>', 'ID of a subscription, as printed by webhooks list')
    .action(
      withStore(async (store, given, options) => {
        const { account, id } = await requireWebhook(store, given)
        const rows = (await listAttempts(store, account, id, { limit: maxListed, offset: 0 })).map(
          (attempt) => ({
            at: timestamp(attempt.at),
            event: attempt.event,
            subject: attempt.number ?? attempt.subject,
            result: resultOf(attempt),
            milliseconds: attempt.milliseconds,
            response: attempt.response,
          }),
        )
        await printThings(rows, 'No attempt in the last 30 days.', options)
      }),
    )

  group
    .command('reseal')
    .description('Encrypt all signing secrets with WEBHOOK_SECRET_KEY, and print their number')
    .addHelpText('after', resealHelp)
    .action(withStore(reseal))
}

const maxListed = 50

/** Finds a subscription of any account. @throws {CommandFailure} */
async function requireWebhook(reader: Reader, given: string) {
  const found = await findSubscriptionOfAny(reader, toId('whk', given))
  return found ?? fail(`No webhook ${given}. To list webhooks, run: merch webhooks list`)
}

function resultOf({ statusCode, error }: Attempt): string {
  return statusCode === null ? (error ?? '') : `status ${statusCode}`
}

const resealHelp = `
To change the key, restart all servers with WEBHOOK_SECRET_KEY set to the new key and WEBHOOK_SECRET_KEY_OLD to the old
one. Run this command with both, then remove WEBHOOK_SECRET_KEY_OLD. Subscribers keep their secrets.`

async function reseal(store: Store): Promise<void> {
  const { webhookSecretKey: key, webhookSecretKeyOld: oldKey } = readConfig()
  if (key === undefined)
    fail('Set WEBHOOK_SECRET_KEY to the new key, and WEBHOOK_SECRET_KEY_OLD to the old one.')
  try {
    await print(String(await resealSecrets(store, sealFor(key, oldKey))))
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    fail(
      'Some signing secrets open with neither key. Set WEBHOOK_SECRET_KEY_OLD to the key that encrypted them. Nothing was changed.',
    )
  }
}

type ListenOptions = {
  forwardTo?: string
  events?: string
  account?: string
  secret?: string
  print?: true
}

function listen(store: Store, options: ListenOptions): Promise<void> {
  return interruptible(['SIGINT', 'SIGTERM', 'SIGHUP'], async (stop) => {
    const names = options.events?.split(',').map((name) => readEventName(name.trim()))
    const events = [...new Set(names ?? eventNames)]
    const { forwardTo, secret = newSigningSecret() } = options
    const url = forwardTo === undefined ? undefined : await readForwardTarget(forwardTo)
    const account = await resolveAccount(store, options.account)
    const forward = url && forwardToUrl(url, secret, systemClock)

    /** Forwards a delivery once, and prints its time, event, number and outcome as one line. */
    const receive = async (delivery: Message): Promise<void> => {
      const payload: unknown = JSON.parse(delivery.body)
      const columns = [new Date().toISOString(), delivery.event, numberOf(payload)]
      if (forward) columns.push(...columnsOf(await forward(delivery)))
      await print(columns.join('\t'))
      if (options.print) await print(JSON.stringify(payload, null, 2))
    }

    say(`Events of ${account}: ${names === undefined ? 'all' : events.join(', ')}`)
    say(url ? `Forwarding to ${url.href}` : 'Not forwarding. Add --forward-to URL to forward.')
    say(`Signing secret: ${secret}`)
    const onStart = () => say('Listening. Press Ctrl-C to stop.')
    const listener = { store, clock: systemClock, account, events }
    await runListener({ ...listener, onStart, onDelivery: receive }, stop)
  })
}

function readEventName(text: string): WebhookName {
  return (
    eventNames.find((each) => each === text) ??
    fail(`Unknown event ${text}. Use one of ${eventNames.join(', ')}.`)
  )
}

const subjectOfPayload = z.object({
  data: z.object({
    orderNumber: z.string().optional(),
    inviteNumber: z.string().nullish(),
    inviteId: z.string().optional(),
  }),
})

function numberOf(payload: unknown): string {
  const { orderNumber, inviteNumber, inviteId } = subjectOfPayload.parse(payload).data
  return orderNumber ?? inviteNumber ?? inviteId ?? '-'
}

function columnsOf(result: AttemptResult): [outcome: string, duration: string] {
  const outcome = 'response' in result ? result.response.status : messageOf(result.error)
  return [String(outcome), `${Math.round(result.milliseconds)} ms`]
}

type TriggerOptions = { account?: string; webhook?: string; order?: string }

async function trigger(
  store: Store,
  name: string,
  { account: given, webhook, order }: TriggerOptions,
): Promise<void> {
  const event = readEventName(name)
  const only = webhook === undefined ? undefined : await requireWebhook(store, webhook)
  const account = only?.account ?? (await resolveAccount(store, given))
  const payload = await pastEvent(store, account, event, order)
  const live = await activeSubscriptions(store, account, event, only?.id)
  if (live.length > 0)
    say(
      `Active subscriptions receive this like a new event: ${live.map(({ url }) => url).join(', ')}`,
    )
  const message = { event, body: JSON.stringify(payload ?? webhookExamples[event]) }
  const delivery = { ...message, now: systemClock() }
  const listening = only ? [] : await enqueueDeliveries(store, account, delivery, listeners)
  if (live.length + listening.length === 0)
    fail(
      `No active subscription of ${account} to ${event}${only ? ` with the ID ${only.id}` : ''}. Create one with POST /v1/webhooks, or run: merch webhooks listen`,
    )
  if (!payload) say(`${account} has no past ${event} event. Sent the document’s example instead.`)
  if (listening.length > 0) say(`Programs that listen: ${listening.length}`)
  const { seal, ...options } = attemptOptionsFor(readConfig())
  const attempts = await Promise.all(
    live.map(async ({ id, url, secret }) => {
      const read = async () => ({ url, secret: seal.open(secret) })
      return { id, url, result: await attemptDelivery(message, read, options) }
    }),
  )
  for (const { id, url, result } of attempts)
    await print([id, url, ...columnsOf(result)].join('\t'))
  const at = systemClock()
  const records = attempts.map(({ id: webhook, result }) =>
    recordOf({ account, webhook, at, ...message }, result),
  )
  await store.write((transaction) => recordAttempts(transaction, records))
  const failed = records.filter(({ statusCode }) => !isSuccess(statusCode ?? 0)).length
  if (failed > 0) fail(`${failed} of ${live.length} deliveries failed`)
}

/** Returns the active subscriptions to an event, or the one of them with an id. All receive tests (specification §4). */
async function activeSubscriptions(
  reader: Reader,
  account: AccountId,
  event: WebhookName,
  only: WebhookId | undefined,
): Promise<Subscription[]> {
  return (await listSubscriptions(reader, account)).filter(
    ({ id, active, events }) =>
      active &&
      (only === undefined || id === only) &&
      (event === 'webhook.test' || events.some((each) => each === event)),
  )
}
