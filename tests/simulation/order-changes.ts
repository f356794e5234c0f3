import { pick } from './requests.ts'
import type { RunContext } from './run-context.ts'
import type { ServerProcess } from './server-process.ts'
import type { Step } from './steps.ts'

const statuses = { ship: 'SHIPPED', deliver: 'SHIPPED', returnOrder: 'RETURNED' } as const
const events = {
  ship: 'order.shipped',
  deliver: 'order.delivered',
  returnOrder: 'order.returned',
} as const

/** Ships, delivers and returns orders with the command line's process, beside the server. */
export class OrderChanges {
  readonly #context: RunContext
  readonly #server: ServerProcess
  readonly #running = new Set<Promise<void>>()

  constructor(context: RunContext, server: ServerProcess) {
    this.#context = context
    this.#server = server
  }

  /** The number of commands that run. */
  get size(): number {
    return this.#running.size
  }

  start({ account, n, change }: Extract<Step, { do: 'change' }>): Promise<void> {
    const { laws, template, world, coverage } = this.#context
    const { name = '' } = template.accounts[account] ?? {}
    const id = pick(laws.changes.ordersOf(name), n)
    if (id === undefined) return Promise.resolve()
    laws.changes.attempted(id, statuses[change])
    const startedTurn = world.time.turn
    const running = this.#server.changeOrder(change, name, id, () => {
      this.#context.note(`  ${change} of ${id} is done`)
      coverage.add(`order ${change}`)
      laws.changes.acknowledged(id, statuses[change])
      laws.deliveries.expect(name, events[change], id, startedTurn)
    })
    this.#running.add(running)
    void running.finally(() => this.#running.delete(running))
    return this.#context.run(0)
  }

  /** The commands end with the server: the machine has failed. */
  clear(): void {
    this.#running.clear()
  }
}
