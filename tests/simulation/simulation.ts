import { Clients, checkAnswered, longestWait, noisyClient, observer } from './clients.ts'
import { endpointUrl, pick } from './requests.ts'
import type { RunContext } from './run-context.ts'
import { ServerProcess } from './server-process.ts'
import { operations, type Step } from './steps.ts'
import { Subscribers } from './subscribers.ts'
import { must } from './violation.ts'

const statuses = { ship: 'SHIPPED', deliver: 'SHIPPED', return: 'RETURNED' } as const
const events = {
  ship: 'order.shipped',
  deliver: 'order.delivered',
  return: 'order.returned',
} as const

/** One run: a server, its clients and subscribers, and the laws that watch them. */
export class Simulation {
  readonly #context: RunContext
  readonly #server: ServerProcess
  readonly #clients: Clients
  readonly #subscribers: Subscribers
  readonly #orderChanges = new Set<Promise<void>>()

  constructor(context: RunContext) {
    const { world, template } = context
    this.#context = context
    this.#server = new ServerProcess(world, template.file)
    this.#clients = new Clients(context)
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
      laws.check()
    }
    await this.#settle()
    if (recovers) await this.#checkRecovery()
  }

  /** Ends the server and removes its files. */
  end(): void {
    const { coverage, laws, world } = this.#context
    coverage.add('delivered', laws.deliveries.arrivals)
    laws.unwatch()
    this.#clients.close()
    this.#server.remove()
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
        return this.#changeOrder(step)
      case 'flood':
        this.#context.coverage.add('flood')
        this.#clients.send(noisyClient, template.noisy, { operation: 'createOrder', n: 1, m: 1 })
        return this.#context.run(0)
      case 'leave':
        return this.#clients.close(step.client)
    }
  }

  /** Ships, delivers or returns an order with the command line's process, beside the server. */
  async #changeOrder({ account, n, change }: Extract<Step, { do: 'change' }>): Promise<void> {
    const { laws, template, world, coverage } = this.#context
    const { name = '' } = template.accounts[account] ?? {}
    const id = pick(laws.changes.ordersOf(name), n)
    if (id === undefined) return
    laws.changes.attempted(id, statuses[change])
    const startedTurn = world.time.turn
    const changing = this.#server.changeOrder(change, name, id, () => {
      this.#context.note(`  ${change} of ${id} is done`)
      coverage.add(`order: ${change}`)
      laws.changes.acknowledged(id, statuses[change])
      laws.deliveries.expect(name, events[change], id, startedTurn)
    })
    this.#orderChanges.add(changing)
    void changing.finally(() => this.#orderChanges.delete(changing))
    return this.#context.run(0)
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
        this.#server.end(world.faults.isDead)
      }
    }
    laws.watch(this.#server.file)
    laws.deliveries.extend()
  }

  async #kill(): Promise<void> {
    const { world, laws, coverage } = this.#context
    coverage.add('killed')
    laws.unwatch()
    const isInStatement = world.faults.isDead
    this.#server.end(true)
    this.#orderChanges.clear()
    laws.killed(this.#server.file, isInStatement)
    await world.time.run(300)
    await this.#start()
    laws.checkFile()
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
    laws.check()
    laws.unwatch()
    this.#server.end(false)
    await this.#start()
  }

  /** Waits without faults until everything has its response, and every delivery has arrived. */
  async #settle(): Promise<void> {
    const { world, laws, template } = this.#context
    world.faults.clear()
    world.mail.behaviour = 'written'
    const isIdle = () => this.#clients.waiting.length + this.#orderChanges.size === 0
    await this.#context.run(longestWait, isIdle)
    for (const exchange of this.#clients.waiting) checkAnswered(exchange)
    // The server looks for waiting deliveries every 5 seconds.
    await this.#context.run(7000)
    laws.check()
    for (const { name } of template.accounts) laws.checkQueue(name)
    laws.checkFile()
  }

  /** Checks that every operation that needs nothing works again. */
  async #checkRecovery(): Promise<void> {
    const { laws, template, world } = this.#context
    const [account] = template.accounts
    const needsNothing = /^(check|list|create(Contact|Invite|Order))/
    for (const operation of operations.filter((name) => needsNothing.test(name))) {
      // Within the rate limit.
      await this.#context.run(1500)
      const exchange = account && this.#clients.send(observer, account, { operation, n: 2, m: 2 })
      await this.#context.run(longestWait, () => exchange?.received !== undefined)
      const status = exchange?.received?.status ?? 0
      const isRefused = operation === 'createOrder' && status === 400
      must(
        isRefused || Math.floor(status / 100) === 2,
        'the server recovers',
        () => `${operation} is ${status} at the end`,
      )
    }
    const ready = await world.time.until(this.#clients.get('/readyz'))
    must(ready === 200, 'the server recovers', () => `/readyz is ${ready} at the end`)
    laws.check()
  }
}
