import { apiError, isApiError } from './api-error.ts'
import { type Deprecation, deprecationReporter } from './deprecation.ts'
import { type RateLimit, readRateLimit } from './rate-limit.ts'
import { sleep } from './sleep.ts'
import type { Transport } from './transport.ts'
import type { CallOptions, OperationId } from './types.ts'

/** Options that the transport gets with each request. */
export type Init = { fetch: (request: Request) => Promise<Response>; signal?: AbortSignal }

/** The result of the transport: typed data, or an error body. */
type TransportResult<T> = { data?: T | undefined; error?: unknown; response: Response }

type Call = <T>(
  operation: OperationId,
  options: CallOptions,
  request: (init: Init) => Promise<TransportResult<T>>,
) => Promise<T>

/** The two ways to call an operation. */
export type Calls = {
  transport: Transport
  /** Calls a read operation. Waits after a 429, within `waitForBudget`. */
  read: Call
  /** Calls a write operation once. Never retries. */
  write: Call
  /** Values from the latest response. */
  latest: Latest
}

export type Latest = {
  rateLimit: RateLimit | undefined
  /** How far the service's clock is ahead, in milliseconds; 0 if unknown. */
  clockAhead: number
}

export type CallsOptions = {
  fetch: (request: Request) => Promise<Response>
  /** The maximum total wait of a read after 429s, in seconds. */
  maxWaitSeconds: number
  /** Aborts every call. */
  signal: AbortSignal | undefined
  /** Called once for each deprecated operation. */
  onDeprecation: (deprecation: Deprecation) => void
}

const combined = (
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): AbortSignal | undefined => (one && other ? AbortSignal.any([one, other]) : (one ?? other))

const updateLatest = (latest: Latest, { headers }: Response): void => {
  latest.rateLimit = readRateLimit(headers) ?? latest.rateLimit
  const date = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(date)) latest.clockAhead = date - Date.now()
}

/** Returns the seconds to wait after a 429 with rate-limit headers (specification §7 rule 7). */
const secondsToWait = (error: unknown): number | undefined =>
  isApiError(error, 429) && error.rateLimit ? Math.max(error.rateLimit.resetSeconds, 1) : undefined

export const createCalls = (transport: Transport, options: CallsOptions): Calls => {
  const latest: Latest = { rateLimit: undefined, clockAhead: 0 }
  const reportDeprecation = deprecationReporter(options.onDeprecation)

  const once: Call = async <T>(
    operation: OperationId,
    { signal: own }: CallOptions,
    request: (init: Init) => Promise<TransportResult<T>>,
  ) => {
    const signal = combined(own, options.signal)
    const got: { response?: Response } = {}
    const init: Init = {
      fetch: async (sent) => {
        const response = await options.fetch(sent)
        got.response = response
        updateLatest(latest, response)
        reportDeprecation(operation, response.headers)
        return response
      },
      ...(signal ? { signal } : {}),
    }
    const { data, error, response } = await request(init).catch(
      (thrown: unknown): TransportResult<T> => {
        // The response has a body that is not JSON.
        if (got.response && thrown instanceof SyntaxError) return { response: got.response }
        throw thrown
      },
    )
    if (response.ok && data !== undefined) return data
    throw apiError(operation, response, error)
  }

  const read: Call = async (operation, callOptions, request) => {
    let left = options.maxWaitSeconds
    for (;;)
      try {
        return await once(operation, callOptions, request)
      } catch (error) {
        const seconds = secondsToWait(error)
        if (seconds === undefined || seconds > left) throw error
        await sleep(seconds, combined(callOptions.signal, options.signal))
        left -= seconds
      }
  }

  return { transport, read, write: once, latest }
}
