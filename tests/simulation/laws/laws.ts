import { Order } from '../../../generated/schemas.ts'
import type { RowReader } from '../database/run-database.ts'
import { bodyOf, type Exchange } from '../exchange.ts'
import type { Violation } from '../violation.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import type { World } from '../world/world.ts'
import { ArrivalsLaw } from './arrivals.ts'
import { ChangesLaw } from './changes.ts'
import { DeliveriesLaw } from './deliveries.ts'
import { RateLimitLaw } from './rate-limit.ts'
import { checkResponse } from './responses.ts'
import { SubscriptionsLaw } from './subscriptions.ts'

/** Milliseconds after which a counted request is in the request log, unless a fault prevents it. */
const savedAfter = 1000
/** Milliseconds without a fault after which the next one has nothing to do with it. */
const calm = 6000

/** All laws of a run. */
export class Laws {
  readonly changes = new ChangesLaw()
  readonly subscriptions = new SubscriptionsLaw()
  readonly arrivals: ArrivalsLaw
  readonly deliveries: DeliveriesLaw
  readonly rateLimit = new RateLimitLaw()
  readonly #time: VirtualTime
  /** Whether what leaves the queue in a crash must be under way. */
  readonly #seesClaims: boolean
  #reader: RowReader | undefined
  #failure: unknown
  /** How many faults statements have met. */
  faults = 0
  #faultsFrom = 0
  #lastFaultAt = Number.NEGATIVE_INFINITY

  constructor({ time, link }: World) {
    this.#time = time
    // A claim on PostgreSQL takes two round trips, after which the address is looked up.
    this.#seesClaims = link === undefined
    this.arrivals = new ArrivalsLaw(time, this.subscriptions)
    this.deliveries = new DeliveriesLaw(time, this.subscriptions, this.arrivals)
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
    if (!isKill) this.deliveries.excuse()
  }

  started(exchange: Exchange): void {
    this.changes.started(exchange)
    this.subscriptions.started(exchange)
    this.rateLimit.started(exchange)
  }

  answered(exchange: Exchange): void {
    const { now, turn } = this.#time
    checkResponse(exchange, this.faults > exchange.faultsBefore)
    this.rateLimit.answered(exchange, now)
    this.changes.answered(exchange, turn)
    this.subscriptions.answered(exchange, turn)
    const { operation, received, account, startedTurn } = exchange
    if (received?.status !== 201 || !operation.endsWith('Order')) return
    const event = operation === 'createOrder' ? 'order.created' : 'order.cancelled'
    const { id } = Order.parse(bodyOf(exchange))
    this.deliveries.expect(account.name, event, id, startedTurn)
  }

  /** The server runs on a database from now on. */
  async watch(reader: RowReader): Promise<void> {
    await this.unwatch()
    this.#reader = reader
  }

  async unwatch(): Promise<void> {
    await this.#reader?.close()
    this.#reader = undefined
  }

  /** The process has stopped. It saves what it had only in memory, unless a fault prevents it. */
  stopped(): void {
    if (this.#time.now - this.#lastFaultAt <= calm)
      this.rateLimit.forget(this.#faultsFrom - savedAfter)
  }

  /**
   * The process ended without saving what it had only in memory.
   * @param reader of what it left.
   */
  async killed(reader: RowReader, isInStatement: boolean): Promise<void> {
    const { now } = this.#time
    const isCalm = !isInStatement && now - this.#lastFaultAt > calm
    this.rateLimit.forget((isCalm ? now : this.#faultsFrom) - savedAfter)
    this.deliveries.killed(await reader.queued(), !isInStatement && this.#seesClaims)
    await reader.close()
  }

  /** Checks that no delivery waits without a reason. @throws {Violation} */
  async checkQueue(account: string): Promise<void> {
    this.deliveries.checkNoneWaits((await this.#reader?.queued()) ?? [], account)
  }

  /** Checks what holds at any moment. @throws {Violation} */
  async check(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    const rows = (await this.#reader?.read()) ?? []
    this.changes.checkRows(rows)
    this.subscriptions.checkRows(rows)
    this.deliveries.check()
  }

  /** Checks every invariant of the database. It takes long. @throws {Violation} */
  async checkDatabase(): Promise<void> {
    await this.#reader?.checkAll()
  }
}
