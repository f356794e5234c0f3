import { type RateLimit, readRateLimit } from './rate-limit.ts'
import type { OperationId } from './types.ts'

type Answer<Status extends number> = {
  operation: OperationId
  status: Status
  message: string
  errors: readonly string[]
  rateLimit: RateLimit | undefined
  body: unknown
}

/**
 * An answer that is not the one that was asked for, whichever it is: a refusal, an error of the
 * service, or something on the way that is not the service. What never became an answer, a connection
 * that broke or a signal that was aborted, is thrown as `fetch` throws it.
 */
export class ApiError<Status extends number = number> extends Error {
  override readonly name = 'ApiError'
  /** What was called. */
  readonly operation: OperationId
  /** The answer's status; 0 where a browser hides a redirect. */
  readonly status: Status
  /** What is wrong with a body, one line for each field; empty for every other refusal (specification §7). */
  readonly errors: readonly string[]
  /** What is left of the budget, if the answer says. */
  readonly rateLimit: RateLimit | undefined
  /** The whole body, as JSON if it is JSON and as text otherwise. */
  readonly body: unknown

  constructor({ operation, status, message, errors, rateLimit, body }: Answer<Status>) {
    super(message)
    this.operation = operation
    this.status = status
    this.errors = errors
    this.rateLimit = rateLimit
    this.body = body
  }
}

/**
 * Whether something that was thrown is an answer of the API, of one of some statuses if any are named.
 *
 * @example
 * if (isApiError(error, 404)) return undefined
 */
export const isApiError = <const Status extends number = number>(
  error: unknown,
  ...statuses: readonly Status[]
): error is ApiError<Status> =>
  error instanceof ApiError &&
  (statuses.length === 0 || statuses.some((one) => one === error.status))

/**
 * Whether nobody can tell if a write was done: it timed out, the connection broke, or the service
 * failed. Look before you do it again (specification §7 rule 7). After any other answer it was not done.
 */
export const isUncertain = (error: unknown): boolean =>
  !isApiError(error) || error.status >= 500 || error.status < 400

const longestText = 200

const textOf = (body: unknown): string =>
  typeof body === 'string' ? body.trim().slice(0, longestText) : ''

const messageIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? body.message
    : undefined

const errorsIn = (body: unknown): string[] =>
  typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors)
    ? body.errors.filter((each) => typeof each === 'string')
    : []

const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400)

/** What an answer says of itself: its `message`, or the raw body (specification §7 rule 6). */
const messageOf = (response: Response, body: unknown): string => {
  if (isRedirect(response)) return 'The answer is a redirect: is baseUrl where the service is?'
  if (response.ok) return 'The answer is not JSON: is baseUrl where the service is?'
  return messageIn(body) ?? (textOf(body) || `The status is ${response.status}`)
}

/** The error for an answer that is not the one that was asked for. */
export const apiError = (operation: OperationId, response: Response, body: unknown): ApiError =>
  new ApiError({
    operation,
    status: response.status,
    message: messageOf(response, body),
    errors: errorsIn(body),
    rateLimit: readRateLimit(response.headers),
    body,
  })
