import type { Queued } from '../database/rows.ts'
import { must } from '../violation.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import type { ArrivalsLaw } from './arrivals.ts'
import type { Subscription, SubscriptionsLaw } from './subscriptions.ts'

/** Milliseconds in which a delivery must arrive at an endpoint that accepts. */
const promptly = 2000
/** Milliseconds after which the attempts to an endpoint that did not accept have ended. */
const afterAttempts = 11_000
type Expected = {
  subscription: Subscription
  key: string
  host: string
  deadline: number
  turn: number
}

/** The deliveries that must arrive, and until when. */
export class DeliveriesLaw {
  readonly #time: VirtualTime
  readonly #subscriptions: SubscriptionsLaw
  readonly #arrivals: ArrivalsLaw
  /** Since when each endpoint has accepted deliveries. */
  readonly #acceptingSince = new Map<string, number>()
  readonly #underway = new Map<string, number>()
  #expected: Expected[] = []

  constructor(time: VirtualTime, subscriptions: SubscriptionsLaw, arrivals: ArrivalsLaw) {
    this.#time = time
    this.#subscriptions = subscriptions
    this.#arrivals = arrivals
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
      if (since + afterAttempts > this.#time.now || this.#arrivals.keys.has(key)) continue
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
    this.#dropArrived()
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
    this.#dropArrived()
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

  #dropArrived(): void {
    this.#expected = this.#expected.filter(({ key }) => !this.#arrivals.keys.has(key))
  }
}
