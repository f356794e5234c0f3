import { chooseRunner, skipMessage } from '../../schemathesis/runner.ts'
import type { Judge } from './judge.ts'
import { lawsJudge } from './laws.ts'
import { schemathesisJudge } from './schemathesis.ts'
import { workflowsJudge } from './workflows.ts'

/** The names of the judges. */
export const judgeNames = ['laws', 'workflows', 'schemathesis'] as const

const judgeNamed = (name: string, seed: number): Judge => {
  if (name === 'laws') return lawsJudge(seed)
  if (name === 'workflows') return workflowsJudge
  if (name !== 'schemathesis')
    throw new Error(`--judges must be all or some of ${judgeNames.join(',')}: ${name}`)
  const runner = chooseRunner(process.env)
  if (runner.kind === 'none') throw new Error(skipMessage(runner.why))
  return schemathesisJudge(runner, seed)
}

/**
 * Returns the judges of `--judges`: `all`, or names with commas.
 * @throws {Error} for an unknown name, or when Schemathesis is not available.
 */
export const chooseJudges = (names: string, seed: number): Judge[] =>
  (names === 'all' ? judgeNames : names.split(',')).map((name) => judgeNamed(name, seed))
