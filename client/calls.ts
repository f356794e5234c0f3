import { apiError, isApiError } from './api-error.ts'
import { type Deprecation, deprecationTeller } from './deprecation.ts'
import { type RateLimit, readRateLimit } from './rate-limit.ts'
import { sleep } from './sleep.ts'
import type { Transport } from './transport.ts'
import type { CallOptions, OperationId } from './types.ts'

/** What the transport is given with each request. */
export type Init = { fetch: (request: Request) => Promise<Response>; signal?: AbortSignal }

/** What the transport answers: data of the document's type, or something else. */
type Answered<T> = { data?: T | undefined; error?: unknown; response: Response }

type Call = <T>(
  operation: OperationId,
  options: CallOptions,
  request: (init: Init) => Promise<Answered<T>>,
) => Promise<T>

/** How operations are called. */
export type Calls = {
  transport: Transport
  /** Calls what changes nothing, and may wait for the budget. */
  read: Call
  /** Calls what changes something: once, whatever comes of it. */
  write: Call
  /** What the latest answer said. */
  latest: Latest
}

export type Latest = {
  rateLimit: RateLimit | undefined
  /** How far the service's clock is ahead of this one, in milliseconds; 0 if it does not say. */
  clockAhead: number
}

export type CallsOptions = {
  fetch: (request: Request) => Promise<Response>
  /** How many seconds a read may wait for the budget, in all. */
  mostSeconds: number
  /** Ends every call. */
  signal: AbortSignal | undefined
  /** Told of an operation that will end, once. */
  onDeprecation: (deprecation: Deprecation) => void
}

const either = (
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): AbortSignal | undefined => (one && other ? AbortSignal.any([one, other]) : (one ?? other))

const note = (latest: Latest, { headers }: Response): void => {
  latest.rateLimit = readRateLimit(headers) ?? latest.rateLimit
  const date = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(date)) latest.clockAhead = date - Date.now()
}

/** How long a refusal is to be waited for, if it is one of the budget's and says so (specification §7 rule 7). */
const secondsToWait = (error: unknown): number | undefined =>
  isApiError(error, 429) && error.rateLimit ? Math.max(error.rateLimit.resetSeconds, 1) : undefined

export const createCalls = (transport: Transport, options: CallsOptions): Calls => {
  const latest: Latest = { rateLimit: undefined, clockAhead: 0 }
  const tellOfEnd = deprecationTeller(options.onDeprecation)

  const once: Call = async <T>(
    operation: OperationId,
    { signal: own }: CallOptions,
    request: (init: Init) => Promise<Answered<T>>,
  ) => {
    const signal = either(own, options.signal)
    const got: { response?: Response } = {}
    const init: Init = {
      fetch: async (sent) => {
        const response = await options.fetch(sent)
        got.response = response
        note(latest, response)
        tellOfEnd(operation, response.headers)
        return response
      },
      ...(signal ? { signal } : {}),
    }
    const { data, error, response } = await request(init).catch((thrown: unknown): Answered<T> => {
      // A body that is no JSON, where the answer was to be some.
      if (got.response && thrown instanceof SyntaxError) return { response: got.response }
      throw thrown
    })
    if (response.ok && data !== undefined) return data
    throw apiError(operation, response, error)
  }

  const read: Call = async (operation, callOptions, request) => {
    let left = options.mostSeconds
    for (;;)
      try {
        return await once(operation, callOptions, request)
      } catch (error) {
        const seconds = secondsToWait(error)
        if (seconds === undefined || seconds > left) throw error
        await sleep(seconds, either(callOptions.signal, options.signal))
        left -= seconds
      }
  }

  return { transport, read, write: once, latest }
}
