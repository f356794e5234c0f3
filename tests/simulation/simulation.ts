import { Clients, checkResponded, longestWait, noisyClient, observer } from './clients.ts'
import { hostOfEndpoint } from './requests.ts'
import type { RunContext } from './run-context.ts'
import { ServerProcess } from './server-process.ts'
import type { OperationName, Step } from './steps.ts'
import { Subscribers } from './subscribers.ts'
import { must } from './violation.ts'

/** Operations that succeed at the end of any run. */
const atTheEnd: readonly OperationName[] = ['createContact', 'createInvite', 'listOrders']

/** One run: a server, its clients and subscribers, and the laws that watch them. */
export class Simulation {
  readonly #context: RunContext
  readonly #server: ServerProcess
  readonly #clients: Clients

  constructor(context: RunContext) {
    this.#context = context
    this.#server = new ServerProcess(context)
    this.#clients = new Clients(context)
    context.world.network.outside = new Subscribers(context)
  }

  /** Runs the steps. Checks the laws after each, and at the end that everything works again. @throws {Violation} */
  async run(steps: readonly Step[]): Promise<void> {
    const { world, laws } = this.#context
    await this.#start()
    for (const step of steps) {
      this.#context.note(JSON.stringify(step))
      await this.#take(step)
      // A fault can kill the process again while it starts.
      while (world.faults.isDead) await this.#kill()
      laws.check()
    }
    await this.#settle()
    await this.#checkRecovery()
  }

  /** Ends the server and removes its database. */
  async end(): Promise<void> {
    const { count, database, laws, world } = this.#context
    if (laws.deliveries.arrived.size > 0) count('delivered')
    this.#clients.close()
    await this.#server.end(false)
    world.faults.clear()
    database.remove()
  }

  async #take(step: Step): Promise<void> {
    const { world, laws, template, count } = this.#context
    switch (step.do) {
      case 'ask':
        return this.#clients.ask(step)
      case 'open':
        return this.#clients.open(step)
      case 'advance':
        return this.#context.run(step.milliseconds)
      case 'fault':
        return world.faults.add(step.faults)
      case 'repair':
        return world.faults.clear()
      case 'kill':
        return this.#kill()
      case 'stop':
        return this.#stop()
      case 'endpoint': {
        const host = hostOfEndpoint(`acct${step.account}`, step.endpoint)
        return laws.deliveries.behave(host, step.behaviour)
      }
      case 'change':
        return this.#server.changeOrder(step)
      case 'revoke':
        return this.#server.replaceKey(template.accounts[step.account])
      case 'flood':
        count('flood')
        this.#clients.send(noisyClient, template.noisy, 'createOrder', 1, 1)
        return this.#context.run(0)
      case 'leave':
        return this.#clients.close(step.client)
      case 'clock':
        count('clock set')
        world.time.setClock(step.hours * 3_600_000)
        return laws.deliveries.clockSet()
      case 'overwrite':
        return this.#overwrite()
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
    laws.deliveries.started()
  }

  async #kill(): Promise<void> {
    const { world, laws, count, database } = this.#context
    count('killed')
    const isInStatement = world.faults.isDead
    await this.#server.end(true)
    laws.ended(isInStatement ? 'killed in a statement' : 'killed')
    database.closeReader()
    await world.time.run(300)
    await this.#start()
    if (!world.faults.isDead) database.checkInvariants()
  }

  /** Stops the server as SIGTERM does, and starts it again. */
  async #stop(): Promise<void> {
    const { world, laws, count } = this.#context
    await this.#context.run(longestWait, () => this.#server.commands === 0)
    if (world.faults.isDead) return
    const before = laws.faults
    const { waiting } = this.#clients
    laws.deliveries.stops()
    await this.#server.stop().catch((error: unknown) => {
      must(laws.faults > before, 'the server recovers', () => `the stop fails: ${error}`)
    })
    if (world.faults.isDead) return
    count('stopped')
    const law = 'every request gets its response'
    for (const { received, marker } of waiting)
      must(!!received || laws.faults > before, law, () => `${marker} has none after a stop`)
    laws.ended('stopped')
    laws.check()
    await this.#server.end(false)
    await this.#start()
  }

  /** Copies a backup over the open file, and puts the right one back: no write is acknowledged meanwhile. */
  async #overwrite(): Promise<void> {
    const { world, laws, count, database, template } = this.#context
    const isIdle = () => this.#clients.waiting.length + this.#server.commands === 0
    await this.#context.run(longestWait, isIdle)
    const [account] = template.accounts
    if (world.faults.isDead || !isIdle() || !account) return
    count('file overwritten')
    database.overwrite()
    laws.fault(false)
    // Longer than the server remembers that it was ready.
    await this.#context.run(1100)
    const ready = await world.time.until(this.#clients.get('/readyz'))
    const exchange = this.#clients.send(observer, account, 'createContact', 2, 2)
    laws.fault(false)
    await this.#context.run(longestWait, () => exchange.received !== undefined)
    const status = exchange.received?.status
    const isNoticed = ready === 503 && (status === 500 || status === 429)
    const law = 'an overwritten file is noticed'
    must(
      world.faults.isDead || isNoticed,
      law,
      () => `createContact is ${status}, /readyz ${ready}`,
    )
    await this.#kill()
  }

  /** Waits without faults until everything has its response, and every delivery has arrived. */
  async #settle(): Promise<void> {
    const { world, laws, database } = this.#context
    world.faults.clear()
    const isIdle = () => this.#clients.waiting.length + this.#server.commands === 0
    await this.#context.run(longestWait, isIdle)
    for (const exchange of this.#clients.waiting) checkResponded(exchange)
    // Longer than the time after a fault in which a delivery arrives.
    await this.#context.run(9000)
    laws.check()
    laws.deliveries.checkNoneWaits(database.queued())
    database.checkInvariants()
  }

  /** Checks that reads and writes succeed again, and that the server says so. */
  async #checkRecovery(): Promise<void> {
    const { laws, template, world } = this.#context
    const [account] = template.accounts
    const law = 'the server recovers'
    for (const operation of atTheEnd) {
      const exchange = account && this.#clients.send(observer, account, operation, 2, 2)
      await this.#context.run(longestWait, () => exchange?.received !== undefined)
      const status = exchange?.received?.status ?? 0
      must(status >= 200 && status < 300, law, () => `${operation} is ${status} at the end`)
    }
    const ready = await world.time.until(this.#clients.get('/readyz'))
    must(ready === 200, law, () => `/readyz is ${ready} at the end`)
    laws.check()
  }
}
