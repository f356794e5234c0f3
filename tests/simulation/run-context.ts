import { RunDatabase } from './database.ts'
import { Laws } from './laws/laws.ts'
import type { Instant } from './requests.ts'
import type { Template } from './template.ts'
import { Violation } from './violation.ts'
import type { World } from './world/world.ts'

/** How often each thing happened, by name. */
export type Occurrences = Record<string, number>

/** The state that all parts of a run share. */
export class RunContext {
  readonly world: World
  readonly template: Template
  readonly database: RunDatabase
  readonly laws: Laws
  readonly counts: Occurrences = {}
  /** The events of the run, one line each. */
  readonly trace: string[] = []
  readonly #startedAt: number

  constructor(world: World, template: Template) {
    this.world = world
    this.template = template
    this.database = new RunDatabase(template.file, world.faults)
    const { time, faults } = world
    this.laws = new Laws(time, this.database, [...template.accounts, template.noisy])
    this.#startedAt = time.now
    time.onUncaught = (error) => {
      if (!faults.isDead) this.laws.fail(new Violation('the process stays alive', String(error)))
    }
    faults.onFault = (kind, mode) => {
      this.laws.fault(mode.startsWith('killed'))
      this.count(`fault in ${kind}`)
      this.count(`fault ${mode}`)
      this.note(`  a fault: ${kind} ${mode}`)
    }
  }

  get instant(): Instant {
    const { now: at, moment } = this.world.time
    return { at, moment }
  }

  /** Counts something that the run has reached. */
  readonly count = (name: string): void => {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }

  note(line: string): void {
    const seconds = ((this.world.time.now - this.#startedAt) / 1000).toFixed(3)
    // The folder and the ids of requests are random.
    const repeated = line.replaceAll(/merch-simulation-\w+|"requestId":"[^"]+"/g, '…')
    this.trace.push(`${seconds.padStart(9)} ${repeated}`)
  }

  /** Runs callbacks until the time is over, something is done or the process was killed. */
  run(milliseconds: number, done: () => boolean = () => false): Promise<void> {
    const { time, faults } = this.world
    return time.run(milliseconds, () => faults.isDead || done())
  }
}
