import { Order } from '../../../generated/schemas.ts'
import type { RunDatabase } from '../database.ts'
import { bodyOf, type Exchange } from '../requests.ts'
import type { Violation } from '../violation.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import { ChangesLaw } from './changes.ts'
import { DeliveriesLaw } from './deliveries.ts'
import { RateLimitLaw } from './rate-limit.ts'
import { checkResponse, KeysLaw } from './responses.ts'
import { SubscriptionsLaw } from './subscriptions.ts'

/** Milliseconds after which a counted request is in the request log, unless a fault prevents it. */
const savedAfter = 1000
/** Milliseconds without a fault after which the next one has nothing to do with it. */
const calm = 6000

/** All laws of a run. */
export class Laws {
  readonly changes = new ChangesLaw()
  readonly subscriptions = new SubscriptionsLaw()
  readonly deliveries: DeliveriesLaw
  readonly rateLimit = new RateLimitLaw()
  readonly keys = new KeysLaw()
  readonly #time: VirtualTime
  readonly #database: RunDatabase
  #failure: unknown
  /** How many faults statements have met. */
  faults = 0
  #faultsFrom = 0
  #lastFaultAt = Number.NEGATIVE_INFINITY

  constructor(time: VirtualTime, database: RunDatabase) {
    this.#time = time
    this.#database = database
    this.deliveries = new DeliveriesLaw(time, this.subscriptions)
  }

  /** Remembers a violation that was seen outside of `check`, which then throws it. */
  fail(violation: Violation): void {
    this.#failure ??= violation
  }

  /** A statement met a fault. @param isKill whether it killed the process. */
  fault(isKill: boolean): void {
    const { now } = this.#time
    if (now - this.#lastFaultAt > calm) this.#faultsFrom = now
    this.#lastFaultAt = now
    this.faults++
    if (!isKill) this.deliveries.fault()
  }

  started(exchange: Exchange): void {
    this.changes.started(exchange)
    this.subscriptions.started(exchange)
    this.rateLimit.started(exchange)
  }

  responded(exchange: Exchange): void {
    const { now, turn } = this.#time
    checkResponse(exchange, this.faults > exchange.faultsBefore)
    this.keys.responded(exchange)
    this.rateLimit.responded(exchange, now)
    this.changes.responded(exchange, turn)
    this.subscriptions.responded(exchange, this.#time)
    const { operation, received, account, startedTurn } = exchange
    if (operation.endsWith('Secret') || operation === 'createWebhook')
      this.deliveries.secretLearned()
    if (received?.status !== 201 || !operation.endsWith('Order')) return
    const event = operation === 'createOrder' ? 'order.created' : 'order.cancelled'
    const { id } = Order.parse(bodyOf(exchange))
    this.deliveries.expect(account.name, event, id, startedTurn)
  }

  /** The wall clock was set. */
  clockSet(): void {
    this.deliveries.fault()
  }

  /** The process has stopped. It saves what it had only in memory, unless a fault prevents it. */
  stopped(): void {
    const { now } = this.#time
    const isCalm = now - this.#lastFaultAt > calm
    if (!isCalm) this.rateLimit.forget(this.#faultsFrom - savedAfter)
  }

  /** The process ended without saving what it had only in memory. */
  killed(isInStatement: boolean): void {
    const { now } = this.#time
    const isCalm = !isInStatement && now - this.#lastFaultAt > calm
    this.rateLimit.forget((isCalm ? now : this.#faultsFrom) - savedAfter)
    this.deliveries.killed(this.#database.queued(), !isInStatement)
  }

  /** Checks what holds at any moment. @throws {Violation} */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure
    const rows = this.#database.rows()
    this.changes.checkRows(rows)
    this.subscriptions.checkRows(rows)
    this.deliveries.check(() => this.#database.queued())
  }
}
