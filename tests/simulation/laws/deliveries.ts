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
import type { Queued } from './rows.ts'
import type { Subscription, SubscriptionsLaw } from './subscriptions.ts'

/** Milliseconds in which a delivery must arrive at an endpoint that accepts. */
const promptly = 2000
/** Milliseconds after which the attempts to an endpoint that did not accept have ended. */
const afterAttempts = 11_000
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

type Expected = {
  subscription: Subscription
  key: string
  host: string
  deadline: number
  turn: number
}

/** Which events arrive where, signed how, and when. */
export class DeliveriesLaw {
  readonly #time: VirtualTime
  readonly #subscriptions: SubscriptionsLaw
  readonly #arrived = new Set<string>()
  /** Since when each endpoint has accepted deliveries. */
  readonly #acceptingSince = new Map<string, number>()
  readonly #underway = new Map<string, number>()
  #expected: Expected[] = []
  arrivals = 0

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
    this.arrivals++
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
    must(!this.#arrived.has(key), 'a delivery arrives at most once', () => `${what} arrived twice`)
    this.#arrived.add(key)
    this.#expected = this.#expected.filter((each) => each.key !== key)
  }

  /** A change whose event must be delivered was acknowledged. */
  expect(account: string, event: string, orderId: string, startedTurn: number): void {
    for (const subscription of this.#subscriptions.of(account)) {
      const { state, changedTurn, pending, deletedTurn, id } = subscription
      const isStable =
        pending.size === 0 && deletedTurn > this.#time.turn && changedTurn < startedTurn
      if (!isStable || !state.active || !state.events.includes(event)) continue
      const host = new URL(state.url).hostname
      const since = this.#acceptingSince.get(host) ?? 0
      const key = `${id} ${event} ${orderId}`
      if (since + afterAttempts > this.#time.now || this.#arrived.has(key)) continue
      this.#expected.push({
        subscription,
        key,
        host,
        deadline: this.#time.now + promptly,
        turn: this.#time.turn,
      })
    }
  }

  /** An endpoint begins to treat deliveries in another way. */
  endpointChanged(host: string, accepts: boolean): void {
    this.#acceptingSince.set(host, accepts ? this.#time.now : Number.MAX_SAFE_INTEGER / 2)
    this.#expected = this.#expected.filter((each) => each.host !== host)
  }

  /** A connection to an endpoint begins (1) or ends (-1). */
  underway(host: string, by: 1 | -1): void {
    this.#underway.set(host, (this.#underway.get(host) ?? 0) + by)
  }

  /**
   * The process was killed. What waits in the database arrives later. Any other delivery must have been
   * under way.
   * @param isKnown whether it is known which deliveries were under way.
   */
  killed(queued: readonly Queued[], isKnown: boolean): void {
    const waiting = new Set(
      queued.map(({ webhook, event, order }) => `${webhook} ${event} ${order}`),
    )
    const lost = this.#expected.filter(({ key }) => !waiting.has(key))
    this.#expected = this.#expected.filter(({ key }) => waiting.has(key))
    const missed = isKnown ? lost.find(({ host }) => !this.#underway.get(host)) : undefined
    must(
      !missed,
      'a delivery survives a crash',
      () => `${missed?.key} neither waits nor is under way`,
    )
    this.#underway.clear()
  }

  /** At the end, no delivery may wait for an endpoint that accepts. */
  checkNoneWaits(queued: readonly Queued[], account: string): void {
    for (const { id, state, pending, deletedTurn } of this.#subscriptions.of(account)) {
      const since = this.#acceptingSince.get(new URL(state.url).hostname) ?? 0
      const isStable = pending.size === 0 && deletedTurn > this.#time.turn && state.active
      if (!isStable || since + 3 * afterAttempts > this.#time.now) continue
      const waits = queued.find(({ webhook }) => webhook === id)
      must(
        !waits,
        'a delivery arrives in time',
        () => `${waits?.event} of ${waits?.order} still waits`,
      )
    }
  }

  /** After a fault, deliveries may be dropped. */
  excuse(): void {
    this.#expected = []
  }

  /** Time in which the server did not run does not count. */
  extend(): void {
    for (const each of this.#expected)
      each.deadline = Math.max(each.deadline, this.#time.now + promptly)
  }

  check(): void {
    this.#expected = this.#expected.filter(
      ({ subscription: { pending, deletedTurn, changedTurn }, turn }) =>
        pending.size === 0 && deletedTurn > this.#time.turn && changedTurn <= turn,
    )
    const late = this.#expected.find(({ deadline }) => deadline < this.#time.now)
    must(
      !late,
      'a delivery arrives in time',
      () => `${late?.key} has not arrived at ${late?.host} after ${promptly / 1000} s`,
    )
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
