import { Coverage } from './coverage.ts'
import { Laws } from './laws/laws.ts'
import type { Template } from './template.ts'
import { Violation } from './violation.ts'
import type { World } from './world/world.ts'

/** What all parts of a run share. */
export class RunContext {
  readonly world: World
  readonly template: Template
  readonly laws: Laws
  readonly coverage = new Coverage()
  /** What happened, one line each. */
  readonly trace: string[] = []
  readonly #startedAt: number

  constructor(world: World, template: Template) {
    this.world = world
    this.template = template
    this.laws = new Laws(world)
    const { time, faults, mail } = world
    this.#startedAt = time.now
    time.onUncaught = (error) => {
      if (!faults.isDead) this.laws.fail(new Violation('the process stays alive', String(error)))
    }
    faults.onFault = (kind, mode) => {
      this.laws.fault(mode.startsWith('killed'))
      this.coverage.add(`fault in ${kind}`)
      this.coverage.add(`fault ${mode}`)
      this.note(`  a fault: ${kind} ${mode}`)
    }
    faults.onAftermath = () => this.laws.fault(false)
    faults.onSlow = (milliseconds) => {
      time.now += milliseconds
    }
    mail.behaviour = 'written'
    mail.onMail = (behaviour) => this.coverage.add(`email ${behaviour}`)
  }

  /** Adds a line to the trace. */
  note(line: string): void {
    const seconds = ((this.world.time.now - this.#startedAt) / 1000).toFixed(3)
    this.trace.push(`${seconds.padStart(9)} ${line}`)
  }

  /** Runs callbacks until the time is over, something is done or the process was killed. */
  run(milliseconds: number, done: () => boolean = () => false): Promise<void> {
    const { time, faults } = this.world
    return time.run(milliseconds, () => faults.isDead || done())
  }
}
