import type { Exchange } from '../requests.ts'
import { budget } from '../steps.ts'
import { must } from '../violation.ts'

/** A counted request: when it may have been counted, in seconds, and between which others. */
type Counted = {
  from: number
  to: number
  started: number
  ended: number
  isCertain: boolean
}

const unknown = Number.MAX_SAFE_INTEGER
const second = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/**
 * The rolling window of each address, as an observer outside knows it. Requests that overlap could
 * have been counted in any order; a single one is predicted exactly.
 */
export class RateLimitLaw {
  readonly #counted = new Map<string, Set<Counted>>()
  readonly #waiting = new Map<Exchange, Counted>()
  #order = 0

  started(exchange: Exchange): void {
    const { address, startedAt } = exchange
    const counted = {
      from: second(startedAt),
      to: unknown,
      started: ++this.#order,
      ended: unknown,
      isCertain: false,
    }
    const ofAddress = this.#counted.get(address) ?? new Set()
    this.#counted.set(address, ofAddress.add(counted))
    this.#waiting.set(exchange, counted)
  }

  responded(exchange: Exchange, now: number): void {
    const { address, received, sent } = exchange
    const counted = this.#waiting.get(exchange)
    const ofAddress = this.#counted.get(address)
    if (!counted || !ofAddress) return
    this.#waiting.delete(exchange)
    counted.to = second(now)
    counted.ended = ++this.#order
    if (!received) return
    const remaining = Number(received.headers['ratelimit-remaining'])
    const reset = Number(received.headers['ratelimit-reset'])
    ofAddress.delete(counted)
    const { least, most, oldest } = this.#bounds(ofAddress, counted)
    if (received.status === 429) {
      this.#must(most >= budget.limit, exchange, `is 429 after ${most} of ${budget.limit} requests`)
      return
    }
    // A request whose window could not be read is not counted; its response shows a full budget.
    if (remaining === budget.limit) return
    // A request over the limit whose account's limit could not be read is not counted.
    if (received.status === 500 && remaining === 0 && least === budget.limit) return
    ofAddress.add(counted)
    counted.isCertain = true
    const before = budget.limit - remaining - 1
    this.#must(
      before >= least && before <= most,
      exchange,
      `${sent.path} has ${remaining} requests left after ${least} to ${most}`,
    )
    if (least !== most || counted.from !== counted.to || oldest === undefined) return
    const expected = Math.min(oldest, counted.from) + budget.windowSeconds - counted.from
    this.#must(reset === expected, exchange, `${sent.path} resets in ${reset} s, not ${expected} s`)
  }

  /** After a crash, requests that were counted since a moment may be forgotten. */
  forget(since: number): void {
    for (const ofAddress of this.#counted.values())
      for (const counted of ofAddress) if (counted.to >= second(since)) counted.isCertain = false
  }

  #bounds(ofAddress: ReadonlySet<Counted>, { from, to, started }: Counted) {
    const inWindow = (entry: number, at: number) => entry > at - budget.windowSeconds
    const certain = [...ofAddress].filter(
      (each) => each.isCertain && each.ended <= started && inWindow(each.from, to),
    )
    const possible = [...ofAddress].filter((each) => inWindow(each.to, from))
    const seconds = certain.filter((each) => each.from === each.to).map((each) => each.from)
    const oldest = seconds.length === possible.length ? Math.min(from, ...seconds) : undefined
    return {
      least: Math.min(certain.length, budget.limit),
      most: Math.min(possible.length, budget.limit),
      oldest,
    }
  }

  #must(condition: boolean, { marker }: Exchange, message: string): void {
    must(condition, 'the rate limit is exact', () => `${marker}: ${message}`)
  }
}
