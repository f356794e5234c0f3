import type { Exchange } from '../requests.ts'
import { rateLimit } from '../steps.ts'
import { must } from '../violation.ts'

const second = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** The seconds in which a request may have been counted. Without its response, the end is unknown. */
const secondsOf = ({ started, ended }: Exchange) => ({
  from: second(started.at),
  to: second(ended?.at ?? Number.POSITIVE_INFINITY),
})

/**
 * The rolling window of each address, as an observer outside knows it. Requests that overlap could
 * have been counted in any order; a single one is predicted exactly.
 */
export class RateLimitLaw {
  /** The requests that may have been counted, and whether they certainly were. */
  readonly #counted = new Map<Exchange, boolean>()

  started(exchange: Exchange): void {
    this.#counted.set(exchange, false)
  }

  responded(exchange: Exchange): void {
    const { received, sent, marker } = exchange
    if (!received) return
    this.#counted.delete(exchange)
    const { least, most, oldest } = this.#before(exchange)
    const law = 'the rate limit is exact'
    if (received.status === 429) {
      const isOver = most >= rateLimit.limit
      must(isOver, law, () => `${marker} is 429 after ${most} of ${rateLimit.limit} requests`)
      return
    }
    const remaining = Number(received.headers['ratelimit-remaining'])
    // A request whose window could not be read is not counted; its response shows an unused rate limit.
    if (remaining === rateLimit.limit) return
    // A request over the limit whose account's limit could not be read is not counted. Its response looks like
    // that of the last one within the limit.
    const isCertain = received.status !== 500 || remaining > 0
    this.#counted.set(exchange, isCertain)
    if (!isCertain) return
    const before = rateLimit.limit - remaining - 1
    must(
      before >= least && before <= most,
      law,
      () => `${marker} ${sent.path} has ${remaining} requests left after ${least} to ${most}`,
    )
    const { from, to } = secondsOf(exchange)
    if (least !== most || from !== to || oldest === undefined) return
    const reset = Number(received.headers['ratelimit-reset'])
    const expected = oldest + rateLimit.windowSeconds - from
    must(reset === expected, law, () => `${marker} resets in ${reset} s, not ${expected} s`)
  }

  /** After a crash, requests that were counted since a moment may be forgotten. */
  forget(since: number): void {
    for (const exchange of this.#counted.keys())
      if (secondsOf(exchange).to >= second(since)) this.#counted.set(exchange, false)
  }

  /** Returns how many requests are in the window of a request, and the second of the oldest, if certain. */
  #before(exchange: Exchange) {
    const { from, to } = secondsOf(exchange)
    const { windowSeconds, limit } = rateLimit
    const others = [...this.#counted].filter(([{ address }]) => address === exchange.address)
    const possible = others.filter(([each]) => secondsOf(each).to > from - windowSeconds)
    const certain = others.flatMap(([each, isCertain]) => {
      const hasEnded = (each.ended?.moment ?? Number.POSITIVE_INFINITY) < exchange.started.moment
      const isInWindow = secondsOf(each).from > to - windowSeconds
      return isCertain && hasEnded && isInWindow ? [secondsOf(each)] : []
    })
    const seconds = certain.flatMap((each) => (each.from === each.to ? [each.from] : []))
    const isExact = seconds.length === possible.length
    return {
      least: Math.min(certain.length, limit),
      most: Math.min(possible.length, limit),
      oldest: isExact ? Math.min(from, ...seconds) : undefined,
    }
  }
}
