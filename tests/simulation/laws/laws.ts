import { problemOf } from '../../../contract-tests/support/contract.ts'
import { Order } from '../../../generated/zod/schemas.ts'
import type { RunDatabase } from '../database.ts'
import { bodyOf, type Exchange } from '../requests.ts'
import type { Account } from '../template.ts'
import { must, type Violation } from '../violation.ts'
import type { VirtualTime } from '../world/virtual-time.ts'
import { DeliveriesLaw } from './deliveries.ts'
import { RateLimitLaw } from './rate-limit.ts'
import { Records, Register } from './records.ts'

/** Milliseconds after which a counted request is in the request log, unless a fault prevents it. */
const savedAfter = 1000
/** Milliseconds without a fault after which the next one has nothing to do with it. */
const calm = 6000

export class Laws {
  readonly records: Records
  readonly deliveries: DeliveriesLaw
  /** Each key of an account, the newest last, and whether it is valid. */
  readonly keys: { account: string; key: string; valid: Register<boolean> }[] = []
  readonly #rateLimit = new RateLimitLaw()
  readonly #time: VirtualTime
  readonly #database: RunDatabase
  #failure: unknown
  faults = 0
  #faultsFrom = 0
  #lastFaultAt = Number.NEGATIVE_INFINITY

  constructor(time: VirtualTime, database: RunDatabase, accounts: readonly Account[]) {
    this.#time = time
    this.#database = database
    this.records = new Records(time)
    this.deliveries = new DeliveriesLaw(time, this.records)
    for (const { name, key } of accounts) this.addKey(name, key)
  }

  addKey(account: string, key: string): void {
    this.keys.push({ account, key, valid: new Register(this.#time, true) })
  }

  /** Remembers a violation that was seen outside of `check`, which then throws it. */
  fail(violation: Violation): void {
    this.#failure ??= violation
  }

  /** A statement met a fault. @param isKill whether it killed the process. */
  fault(isKill: boolean): void {
    const { now } = this.#time
    if (this.#isCalm) this.#faultsFrom = now
    this.#lastFaultAt = now
    this.faults++
    if (!isKill) this.deliveries.fault()
  }

  started(exchange: Exchange): void {
    this.records.started(exchange)
    this.#rateLimit.started(exchange)
  }

  responded(exchange: Exchange): void {
    this.#checkResponse(exchange)
    this.#checkKey(exchange)
    this.#rateLimit.responded(exchange)
    this.records.responded(exchange)
    const { operation, received, account, started } = exchange
    if (received?.status !== 201 || !operation.endsWith('Order')) return
    const event = operation === 'createOrder' ? 'order.created' : 'order.cancelled'
    this.deliveries.expect(account.name, event, Order.parse(bodyOf(exchange)).id, started.moment)
  }

  /**
   * The process has ended.
   * @param how `stopped`: it saved what it had only in memory, unless a fault prevented it. `in a statement`:
   * its deliveries in progress are not known.
   */
  ended(how: 'stopped' | 'killed' | 'killed in a statement'): void {
    const isCalm = this.#isCalm && how !== 'killed in a statement'
    const lostSince = isCalm ? this.#time.now : this.#faultsFrom
    if (how !== 'stopped' || !isCalm) this.#rateLimit.forget(lostSince - savedAfter)
    if (how !== 'stopped') this.deliveries.killed(this.#database.queued(), how === 'killed')
  }

  /** Checks what holds at any moment. @throws {Violation} */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure
    this.records.checkRows(this.#database.rows())
    this.deliveries.check(() => this.#database.queued())
  }

  get #isCalm(): boolean {
    return this.#time.now - this.#lastFaultAt > calm
  }

  /** Checks a response against the document, and that nothing of another account is in it. */
  #checkResponse({ sent, received, account, marker, faultsBefore }: Exchange): void {
    if (!received) return
    const { status, text } = received
    const problem = problemOf(sent, received)
    must(problem === undefined, 'responses keep the contract', () => String(problem))
    const isAllowed = status !== 500 || this.faults > faultsBefore
    must(isAllowed, 'only faults cause a 500', () => `${marker} ${sent.path} is 500 without one`)
    const names = [...text.matchAll(/\bacct\d(?=\b|-)/g)].map(([name]) => name)
    const isOwn = names.every((name) => name === account.name)
    must(isOwn, 'accounts are apart', () => `${account.name} received ${text.slice(0, 300)}`)
  }

  #checkKey({ key, received, marker, started }: Exchange): void {
    if (!received || received.status === 429 || received.status === 500) return
    const { valid } = this.keys.find((each) => each.key === key) ?? {}
    const isRight = valid?.may(received.status !== 401, started.moment) === true
    must(isRight, 'a revoked key is rejected', () => `${marker} is ${received.status} with ${key}`)
  }
}
