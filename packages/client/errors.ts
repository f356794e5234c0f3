import type { operations } from '../../generated/types.ts'

/** The id of an operation. */
export type OperationId = keyof operations

/** The state of the rate limit for this client's address (specification §8). */
export type RateLimit = {
  /** Requests allowed per window. */
  limit: number
  /** Requests left in the window. */
  remaining: number
  /** Seconds until the oldest counted request leaves the window. */
  resetSeconds: number
}

/** Reads the rate limit from response headers; undefined if they are missing or hidden by CORS. */
export const readRateLimit = (headers: Headers): RateLimit | undefined => {
  const [limit, remaining, resetSeconds] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    wholeNumber(headers.get(`RateLimit-${name}`)),
  )
  if (limit === undefined || remaining === undefined || resetSeconds === undefined) return undefined
  return { limit, remaining, resetSeconds }
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^[0-9]+$/.test(text) ? Number(text) : undefined
}

/**
 * Thrown for every response other than the operation's success: an error of the service, a redirect,
 * or a response of a proxy. Network errors and aborted signals are thrown as `fetch` throws them.
 */
export class ApiError<Status extends number = number> extends Error {
  override readonly name = 'ApiError'
  /** The operation that was called. */
  readonly operation: OperationId
  /** The status code of the response; 0 when a browser hides a redirect. */
  readonly status: Status
  /** One line for each invalid field of the request body; empty for other errors (specification §7). */
  readonly errors: readonly string[]
  /** The rate limit from the response headers, if present. */
  readonly rateLimit: RateLimit | undefined
  /** The response body, parsed if it is JSON, otherwise as text. */
  readonly body: unknown

  constructor(fields: Omit<ApiError<Status>, 'name'>) {
    super(fields.message)
    this.operation = fields.operation
    this.status = fields.status
    this.errors = fields.errors
    this.rateLimit = fields.rateLimit
    this.body = fields.body
  }
}

/**
 * Returns whether an error is an `ApiError`, with one of the given status codes if there are any.
 *
 * @example
 * if (isApiError(error, 404)) return undefined
 */
export const isApiError = <const Status extends number = number>(
  error: unknown,
  ...statuses: readonly Status[]
): error is ApiError<Status> =>
  // Not `instanceof ApiError`: a program can load the package as an ES module and as CommonJS.
  error instanceof Error &&
  error.name === 'ApiError' &&
  'operation' in error &&
  'status' in error &&
  (statuses.length === 0 || statuses.some((one) => one === error.status))

/**
 * Returns whether a failed write may have taken effect: it timed out, the connection closed, or the
 * service failed. Check before you retry (specification §7 rule 7). All other errors had no effect.
 * @example if (isUncertain(error)) return client.findOrderBeforeRetry({ campaignId, email, products, since })
 */
export const isUncertain = (error: unknown): boolean =>
  !isApiError(error) || error.status >= 500 || error.status < 400

/** Creates the error for a response that is not the operation's success. */
export const apiError = (operation: OperationId, response: Response, body: unknown): ApiError =>
  new ApiError({
    operation,
    status: response.status,
    message: messageOf(response, body),
    errors: errorsIn(body),
    rateLimit: readRateLimit(response.headers),
    body,
  })

/** Returns the `message` of an error response, or its raw body (specification §7 rule 6). */
function messageOf(response: Response, body: unknown): string {
  if (isRedirect(response)) return 'The response is a redirect. Check baseUrl.'
  if (response.ok) return 'The response is not JSON. Check baseUrl.'
  return messageIn(body) ?? (textOf(body) || `The service returned status code ${response.status}`)
}

function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

function messageIn(body: unknown): string | undefined {
  return typeof body === 'object' &&
    body !== null &&
    'message' in body &&
    typeof body.message === 'string'
    ? body.message
    : undefined
}

const maxTextLength = 200

function textOf(body: unknown): string {
  return typeof body === 'string' ? body.trim().slice(0, maxTextLength) : ''
}

function errorsIn(body: unknown): string[] {
  return typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors)
    ? body.errors.filter((each) => typeof each === 'string')
    : []
}
