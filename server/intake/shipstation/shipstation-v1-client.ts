import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '../../events/egress/reason.ts'
import { ProviderError } from './sync.ts'

/** Why a request failed, in a few words. */
export class GetError extends Error {
  override name = 'GetError'
}

type GetResponse = { status: number; headers: IncomingHttpHeaders; body: string }

/**
 * Sends a GET request and returns the response, with any status.
 * @throws {GetError} when the response is incomplete, late or too long.
 */
type Get = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<GetResponse>

/** The maximum time of a response, body included, and the maximum length of its body. */
export const responseLimits = { milliseconds: 60_000, maxBytes: 32 * 1024 * 1024 } as const

type Options = {
  milliseconds?: number
  maxBytes?: number
  /** PEM certificates to trust instead of the system's. */
  ca?: string
  /** Accepts any certificate, for requests of this machine to itself. */
  anyCertificate?: boolean
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const decode = (chunks: readonly Buffer[]): string => {
  try {
    return utf8.decode(Buffer.concat(chunks))
  } catch {
    throw new GetError('The response is not UTF-8')
  }
}

const readAll = async (response: IncomingMessage, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    bytes += chunk.length
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new GetError(`The response is longer than ${maxBytes} bytes`)
  }
  return decode(chunks)
}

/**
 * Creates a function for GET requests to URLs that the operator configured. They may be private, so
 * the address is not checked. Redirects are not followed, because the request has credentials; no
 * proxy is used.
 */
export const createGet = ({
  milliseconds = responseLimits.milliseconds,
  maxBytes = responseLimits.maxBytes,
  ca,
  anyCertificate = false,
}: Options = {}): Get => {
  const open = (
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const options = { headers, agent: false, signal } as const
      const outgoing =
        url.protocol === 'https:'
          ? tlsRequest(url, {
              ...options,
              rejectUnauthorized: !anyCertificate,
              ...(ca === undefined ? {} : { ca }),
            })
          : plainRequest(url, options)
      outgoing.once('response', resolve)
      outgoing.on('error', reject)
      outgoing.end()
    })

  return async (url, headers, signal) => {
    const late = AbortSignal.timeout(milliseconds)
    try {
      const response = await open(url, headers, AbortSignal.any([signal, late]))
      const body = await readAll(response, maxBytes)
      return { status: response.statusCode ?? 0, headers: response.headers, body }
    } catch (error) {
      if (late.aborted) throw new GetError(`No response within ${milliseconds / 1000} seconds`)
      if (signal.aborted || error instanceof GetError || !(error instanceof Error)) throw error
      throw new GetError(reasonOf(error), { cause: error })
    }
  }
}

/** The API's address and credentials. */
type ShipStationAccess = { url: string; key: string; secret: string }

type ClientOptions = ShipStationAccess & {
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
export const createGetJson = ({
  url,
  key,
  secret,
  get,
  wait = waitFor,
}: ClientOptions): GetJson => {
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
