import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from './fulfillment-provider.ts'
import { type Get, GetError, type GetResponse } from './get.ts'

/** The API's address and credentials. */
export type ShipStationAccess = { url: string; key: string; secret: string }

type Options = ShipStationAccess & {
  get: Get
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Requests a resource and returns its JSON. */
export type GetJson = (
  resource: string,
  query: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
) => Promise<unknown>

/** Attempts of a request that gets 429. */
export const maxAttempts = 5
/** Seconds to wait: at most, and without a header. The API's rate limit is per minute. */
const [maxSeconds, defaultSeconds] = [300, 60] as const

const waitFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal })

const secondsToWait = ({ headers }: GetResponse): number => {
  const seconds = Number(headers['x-rate-limit-reset'] ?? headers['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), maxSeconds) : defaultSeconds
}

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    throw new ProviderError('the provider’s response is not JSON')
  }
}

/**
 * Creates a client of the API with Basic authentication. It sends one request at a time and keeps to
 * the API's rate limit.
 */
export const createGetJson = ({ url, key, secret, get, wait = waitFor }: Options): GetJson => {
  const headers = {
    Authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
    Accept: 'application/json',
  }
  /** Seconds that the next request has to wait. */
  let delay = 0

  const attempt = async (address: URL, signal: AbortSignal): Promise<GetResponse> => {
    if (delay > 0) await wait(delay * 1000, signal)
    delay = 0
    const response = await get(address, headers, signal)
    if (response.status === 429 || response.headers['x-rate-limit-remaining'] === '0')
      delay = secondsToWait(response)
    return response
  }

  const retry = async (address: URL, signal: AbortSignal): Promise<GetResponse> => {
    for (let attempts = 1; ; attempts++) {
      const response = await attempt(address, signal)
      if (response.status !== 429 || attempts === maxAttempts) return response
    }
  }

  return async (resource, query, signal) => {
    const address = new URL(`${url}/${resource}`)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
    try {
      const { status, body } = await retry(address, signal)
      if (status === 401 || status === 403)
        throw new ProviderError(`the provider rejects PROVIDER_KEY and PROVIDER_SECRET (${status})`)
      if (status !== 200) throw new ProviderError(`the provider responds with ${status}`)
      return parse(body)
    } catch (error) {
      if (!(error instanceof GetError)) throw error
      throw new ProviderError(`the request to the provider failed: ${error.message}`, {
        cause: error,
      })
    }
  }
}
