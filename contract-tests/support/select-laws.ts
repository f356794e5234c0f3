import type { Area, Law } from './law.ts'
import { SuiteError } from './suite-error.ts'

/** The laws of a run. */
export type Selection = {
  /** Only these areas. Default: all. */
  only?: readonly Area[] | undefined
  /** The laws to leave out, by area or by words of their promise, and the reasons. */
  leaveOut?: Readonly<Record<string, string>> | undefined
}

const isNamed = ({ area, promise }: Law, words: string): boolean =>
  words !== '' && (area === words || promise.includes(words))

/**
 * Selects laws, and marks those to leave out with the reason.
 * @throws {SuiteError} when no law has the name of one to leave out, or a reason is empty.
 */
export const selectLaws = (
  laws: readonly Law[],
  { only, leaveOut = {} }: Selection,
): readonly Law[] => {
  const reasons = Object.entries(leaveOut)
  for (const [words, reason] of reasons) {
    if (!laws.some((law) => isNamed(law, words)))
      throw new SuiteError(`No law to leave out is of the area or contains the words: ${words}`)
    if (reason.trim() === '') throw new SuiteError(`Leaving out needs a reason: ${words}`)
  }
  return laws
    .filter(({ area }) => only === undefined || only.includes(area))
    .map((law) => {
      const [, leftOut] = reasons.find(([words]) => isNamed(law, words)) ?? []
      return leftOut === undefined ? law : { ...law, leftOut }
    })
}
