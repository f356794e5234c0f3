import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import {
  InviteViewedEvent,
  OrderCancelledEvent,
  OrderCreatedEvent,
  OrderDeliveredEvent,
  OrderReturnedEvent,
  OrderShippedEvent,
  WebhookTestEvent,
} from '../../../generated/zod/schemas.ts'
import type { Queued, State } from '../database.ts'
import type { Behaviour } from '../steps.ts'
import { must } from '../violation.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import type { Known, Records } from './records.ts'

/** Turns in which bytes that were sent before a response may still arrive after it. */
const underway = 20
/** Milliseconds in which a delivery must arrive at an endpoint that accepts. */
const promptly = 2000
/** Milliseconds after which the attempts to an endpoint that did not accept have ended. */
const afterAttempts = 11_000
/** Milliseconds after the last fault in which a delivery arrives. The server looks for waiting ones every second. */
const afterFault = 8000

/** Milliseconds in which one opening of an invite counts. */
const openingPause = 60_000

const Event = z.union([
  InviteViewedEvent,
  OrderCreatedEvent,
  OrderShippedEvent,
  OrderDeliveredEvent,
  OrderCancelledEvent,
  OrderReturnedEvent,
  WebhookTestEvent,
])

type Endpoint = {
  behaviour: Behaviour
  /** Milliseconds since when it has accepted deliveries. Infinite if it does not. */
  acceptsSince: number
}

/** A delivery that must arrive. */
type Expected = {
  subscription: Known
  /** Subscription, event and order or invite. */
  key: string
  endpoint: Endpoint
  /** When the change was acknowledged, and the moment at which its request began. */
  at: number
  since: number
}

const hostOf = (state: State | undefined): string | undefined =>
  state?.url === undefined ? undefined : new URL(state.url).hostname

const isFor = (state: State | undefined, event: string): boolean =>
  state?.active === true && state.events?.includes(event) === true

/** The deliveries: which arrive, where, in which order, signed with which secret, and until when. */
export class DeliveriesLaw {
  readonly #time: VirtualTime
  readonly #records: Records
  readonly #endpoints = new Map<string, Endpoint>()
  readonly arrived = new Set<string>()
  #expected: Expected[] = []
  /** When each invite was opened first, and how many openings have arrived by the keys of their deliveries. */
  readonly #openedAt = new Map<string, number>()
  readonly #openings = new Map<string, number>()
  #clockSets = 0
  /** The number of the last new order that arrived at a subscription. */
  readonly #newest = new Map<Known, number>()
  /** The failed deliveries that the server has logged: the id of the subscription and the event. */
  #failures: { kind: string; moment: number }[] = []
  /** Number of deliveries that the server has logged without their subscriptions. */
  #dropped = 0
  #lastFault = { at: Number.NEGATIVE_INFINITY, moment: 0 }
  #startedAt = 0

  constructor(time: VirtualTime, records: Records) {
    this.#time = time
    this.#records = records
  }

  endpoint(host: string): Endpoint {
    const made = { behaviour: 'accepts' as const, acceptsSince: 0 }
    const endpoint = this.#endpoints.get(host) ?? made
    this.#endpoints.set(host, endpoint)
    return endpoint
  }

  behave(host: string, behaviour: Behaviour): void {
    const endpoint = this.endpoint(host)
    endpoint.behaviour = behaviour
    endpoint.acceptsSince = behaviour === 'accepts' ? this.#time.now : Number.POSITIVE_INFINITY
    this.#expected = this.#expected.filter((each) => each.endpoint !== endpoint)
  }

  /** A delivery arrives. The path of its URL is the marker of its subscription. */
  arrives(url: URL, headers: IncomingMessage['headers'], body: string): void {
    const { hostname, pathname } = url
    const [account = ''] = hostname.split('-')
    const parsed = Event.safeParse(JSON.parse(body))
    must(parsed.success, 'responses keep the contract', () => `delivery ${body}: ${parsed.error}`)
    const { event, data } = parsed.data
    const order = 'orderId' in data ? data.orderId : 'inviteId' in data ? data.inviteId : ''
    const foreign = [...body.matchAll(/\bacct\d(?=-)/g)].find(([name]) => name !== account)
    must(!foreign, 'accounts are apart', () => `${hostname} received ${body}`)
    const what = `${event} of ${order} to ${url}`
    const since = this.#time.moment - underway

    const subscription = this.#records.find('webhook', pathname.slice(1))
    const isWanted = (state: State) =>
      hostOf(state) === hostname &&
      // A test that began before the subscription was deactivated is sent.
      (event === 'webhook.test' ? state.active !== undefined : isFor(state, event))
    must(
      subscription?.state.may(isWanted, since) === true,
      'a delivery goes to active subscriptions to its event',
      () => `${what} is not wanted: ${JSON.stringify(subscription?.state.only())}`,
    )
    const signed = `${headers['x-webhook-timestamp']}.${body}`
    const hasSigned = (secret: string) =>
      headers['x-webhook-signature'] ===
      `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`
    const isSigned = subscription.secret.may(hasSigned, since)
    must(isSigned, 'a delivery is signed with the current secret', () => `${what} is not`)

    if (event === 'webhook.test') return
    const key = `${subscription.marker} ${event} ${order}`
    const isFirst = event === 'invite.viewed' || !this.arrived.has(key)
    must(isFirst, 'a delivery arrives at most once', () => `${what} arrived twice`)
    if (event === 'invite.viewed') this.#countOpening(key, order)
    this.arrived.add(key)
    if (event === 'order.created')
      this.#checkOrder(subscription, Number(/\d+$/.exec(data.orderNumber)), what)
  }

  /** A client opens an invite. Returns whether it is the first opening. */
  opens(invite: string): boolean {
    const isFirst = !this.#openedAt.has(invite)
    if (isFirst) this.#openedAt.set(invite, this.#time.now)
    return isFirst
  }

  /** The clock was set. Deliveries may be late, and an opening counts again. */
  clockSet(): void {
    this.#clockSets++
    this.fault()
  }

  /** A change whose event must be delivered was acknowledged. @param since its request began. */
  expect(account: string, event: string, order: string, since: number): void {
    for (const subscription of this.#records.of(account, 'webhook')) {
      const state = subscription.state.only(since)
      const host = hostOf(state)
      if (host === undefined || !isFor(state, event)) continue
      const endpoint = this.endpoint(host)
      const key = `${subscription.marker} ${event} ${order}`
      if (this.#hasAccepted(endpoint, afterAttempts))
        this.#expected.push({ subscription, key, endpoint, at: this.#time.now, since })
    }
  }

  /**
   * A statement met a fault that did not kill the process, or the clock was set. Deliveries may be late, or
   * fail with a log line.
   */
  fault(): void {
    const { now: at, moment } = this.#time
    this.#lastFault = { at, moment }
  }

  /** The server begins no more deliveries: what a command has just added waits for the next start. */
  stops(): void {
    this.#startedAt = Number.POSITIVE_INFINITY
  }

  /** The server works again. Time in which it did not does not count. */
  started(): void {
    this.#startedAt = this.#time.now
  }

  /**
   * The process was killed. The deliveries that wait in the database arrive later. Any other must have been claimed,
   * so it was in progress.
   * @param isKnown whether it is known which deliveries were in progress.
   */
  killed(queued: readonly Queued[], isKnown: boolean): void {
    const waiting = new Set(queued.flatMap(({ key, isClaimed }) => (isClaimed ? [] : [key])))
    const claimed = new Set(queued.flatMap(({ key, isClaimed }) => (isClaimed ? [key] : [])))
    this.#expected = this.#waiting().filter((each) => {
      if (waiting.has(each.key)) return true
      // After a fault, its failure may not be logged yet.
      const mayEnd = !isKnown || this.#hasFault(each) || claimed.has(each.key)
      must(mayEnd, 'a delivery survives a crash', () => `${each.key} is lost`)
      return false
    })
  }

  /** The server has logged failed deliveries. @param kind the subscription's id and the event, if known. */
  logged(kind: string | undefined, deliveries: number): void {
    const { moment } = this.#time
    if (kind === undefined) this.#dropped += deliveries
    else for (let i = 0; i < deliveries; i++) this.#failures.push({ kind, moment })
  }

  /** @param queued returns the deliveries that wait in the database. */
  check(queued: () => readonly Queued[]): void {
    const { now } = this.#time
    const workedSince = Math.max(this.#startedAt + promptly, this.#lastFault.at + afterFault)
    this.#expected = this.#waiting().filter((each) => {
      if (Math.max(each.at + promptly, workedSince) >= now) return true
      const { key } = each
      must(this.#hasFault(each), 'a delivery arrives in time', () => `${key} has not arrived`)
      if (queued().some((other) => other.key === key)) return true
      const isLogged = this.#takeFailure(each)
      must(isLogged, 'a failed delivery is logged', () => `${key} is lost without a log line`)
      return false
    })
  }

  /** At the end, no delivery may wait for an endpoint that accepts. */
  checkNoneWaits(queued: readonly Queued[]): void {
    for (const { key, marker } of queued) {
      const state = this.#records.find('webhook', marker)?.state.only()
      const host = hostOf(state)
      const waits =
        host !== undefined &&
        state?.active === true &&
        this.#hasAccepted(this.endpoint(host), 3 * afterAttempts)
      must(!waits, 'a delivery arrives in time', () => `${key} still waits`)
    }
  }

  /** Returns what is expected and has not arrived. Nothing is certain after a change of the subscription. */
  #waiting(): Expected[] {
    return this.#expected.filter(
      ({ key, subscription, since }) =>
        !this.arrived.has(key) && subscription.state.only(since) !== undefined,
    )
  }

  /** Whether a fault occurred since the request for a change. */
  #hasFault({ since }: Expected): boolean {
    return this.#lastFault.moment >= since
  }

  #hasAccepted({ acceptsSince }: Endpoint, milliseconds: number): boolean {
    return acceptsSince + milliseconds <= this.#time.now
  }

  /** Returns whether a failure was logged that can be of a delivery. Each counts for one. */
  #takeFailure({ key, subscription, since }: Expected): boolean {
    const [, event] = key.split(' ')
    const found = this.#failures.find(
      ({ kind, moment }) => kind === `${subscription.id} ${event}` && moment >= since,
    )
    this.#failures = this.#failures.filter((each) => each !== found)
    if (found !== undefined || this.#dropped === 0) return found !== undefined
    this.#dropped--
    return true
  }

  #countOpening(key: string, invite: string): void {
    const openings = (this.#openings.get(key) ?? 0) + 1
    this.#openings.set(key, openings)
    const passed = this.#time.now - (this.#openedAt.get(invite) ?? this.#time.now)
    const most = 1 + this.#clockSets + Math.floor(passed / openingPause)
    must(
      openings <= most,
      'an invite opens once a minute',
      () => `${key} arrived ${openings} times`,
    )
  }

  /** Checks that new orders arrive in their order: without faults or changes, attempts take equally long. */
  #checkOrder(subscription: Known, number: number, what: string): void {
    const { state } = subscription
    const newest = this.#newest.get(subscription) ?? 0
    this.#newest.set(subscription, Math.max(newest, number))
    const isStable = state.only() !== undefined && state.changedAt + promptly < this.#time.now
    if (!isStable || this.#lastFault.at + afterFault > this.#time.now) return
    must(number > newest, 'attempts start in order', () => `${what} arrived after order ${newest}`)
  }
}
