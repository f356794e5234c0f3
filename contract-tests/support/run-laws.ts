import { type Recorder, Violation } from './api.ts'
import { MissingFixture } from './fixtures.ts'
import { type Area, type Law, LawContext } from './law.ts'
import { budgetSpent, type Control, SuiteError, type Target } from './target.ts'

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

export type Outcome =
  | { kind: 'kept' }
  | { kind: 'broken'; error: unknown }
  /** The target lacks a control or, with `isBare`, test data. */
  | { kind: 'skipped'; reason: string; isBare?: true }

export type Result = { law: Law; outcome: Outcome; requests: number; milliseconds: number }

export type RunOptions = {
  target: Target
  seed: number
  runs: number
  recorder?: Recorder
  /** Called with the result of each law. */
  onResult?: (result: Result) => void
  /** Stops after the first broken law. */
  stopAtFirst?: boolean
}

const missing = ({ needs = [] }: Law, { controls }: Target): Control[] =>
  needs.filter((control) => controls[control] === undefined)

const reasonToSkip = (law: Law, target: Target): string | undefined => {
  if (law.leftOut !== undefined) return law.leftOut
  const lacking = missing(law, target)
  return lacking.length > 0 ? `the target has no control ${lacking.join(', ')}` : undefined
}

const check = async (law: Law, context: LawContext): Promise<Outcome> => {
  try {
    await law.run(context)
    await context.cleanUp()
    return { kind: 'kept' }
  } catch (error) {
    // A broken target may fail to clean up too.
    await context.cleanUp().catch(() => {})
    const isSpent = error instanceof Violation && error.exchange?.received.status === 429
    if (isSpent && !law.needs?.includes('fresh')) throw new SuiteError(budgetSpent(context.api.url))
    if (error instanceof MissingFixture)
      return { kind: 'skipped', reason: error.message, isBare: true }
    return { kind: 'broken', error }
  }
}

/**
 * Checks laws one after the other, each with its own context.
 * @throws {SuiteError} when the target's rate limit is used up.
 */
export const runLaws = async (
  laws: readonly Law[],
  { target, seed, runs, recorder = {}, onResult, stopAtFirst = false }: RunOptions,
): Promise<Result[]> => {
  const results: Result[] = []
  for (const law of laws) {
    let requests = 0
    const counted: Recorder = {
      ...recorder,
      sending: (sent) => {
        requests++
        recorder.sending?.(sent)
      },
    }
    const started = performance.now()
    const reason = reasonToSkip(law, target)
    const outcome: Outcome =
      reason !== undefined
        ? { kind: 'skipped', reason }
        : await check(law, new LawContext({ target, seed, runs, recorder: counted }, law.promise))
    const result = { law, outcome, requests, milliseconds: performance.now() - started }
    results.push(result)
    onResult?.(result)
    if (stopAtFirst && outcome.kind === 'broken') break
  }
  return results
}
