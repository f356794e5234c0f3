import { hash } from 'node:crypto'
import { inspect } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import fc from 'fast-check'
import { plant } from './planted.ts'
import type { Occurrences } from './run-context.ts'
import type { Step } from './steps.ts'
import { createWorld } from './world/world.ts'

/** The number of runs that a failing seed may take to find fewer steps. */
const maxRuns = 250

/** The seeds of a worker, and how it runs them. */
export type Job = {
  seeds: readonly number[]
  /** The name of a planted fault. */
  plantedFault?: string
  /** Whether a failing seed is reduced to fewer steps. */
  shrinks: boolean
}

export type Result = {
  seed: number
  counts: Occurrences
  /** Differs if anything in the trace does. */
  digest: string
  /** The violated law, and the trace of the shortest list of steps that violates it. */
  failure: { message: string; law: string; trace: string[] } | undefined
}

// The world comes first: the server's code must find no other clock, network or database.
const world = createWorld()
const { seeds, plantedFault, shrinks }: Job = workerData
process.on('unhandledRejection', (error) => world.time.onUncaught(error))
process.on('uncaughtException', (error) => world.time.onUncaught(error))
if (plantedFault !== undefined) plant(plantedFault)
const { makeTemplate } = await import('./template.ts')
const { RunContext } = await import('./run-context.ts')
const { Simulation } = await import('./simulation.ts')
const { steps } = await import('./steps.ts')
const { Violation } = await import('./violation.ts')

const template = await makeTemplate(world)
process.once('exit', template.remove)

/** Runs the steps of a seed. If they violate a law, looks for fewer steps that do. */
const checkSeed = async (seed: number): Promise<Result> => {
  const result: Result = { seed, counts: {}, digest: '', failure: undefined }
  let runs = 0
  const run = async (list: readonly Step[]): Promise<void> => {
    if (runs++ > maxRuns) return
    world.time.startDay()
    world.random.seed(seed)
    const context = new RunContext(world, template)
    const simulation = new Simulation(context)
    try {
      await simulation.run(list)
    } catch (error) {
      const { trace } = context
      result.failure =
        error instanceof Violation
          ? { message: error.message, law: error.law, trace }
          : { message: inspect(error), law: 'the simulation works', trace }
      throw error
    } finally {
      await simulation.end()
      if (runs === 1) {
        result.counts = context.counts
        result.digest = hash('sha256', context.trace.join('\n'))
      }
    }
  }
  await fc.check(fc.asyncProperty(steps, run), { seed, numRuns: 1, endOnFailure: !shrinks })
  return result
}

for (const seed of seeds) parentPort?.postMessage(await checkSeed(seed))
