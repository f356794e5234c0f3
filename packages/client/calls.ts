import createFetchClient, { defaultPathSerializer } from 'openapi-fetch'
import { type Call, type Calls, type Init, literalPaths } from '../../generated/client/client.ts'
import type { paths } from '../../generated/types.ts'
import { apiError, isApiError, type OperationId, type RateLimit, readRateLimit } from './errors.ts'

/** The deprecation of an operation, as its response headers announce it. */
export type Deprecation = {
  operation: OperationId
  /** The date of the deprecation (RFC 9745). */
  since: Date
  /** The date after which the operation can be removed (RFC 8594); undefined if not announced. */
  sunset: Date | undefined
  /** A page with more information. */
  link: string | undefined
}

/** Values from the latest response. */
export type Latest = {
  rateLimit: RateLimit | undefined
  /** How far the service's clock is ahead, in milliseconds; 0 if unknown. */
  clockAhead: number
}

export type CallsOptions = {
  baseUrl: string
  /** Returns the API key; undefined if a proxy adds it. */
  apiKey: () => string | undefined | Promise<string | undefined>
  fetch: (request: Request) => Promise<Response>
  /** The maximum total wait of a read after 429s, in seconds. */
  maxWaitSeconds: number
  /** Aborts every call. */
  signal: AbortSignal | undefined
  /** Called once for each deprecated operation. */
  onDeprecation: (deprecation: Deprecation) => void
}

/**
 * Creates the calls of operations. Redirects are not followed: the service sends none, and a write
 * must not be sent twice.
 */
export const createCalls = (options: CallsOptions): Calls & { latest: Latest } => {
  const latest: Latest = { rateLimit: undefined, clockAhead: 0 }
  const deprecated = new Set<OperationId>()
  const transport = createFetchClient<paths>({
    baseUrl: options.baseUrl,
    redirect: 'manual',
    pathSerializer: serializePath,
  })

  const note = (operation: OperationId, { headers }: Response): void => {
    latest.rateLimit = readRateLimit(headers) ?? latest.rateLimit
    const date = Date.parse(headers.get('date') ?? '')
    if (!Number.isNaN(date)) latest.clockAhead = date - Date.now()
    const deprecation = deprecated.has(operation) ? undefined : readDeprecation(operation, headers)
    if (!deprecation) return
    deprecated.add(operation)
    options.onDeprecation(deprecation)
  }

  const write: Call = async (operation, { signal: own, headers, ...more }, request) => {
    const signal = combined(own, options.signal)
    const key = await options.apiKey()
    const got: { response?: Response } = {}
    const init: Init = {
      ...more,
      headers: { ...(key !== undefined && { Authorization: `Bearer ${key}` }), ...headers },
      fetch: async (sent) => {
        got.response = await options.fetch(sent)
        note(operation, got.response)
        return got.response
      },
      ...(signal ? { signal } : {}),
    }
    const { data, error, response } = await request(init).catch(
      (thrown: unknown): Awaited<ReturnType<typeof request>> => {
        // The response has a body that is not JSON.
        if (got.response && thrown instanceof SyntaxError) return { response: got.response }
        throw thrown
      },
    )
    if (response.ok && data !== undefined) return data
    throw apiError(operation, response, error)
  }

  /** Waits after a 429, within the maximum. */
  const read: Call = async (operation, callOptions, request) => {
    let left = options.maxWaitSeconds
    for (;;)
      try {
        return await write(operation, callOptions, request)
      } catch (error) {
        const seconds = secondsToWait(error)
        if (seconds === undefined || seconds > left) throw error
        await sleep(seconds, combined(callOptions.signal, options.signal))
        left -= seconds
      }
  }

  return { transport, read, write, latest }
}

/**
 * Puts ids into a path.
 * @throws {TypeError} for an empty id, and for those that would change the path: dots, and `list` of `/orders/list`.
 */
function serializePath(path: string, ids: Record<string, unknown>): string {
  const serialized = defaultPathSerializer(path, ids)
  const isOther = literalPaths.some((each) => serialized.endsWith(each))
  for (const id of Object.values(ids))
    if (isOther || typeof id !== 'string' || /^\.{0,2}$/.test(id))
      throw new TypeError(`The id must not be ${JSON.stringify(id)}`)
  return serialized
}

/** Reads the deprecation from response headers; undefined if there is none. */
function readDeprecation(operation: OperationId, headers: Headers): Deprecation | undefined {
  const [, seconds] = /^@(-?\d+)$/.exec(headers.get('deprecation') ?? '') ?? []
  if (seconds === undefined) return undefined
  const sunset = Date.parse(headers.get('sunset') ?? '')
  const [, link] = /<([^>]*)>\s*;[^,]*\brel="?deprecation"?/.exec(headers.get('link') ?? '') ?? []
  return {
    operation,
    since: new Date(Number(seconds) * 1000),
    sunset: Number.isNaN(sunset) ? undefined : new Date(sunset),
    link,
  }
}

function combined(
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other)
}

/** Returns the seconds to wait after a 429 with rate-limit headers (specification §7 rule 7). */
function secondsToWait(error: unknown): number | undefined {
  return isApiError(error, 429) && error.rateLimit
    ? Math.max(error.rateLimit.resetSeconds, 1)
    : undefined
}

/** The maximum delay of timers. */
const maxMilliseconds = 2 ** 31 - 1

/** Waits a number of seconds. @throws the signal's reason when it is aborted. */
function sleep(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
      Math.min(seconds * 1000, maxMilliseconds),
    )
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
