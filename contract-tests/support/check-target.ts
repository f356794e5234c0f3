import { send } from '../../testkit/http.ts'
import { SuiteError } from './suite-error.ts'
import type { Target } from './target.ts'

const reason = (error: unknown): string => {
  if (error instanceof Error && 'code' in error) return String(error.code)
  return String(error)
}

/**
 * Checks that the target can be tested.
 * @throws {SuiteError} when it is unreachable, rejects the key or has used up the rate limit.
 */
export const checkTarget = async ({ url, key }: Target): Promise<void> => {
  const headers = { authorization: `Bearer ${key}` }
  const { status } = await send(url, { path: '/v1/auth', headers }).catch((error: unknown) => {
    throw new SuiteError(`No server responds at ${url}: ${reason(error)}`)
  })
  if (status === 401) throw new SuiteError(`${url} rejects the key. Pass a valid one with --key.`)
  if (status === 429) throw new SuiteError(budgetSpent(url))
}

/** Returns the message for a used-up rate limit. */
export const budgetSpent = (url: string): string =>
  `The rate limit of ${url} is used up. Raise it for this machine’s address (our server: RATE_LIMIT_BUDGET).`
