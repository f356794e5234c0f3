import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import {
  OrderCancelledEvent,
  OrderCreatedEvent,
  OrderDeliveredEvent,
  OrderReturnedEvent,
  OrderShippedEvent,
  WebhookTestEvent,
} from '../../../generated/schemas.ts'
import { must } from '../violation.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import type { Subscription, SubscriptionsLaw } from './subscriptions.ts'

/** Turns in which bytes that were sent before a response may still arrive after it. */
const underway = 20

const Event = z.union([
  OrderCreatedEvent,
  OrderShippedEvent,
  OrderDeliveredEvent,
  OrderCancelledEvent,
  OrderReturnedEvent,
  WebhookTestEvent,
])

/** The deliveries that arrive: where, how often, and signed with which secret. */
export class ArrivalsLaw {
  readonly #time: VirtualTime
  readonly #subscriptions: SubscriptionsLaw
  /** The deliveries that have arrived: subscription, event and order. */
  readonly keys = new Set<string>()

  constructor(time: VirtualTime, subscriptions: SubscriptionsLaw) {
    this.#time = time
    this.#subscriptions = subscriptions
  }

  /** A delivery arrived at an endpoint. */
  arrived(host: string, headers: IncomingMessage['headers'], body: string): void {
    const account = host.split('-')[0] ?? ''
    const parsed = Event.safeParse(JSON.parse(body))
    must(parsed.success, 'responses keep the contract', () => `delivery ${body}: ${parsed.error}`)
    const { event, data } = parsed.data
    const order = 'orderId' in data ? data.orderId : ''
    const other = /\bacct\d(?=-)/g
    const foreign = [...body.matchAll(other)].find(([name]) => name !== account)
    must(!foreign, 'accounts are apart', () => `${host} received ${body}`)
    const signature = String(headers['x-webhook-signature'])
    const signed = `${headers['x-webhook-timestamp']}.${body}`
    const signer = this.#signer(account, signature, signed)
    if (!signer) {
      must(
        this.#subscriptions.hasUnknownSecret(account),
        'a delivery is signed with the current secret',
        () => `no secret of ${account} signed ${event} to ${host}`,
      )
      return
    }
    const { subscription, endedTurn } = signer
    const what = `${event} of ${order} to ${host} for ${subscription.id}`
    must(
      this.#time.turn <= endedTurn + underway,
      'a delivery is signed with the current secret',
      () => `${what} is signed with an old one`,
    )
    this.#checkWanted(subscription, event, host, what)
    if (event === 'webhook.test') return
    const key = `${subscription.id} ${event} ${order}`
    must(!this.keys.has(key), 'a delivery arrives at most once', () => `${what} arrived twice`)
    this.keys.add(key)
  }

  #signer(account: string, signature: string, signed: string) {
    for (const subscription of this.#subscriptions.of(account))
      for (const { secret, endedTurn } of subscription.secrets)
        if (signature === `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`)
          return { subscription, endedTurn }
    return undefined
  }

  #checkWanted(
    { state, before, changedTurn, pending, deletedTurn }: Subscription,
    event: string,
    host: string,
    what: string,
  ): void {
    const { turn } = this.#time
    must(
      turn <= deletedTurn + underway,
      'a delivery goes to who wants it',
      () => `${what} arrived after the deletion`,
    )
    if (pending.size > 0) return
    const wants = ({ url, active, events }: typeof state) =>
      new URL(url).hostname === host &&
      active &&
      (events.includes(event) || event === 'webhook.test')
    const wanted =
      wants(state) || (turn <= changedTurn + underway && before !== undefined && wants(before))
    must(
      wanted,
      'a delivery goes to who wants it',
      () => `${what} is not wanted: ${JSON.stringify(state)}`,
    )
  }
}
