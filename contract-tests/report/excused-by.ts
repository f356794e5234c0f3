import { operations } from '../../testkit/contract.ts'
import type { Result } from '../support/run-laws.ts'
import type { Target } from '../support/target.ts'

/**
 * Returns the declared responses that a run need not see, in the format of `Law.shows`.
 * @param isPartial whether the run left out laws
 */
export const excusedBy = (
  { controls }: Target,
  results: readonly Result[],
  isPartial: boolean,
): string[] => {
  const skipped = results.flatMap(({ law, outcome }) =>
    outcome.kind === 'skipped' ? [{ ...law, ...outcome }] : [],
  )
  // A run of some laws, or on a target with little data, cannot see all declared responses.
  const isWhole = !isPartial && controls.memory === true && !skipped.some(({ isBare }) => isBare)
  if (isWhole) return skipped.flatMap(({ shows = [] }) => shows)
  return operations.flatMap(({ replies }) => replies.map(({ status }) => `* ${status}`))
}
