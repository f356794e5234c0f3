import { checkRecovery, settle } from './check-end.ts'
import { Clients, longestWait, noisyClient } from './clients.ts'
import type { RunDatabase } from './database/run-database.ts'
import { OrderChanges } from './order-changes.ts'
import { endpointUrl } from './requests.ts'
import type { RunContext } from './run-context.ts'
import { ServerProcess } from './server-process.ts'
import type { Step } from './steps.ts'
import { Subscribers } from './subscribers.ts'
import { must } from './violation.ts'

/** One run: a server, its clients and subscribers, and the laws that watch them. */
export class Simulation {
  readonly #context: RunContext
  readonly #server: ServerProcess
  readonly #clients: Clients
  readonly #subscribers: Subscribers
  readonly #orderChanges: OrderChanges

  constructor(context: RunContext, database: RunDatabase) {
    const { world } = context
    this.#context = context
    this.#server = new ServerProcess(world, database, (line) =>
      context.note(`  log ${line.trimEnd()}`),
    )
    this.#clients = new Clients(context)
    this.#orderChanges = new OrderChanges(context, this.#server)
    this.#subscribers = new Subscribers(context)
    world.network.outside = this.#subscribers
  }

  /**
   * Runs the steps and checks the laws after each.
   * @param recovers whether to check, at the end, that everything works again.
   * @throws {Violation}
   */
  async run(steps: readonly Step[], recovers: boolean): Promise<void> {
    const { world, laws } = this.#context
    await this.#start()
    for (const step of steps) {
      this.#context.note(JSON.stringify(step))
      await this.#take(step)
      if (world.faults.isDead) await this.#kill()
      await laws.check()
    }
    await settle(this.#context, this.#clients, this.#orderChanges)
    if (recovers) await checkRecovery(this.#context, this.#clients)
  }

  /** Ends the server and removes its database. */
  async end(): Promise<void> {
    const { coverage, laws, world } = this.#context
    coverage.add('delivered', laws.arrivals.keys.size)
    await laws.unwatch()
    this.#clients.close()
    await this.#server.remove()
    world.faults.clear()
  }

  async #take(step: Step): Promise<void> {
    const { world, laws, template } = this.#context
    switch (step.do) {
      case 'ask':
        return this.#clients.ask(step)
      case 'advance':
        return this.#context.run(step.milliseconds)
      case 'fault':
        for (const fault of step.faults) world.faults.add(fault)
        return
      case 'repair':
        return world.faults.clear()
      case 'kill':
        return this.#kill()
      case 'stop':
        return this.#stop()
      case 'endpoint': {
        const { hostname } = new URL(endpointUrl(`acct${step.account}`, step.endpoint))
        laws.deliveries.endpointChanged(hostname, step.behaviour === 'accepts')
        return this.#subscribers.behave(hostname, step.behaviour)
      }
      case 'mail':
        world.mail.behaviour = step.behaviour
        return
      case 'change':
        return this.#orderChanges.start(step)
      case 'flood':
        this.#context.coverage.add('flood')
        this.#clients.send(noisyClient, template.noisy, { operation: 'createOrder', n: 1, m: 1 })
        return this.#context.run(0)
      case 'leave':
        return this.#clients.close(step.client)
    }
  }

  async #start(): Promise<void> {
    const { world, laws } = this.#context
    for (;;) {
      const before = laws.faults
      try {
        await this.#server.start()
        break
      } catch (error) {
        must(laws.faults > before, 'the server recovers', () => `the start fails: ${error}`)
        await this.#server.end(world.faults.isDead)
      }
    }
    await laws.watch(await this.#server.database.openReader())
    laws.deliveries.extend()
  }

  async #kill(): Promise<void> {
    const { world, laws, coverage } = this.#context
    coverage.add('killed')
    await laws.unwatch()
    const isInStatement = world.faults.isDead
    await this.#server.end(true)
    this.#orderChanges.clear()
    await laws.killed(await this.#server.database.openReader(), isInStatement)
    await world.time.run(300)
    await this.#start()
    await laws.checkDatabase()
  }

  /** Stops the server as SIGTERM does, and starts it again. */
  async #stop(): Promise<void> {
    const { world, laws, coverage } = this.#context
    await this.#context.run(longestWait, () => this.#orderChanges.size === 0)
    if (world.faults.isDead) return
    const before = laws.faults
    const { waiting } = this.#clients
    await this.#server.stop().catch((error: unknown) => {
      must(laws.faults > before, 'the server recovers', () => `the stop fails: ${error}`)
    })
    if (world.faults.isDead) return
    coverage.add('stopped')
    for (const { received, marker } of waiting)
      must(
        !!received || laws.faults > before,
        'every request gets its response',
        () => `${marker} has none after a stop`,
      )
    laws.stopped()
    await laws.check()
    await laws.unwatch()
    await this.#server.end(false)
    await this.#start()
  }
}
