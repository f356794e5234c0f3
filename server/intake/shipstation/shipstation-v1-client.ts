import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from './fulfillment-provider.ts'
import { type Answer, type Get, GetError } from './get.ts'

/** Where the API is, and the pair that opens it. */
export type ShipStationAccess = { url: string; key: string; secret: string }

type Options = ShipStationAccess & {
  get: Get
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Asks for a resource and answers with its JSON. */
export type Ask = (
  resource: string,
  query: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
) => Promise<unknown>

/** How often a request is made again that the API had no room for. */
const mostAttempts = 5
/** The API counts requests by the minute: it says how many seconds are left of it. */
const [mostSeconds, usualSeconds] = [300, 60] as const

const waitFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal })

const secondsToWait = ({ headers }: Answer): number => {
  const said = Number(headers['x-rate-limit-reset'] ?? headers['retry-after'] ?? Number.NaN)
  return Number.isFinite(said) ? Math.min(Math.max(said, 1), mostSeconds) : usualSeconds
}

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    throw new ProviderError('the provider’s answer is not JSON')
  }
}

/**
 * Makes what asks the API: Basic authentication, one request at a time, as many in a minute as the
 * API says that it takes.
 */
export const createAsk = ({ url, key, secret, get, wait = waitFor }: Options): Ask => {
  const headers = {
    Authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
    Accept: 'application/json',
  }
  /** How long the next request has to wait, in seconds. */
  let full = 0

  const attempt = async (address: URL, signal: AbortSignal): Promise<Answer> => {
    if (full > 0) await wait(full * 1000, signal)
    full = 0
    const answer = await get(address, headers, signal)
    if (answer.status === 429 || answer.headers['x-rate-limit-remaining'] === '0')
      full = secondsToWait(answer)
    return answer
  }

  const answered = async (address: URL, signal: AbortSignal): Promise<Answer> => {
    for (let attempts = 1; ; attempts++) {
      const answer = await attempt(address, signal)
      if (answer.status !== 429 || attempts === mostAttempts) return answer
    }
  }

  return async (resource, query, signal) => {
    const address = new URL(`${url}/${resource}`)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
    try {
      const { status, body } = await answered(address, signal)
      if (status === 401 || status === 403)
        throw new ProviderError(`the provider refuses PROVIDER_KEY and PROVIDER_SECRET (${status})`)
      if (status !== 200) throw new ProviderError(`the provider answers ${status}`)
      return parse(body)
    } catch (error) {
      if (!(error instanceof GetError)) throw error
      throw new ProviderError(`the provider cannot be asked: ${error.message}`, { cause: error })
    }
  }
}
