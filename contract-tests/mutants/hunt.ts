import { createOperations } from '../../server/operations/index.ts'
import { laws } from '../laws/all.ts'
import { startOwnServer } from '../own/own-server.ts'
import type { Template } from '../own/template.ts'
import { type Result, runLaws } from '../support/run-laws.ts'
import type { Running } from '../support/target.ts'
import type { Mutant } from './mutant.ts'
import { putRound } from './round.ts'

/** What became of a mutant: the law that saw it and after how many requests, or nothing if none did. */
export type Hunt = { mutant: Mutant; killer: Result | undefined; requests: number }

/** Our own server with a mutant in it. */
export const startMutant = (template: Template, mutant: Mutant): Promise<Running> => {
  const { round, operations, deliverer = (given) => given, budget = (given) => given } = mutant
  const { keys } = template
  return startOwnServer({
    template,
    deliverer,
    budgeted: budget,
    operations: (given) => {
      const real = createOperations(given)
      return operations ? { ...real, ...operations(real, keys) } : real
    },
    around: (app) => (round ? putRound(round(), keys)(app) : app),
  })
}

/** Looks whether a law of the mutant's area sees it. */
export const hunt = async (
  template: Template,
  mutant: Mutant,
  { seed, runs }: { seed: number; runs: number },
): Promise<Hunt> => {
  const target = await startMutant(template, mutant)
  try {
    const ofArea = laws.filter(({ area }) => area === mutant.area)
    const results = await runLaws(ofArea, { target, seed, runs, stopAtFirst: true })
    return {
      mutant,
      killer: results.find(({ outcome }) => outcome.kind === 'broken'),
      requests: results.reduce((sum, each) => sum + each.requests, 0),
    }
  } finally {
    await target.stop()
  }
}
