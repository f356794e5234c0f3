import { send } from '../../testkit/http.ts'
import { SuiteProblem } from './suite-problem.ts'
import type { Target } from './target.ts'

const reason = (error: unknown): string => {
  if (error instanceof Error && 'code' in error) return String(error.code)
  return String(error)
}

/**
 * Looks whether a target can be asked at all.
 * @throws {SuiteProblem} where nothing answers, the key is refused or the request budget is spent.
 */
export const checkTarget = async ({ url, key }: Target): Promise<void> => {
  const headers = { authorization: `Bearer ${key}` }
  const { status } = await send(url, { path: '/v1/auth', headers }).catch((error: unknown) => {
    throw new SuiteProblem(`Nothing answers at ${url}: ${reason(error)}`)
  })
  if (status === 401)
    throw new SuiteProblem(`${url} refuses the key: --key must be one that it accepts`)
  if (status === 429) throw new SuiteProblem(budgetSpent(url))
}

/** What to do when a target lets nothing more through. */
export const budgetSpent = (url: string): string =>
  `The request budget of ${url} is spent: raise it for this machine’s address (ours: RATE_LIMIT_BUDGET)`
