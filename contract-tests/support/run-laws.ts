import type { Recorder } from './api.ts'
import { budgetSpent } from './check-target.ts'
import type { Law } from './law.ts'
import { NotOnStage } from './stage.ts'
import { SuiteProblem } from './suite-problem.ts'
import type { Control, Target } from './target.ts'
import { Violation } from './violation.ts'
import { World } from './world.ts'

export type Outcome =
  | { kind: 'kept' }
  | { kind: 'broken'; error: unknown }
  /** The target does not offer what it takes to look: a control, or, where it is bare, data. */
  | { kind: 'skipped'; reason: string; isBare?: true }

export type Result = { law: Law; outcome: Outcome; requests: number; milliseconds: number }

export type RunOptions = {
  target: Target
  seed: number
  runs: number
  recorder?: Recorder
  /** Hears of each law as it comes to an end. */
  onResult?: (result: Result) => void
  /** Whether nothing more is tried once a law is broken. */
  stopAtFirst?: boolean
}

const missing = ({ needs = [] }: Law, { controls }: Target): Control[] =>
  needs.filter((control) => controls[control] === undefined)

const look = async (law: Law, world: World): Promise<Outcome> => {
  try {
    await law.run(world)
    await world.takeBack()
    return { kind: 'kept' }
  } catch (error) {
    // What is broken already need not be able to take anything back.
    await world.takeBack().catch(() => {})
    const isSpent = error instanceof Violation && error.exchange?.received.status === 429
    if (isSpent && !law.needs?.includes('fresh')) throw new SuiteProblem(budgetSpent(world.api.url))
    if (error instanceof NotOnStage) return { kind: 'skipped', reason: error.message, isBare: true }
    return { kind: 'broken', error }
  }
}

/**
 * Looks at laws one after the other, each in a world of its own.
 * @throws {SuiteProblem} where the target's request budget is spent before the end.
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
    const lacking = missing(law, target)
    const outcome: Outcome =
      lacking.length > 0
        ? { kind: 'skipped', reason: `the target offers no ${lacking.join(', ')}` }
        : await look(law, new World({ target, seed, runs, recorder: counted }, law.promise))
    const result = { law, outcome, requests, milliseconds: performance.now() - started }
    results.push(result)
    onResult?.(result)
    if (stopAtFirst && outcome.kind === 'broken') break
  }
  return results
}
