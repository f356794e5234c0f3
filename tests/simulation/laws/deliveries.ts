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
/** Milliseconds in which a delivery must arrive at an endpoint that accepts. */
const promptly = 2000
/** Milliseconds after which the attempts to an endpoint that did not accept have ended. */
const afterAttempts = 11_000
/** Milliseconds after the last fault in which a delivery arrives. The server looks for waiting ones every 5 s. */
const afterFault = 8000

const Event = z.union([
  OrderCreatedEvent,
  OrderShippedEvent,
  OrderDeliveredEvent,
  OrderCancelledEvent,
  OrderReturnedEvent,
  WebhookTestEvent,
])

/** A delivery as it arrived. */
type Arrival = { account: string; event: string; order: string; signature: string; signed: string }

type Expected = {
  subscription: Subscription
  key: string
  host: string
  deadline: number
  startedTurn: number
  /** Whether a statement failed since the change. */
  hasFault: boolean
}

/** The deliveries: which arrive, where, in which order, signed with which secret, and until when. */
export class DeliveriesLaw {
  readonly #time: VirtualTime
  readonly #subscriptions: SubscriptionsLaw
  /** The deliveries that have arrived: subscription, event and order. */
  readonly arrived = new Set<string>()
  /** Arrivals whose secret no client knows yet. */
  #unattributed: Arrival[] = []
  /** The number of the last new order that arrived at a subscription. */
  readonly #newest = new Map<string, number>()
  /** Since when each endpoint has accepted deliveries. */
  readonly #acceptingSince = new Map<string, number>()
  /** The number of open connections to each endpoint. */
  readonly #underway = new Map<string, number>()
  /** The failed deliveries that the server has logged. */
  #failures: { kind: string; turn: number }[] = []
  /** Number of deliveries that the server has logged as dropped, because they seem to be an hour old. */
  #dropped = 0
  #expected: Expected[] = []
  #lastFault = { at: Number.NEGATIVE_INFINITY, turn: 0 }

  constructor(time: VirtualTime, subscriptions: SubscriptionsLaw) {
    this.#time = time
    this.#subscriptions = subscriptions
  }

  /** A delivery arrives at an endpoint. */
  arrives(host: string, headers: IncomingMessage['headers'], body: string): void {
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
    const arrival = { account, event, order, signature, signed }
    const signer = this.#signer(arrival)
    const law = 'a delivery is signed with the current secret'
    if (!signer) {
      const mayExist = this.#subscriptions.hasUnknownSecret(account)
      must(mayExist, law, () => `no secret of ${account} signed ${event} to ${host}`)
      this.#unattributed.push(arrival)
      return
    }
    const { subscription, endedTurn } = signer
    const what = `${event} of ${order} to ${host} for ${subscription.id}`
    const isCurrent = this.#time.turn <= endedTurn + underway
    must(isCurrent, law, () => `${what} is signed with an old one`)
    this.#checkWanted(subscription, event, host, what)
    this.#record(subscription, arrival)
    if (event === 'order.created')
      this.#checkOrder(subscription, Number(/\d+$/.exec(data.orderNumber)), what)
  }

  /** A client has learned a secret. It may have signed deliveries that arrived before the response. */
  secretLearned(): void {
    this.#unattributed = this.#unattributed.filter((arrival) => {
      const signer = this.#signer(arrival)
      if (signer) this.#record(signer.subscription, arrival)
      return !signer
    })
  }

  /** A change whose event must be delivered was acknowledged. */
  expect(account: string, event: string, orderId: string, startedTurn: number): void {
    const { now } = this.#time
    for (const subscription of this.#subscriptions.of(account)) {
      const { state, id } = subscription
      const host = new URL(state.url).hostname
      const key = `${id} ${event} ${orderId}`
      const isWanted = state.active && state.events.includes(event)
      if (!isWanted || !this.#isStable(subscription, startedTurn)) continue
      if (!this.#hasAccepted(host, afterAttempts) || this.arrived.has(key)) continue
      const hasFault = this.#lastFault.turn >= startedTurn
      const deadline = hasFault ? this.#lastFault.at + afterFault : now + promptly
      this.#expected.push({ subscription, key, host, deadline, startedTurn, hasFault })
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
   * The process was killed. The deliveries that wait in the database arrive later. Any other delivery must
   * have been in progress.
   * @param isKnown whether it is known which deliveries were in progress.
   */
  killed(queued: readonly string[], isKnown: boolean): void {
    const waiting = new Set(queued)
    this.#dropArrived()
    const lost = this.#expected.filter(({ key }) => !waiting.has(key))
    this.#expected = this.#expected.filter(({ key }) => waiting.has(key))
    // After a fault, a delivery can be in memory until the database works, or its failure not logged yet.
    const missed = lost.find(({ host, hasFault }) => !hasFault && !this.#underway.get(host))
    must(!isKnown || !missed, 'a delivery survives a crash', () => `${missed?.key} is lost`)
    this.#underway.clear()
  }

  /** At the end, no delivery may wait for an endpoint that accepts. */
  checkNoneWaits(queued: readonly string[], account: string): void {
    for (const subscription of this.#subscriptions.of(account)) {
      const { id, state } = subscription
      if (!state.active || !this.#isStable(subscription)) continue
      if (!this.#hasAccepted(new URL(state.url).hostname, 3 * afterAttempts)) continue
      const waits = queued.find((delivery) => delivery.startsWith(`${id} `))
      must(!waits, 'a delivery arrives in time', () => `${waits} still waits`)
    }
  }

  /**
   * A statement met a fault that did not kill the process, or the clock was set. Deliveries may be late, or
   * fail with a log line.
   */
  fault(): void {
    const { now: at, turn } = this.#time
    this.#lastFault = { at, turn }
    for (const each of this.#expected) {
      each.hasFault = true
      each.deadline = Math.max(each.deadline, at + afterFault)
    }
  }

  /** The server has logged failed deliveries. @param kind the subscription and the event, if known. */
  logged(kind: string | undefined, deliveries: number): void {
    if (kind === undefined) this.#dropped += deliveries
    else for (let i = 0; i < deliveries; i++) this.#failures.push({ kind, turn: this.#time.turn })
  }

  /** Time in which the server did not run does not count. */
  extend(): void {
    for (const each of this.#expected)
      each.deadline = Math.max(each.deadline, this.#time.now + promptly)
  }

  /** @param queued returns the deliveries that wait in the database. */
  check(queued: () => readonly string[]): void {
    this.#dropArrived()
    const { now } = this.#time
    this.#expected = this.#expected.filter(({ subscription, startedTurn }) =>
      this.#isStable(subscription, startedTurn),
    )
    for (const each of this.#expected.filter(({ deadline }) => deadline < now)) {
      const { key, host, hasFault } = each
      must(hasFault, 'a delivery arrives in time', () => `${key} has not arrived at ${host}`)
      if (queued().includes(key)) each.deadline = now + afterFault
      else {
        const isLogged = this.#takeFailure(each)
        must(isLogged, 'a failed delivery is logged', () => `${key} is lost without a log line`)
        this.#expected = this.#expected.filter((other) => other !== each)
      }
    }
  }

  #record({ id }: Subscription, { event, order }: Arrival): void {
    if (event === 'webhook.test') return
    const key = `${id} ${event} ${order}`
    must(!this.arrived.has(key), 'a delivery arrives at most once', () => `${key} arrived twice`)
    this.arrived.add(key)
  }

  /** Returns whether a failure was logged that can be of a delivery. Each counts for one. */
  #takeFailure({ key, startedTurn }: Expected): boolean {
    const found = this.#failures.find(
      ({ kind, turn }) => key.startsWith(kind) && turn >= startedTurn,
    )
    this.#failures = this.#failures.filter((each) => each !== found)
    if (found !== undefined || this.#dropped === 0) return found !== undefined
    this.#dropped--
    return true
  }

  /** Returns whether a subscription exists and has not changed since a turn. */
  #isStable({ pending, deletedTurn, changedTurn }: Subscription, since = changedTurn + 1): boolean {
    return pending.size === 0 && deletedTurn > this.#time.turn && changedTurn < since
  }

  #hasAccepted(host: string, milliseconds: number): boolean {
    return (this.#acceptingSince.get(host) ?? 0) + milliseconds <= this.#time.now
  }

  #dropArrived(): void {
    this.#expected = this.#expected.filter(({ key }) => !this.arrived.has(key))
  }

  #signer({ account, signature, signed }: Arrival) {
    for (const subscription of this.#subscriptions.of(account))
      for (const { secret, endedTurn } of subscription.secrets)
        if (signature === `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`)
          return { subscription, endedTurn }
    return undefined
  }

  /** Checks that new orders arrive in their order: without faults or changes, attempts take equally long. */
  #checkOrder({ id, pending, changedAt }: Subscription, number: number, what: string): void {
    const { now } = this.#time
    const isStable = pending.size === 0 && changedAt + promptly < now
    const newest = this.#newest.get(id) ?? 0
    this.#newest.set(id, Math.max(newest, number))
    if (!isStable || this.#lastFault.at + afterFault > now) return
    must(number > newest, 'attempts start in order', () => `${what} arrived after order ${newest}`)
  }

  #checkWanted(
    { state, before, changedTurn, pending, deletedTurn }: Subscription,
    event: string,
    host: string,
    what: string,
  ): void {
    const { turn } = this.#time
    const law = 'a delivery goes to active subscriptions to its event'
    must(turn <= deletedTurn + underway, law, () => `${what} arrived after the deletion`)
    if (pending.size > 0) return
    const wants = ({ url, active, events }: typeof state) =>
      new URL(url).hostname === host &&
      // A test that began before the subscription was deactivated is sent.
      (event === 'webhook.test' || (active && events.includes(event)))
    const wanted = wants(state) || (turn <= changedTurn + underway && before && wants(before))
    must(wanted === true, law, () => `${what} is not wanted: ${JSON.stringify(state)}`)
  }
}
