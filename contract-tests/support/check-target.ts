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
    throw new SuiteError(`Nothing answers at ${url}: ${reason(error)}`)
  })
  if (status === 401)
    throw new SuiteError(`${url} refuses the key: --key must be one that it accepts`)
  if (status === 429) throw new SuiteError(budgetSpent(url))
}

/** Returns the message for a used-up rate limit. */
export const budgetSpent = (url: string): string =>
  `The request budget of ${url} is spent: raise it for this machine’s address (ours: RATE_LIMIT_BUDGET)`
