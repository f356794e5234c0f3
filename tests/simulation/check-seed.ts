import { hash } from 'node:crypto'
import fc from 'fast-check'
import type { Counts } from './coverage.ts'
import { RunContext } from './run-context.ts'
import { Simulation } from './simulation.ts'
import { type Step, steps } from './steps.ts'
import type { Template } from './template.ts'
import type { World } from './world/world.ts'

/** How many runs a failing seed may take to find fewer steps. */
const mostRuns = 250

/** The result of a seed. */
export type Result = {
  seed: number
  counts: Counts
  /** Differs if anything in the trace does. */
  digest: string
  /** The violated law, and the trace of the shortest list of steps that violates it. */
  failure: { message: string; law: string; trace: string[] } | undefined
}

/** Runs the steps of a seed. If they violate a law, looks for fewer steps that do. */
export const checkSeed = async (
  world: World,
  template: Template,
  seed: number,
  shrinks: boolean,
): Promise<Result> => {
  let counts: Counts = {}
  let digest = ''
  let runs = 0
  let failure: Result['failure']
  const run = async (list: readonly Step[]): Promise<void> => {
    if (runs++ > mostRuns) return
    // Ids sort by time, also those of different runs.
    world.time.clear()
    world.time.now = (Math.floor(world.time.now / 86_400_000) + 1) * 86_400_000
    world.random.seed(seed)
    const context = new RunContext(world, template)
    const simulation = new Simulation(context, await template.copy())
    try {
      await simulation.run(list, runs === 1 || failure?.law === 'the server recovers')
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const law =
        error instanceof Error && 'law' in error ? String(error.law) : 'the simulation works'
      failure = {
        message:
          error instanceof Error && law === 'the simulation works' ? String(error.stack) : message,
        law,
        trace: context.trace,
      }
      throw error
    } finally {
      await simulation.end()
      if (runs === 1) {
        counts = context.coverage.counts
        digest = hash('sha256', context.trace.join('\n'))
      }
    }
  }
  await fc.check(fc.asyncProperty(steps, run), { seed, numRuns: 1, endOnFailure: !shrinks })
  return { seed, counts, digest, failure }
}
