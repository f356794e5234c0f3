import { dirname } from 'node:path'
import { type Logger, pino } from 'pino'
import { orderLife } from '../../contract-tests/own/own-server.ts'
import { commandPublisher, createActions } from '../../server/actions/actions.ts'
import { issueKey } from '../../server/actions/issue-key.ts'
import { type Config, readConfig } from '../../server/config.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { toId } from '../../server/domain/ids.ts'
import { type Running, start } from '../../server/process/start.ts'
import { listApiKeys, revokeApiKey } from '../../server/store/accounts.ts'
import { openStore } from '../../server/store/open-store.ts'
import type { Store } from '../../server/store/store.ts'
import { pick } from './requests.ts'
import type { RunContext } from './run-context.ts'
import { rateLimit, type Step } from './steps.ts'
import type { Account } from './template.ts'
import { settleMicrotasks } from './world/virtual-time.ts'

/** What each change of an order leads to. */
const outcomes = {
  ship: { status: 'SHIPPED', event: 'order.shipped' },
  deliver: { status: 'SHIPPED', event: 'order.delivered' },
  returnOrder: { status: 'RETURNED', event: 'order.returned' },
} as const

/** The server as a process, and the command line's processes beside it, which end with it. */
export class ServerProcess {
  readonly #context: RunContext
  readonly #log: Logger
  /** Whether lines of the log are from a process that has not ended. */
  #isUp = false
  #running: Running | undefined
  readonly #commands = new Set<Promise<void>>()

  constructor(context: RunContext) {
    this.#context = context
    const { world, database } = context
    this.#log = pino(
      { level: 'warn', base: null, timestamp: false },
      { write: (line) => this.#logged(line) },
    )
    world.faults.onKill = () => {
      database.kill()
      world.network.cut()
    }
  }

  get commands(): number {
    return this.#commands.size
  }

  async start(): Promise<void> {
    this.#isUp = true
    this.#running = await this.#context.world.time.until(start(this.#config, this.#log))
  }

  /** Stops it as SIGTERM does. */
  async stop(): Promise<void> {
    const running = this.#running
    if (running) await this.#context.world.time.until(running.stop())
  }

  /**
   * Ends it at once, and the commands: the machine has failed.
   * @param isKilled whether its data stays as it is at this moment, or was when a statement killed it.
   */
  async end(isKilled: boolean): Promise<void> {
    const { database, world } = this.#context
    const { time, network, faults } = world
    database.closeReader()
    if (isKilled && !faults.isDead) database.kill()
    this.#running = undefined
    this.#isUp = false
    this.#commands.clear()
    network.cut()
    await settleMicrotasks()
    time.clear()
    faults.reset()
  }

  /** Ships, delivers or returns an order. The server makes the deliveries. */
  async changeOrder({ account, n, change }: Extract<Step, { do: 'change' }>): Promise<void> {
    const { laws, template, count, instant } = this.#context
    const { name = '' } = template.accounts[account] ?? {}
    const order = pick(laws.records.of(name, 'order'), n)
    if (!order) return
    const { id, state } = order
    const { status, event } = outcomes[change]
    const changed = state.begin({ status })
    await this.#command(async (store) => {
      const publisher = commandPublisher()
      const actions = createActions(store, publisher, Date.now)
      await orderLife({ actions, time: { now: Date.now() } }, toId('acc', name))[change](id)
      this.#context.note(`  ${change} of ${id} is done`)
      count(`order ${change}`)
      changed.happened()
      laws.deliveries.expect(name, event, id, instant.moment)
    })
  }

  /** Issues a key to an account, then revokes the others. */
  async replaceKey(account: Account | undefined): Promise<void> {
    // Another command could revoke the new key.
    if (!account || this.commands > 0) return
    const { laws, count } = this.#context
    const { name } = account
    const id = toId('acc', name)
    await this.#command(async (store) => {
      const old = await listApiKeys(store, id)
      const now = Date.now()
      const key = await store.write((transaction) => issueKey(transaction, id, 'new', now))
      const revoked = laws.keys
        .filter((each) => each.account === name)
        .map(({ valid }) => valid.begin(false))
      laws.addKey(name, key)
      await store.write(async (transaction) => {
        for (const { id } of old) await revokeApiKey(transaction, id, timestamp(now))
      })
      for (const change of revoked) change.happened()
      this.#context.note(`  a key of ${name} is revoked`)
      count('key revoked')
    })
  }

  /** Runs a command in a process of its own, on the same database. */
  #command(work: (store: Store) => Promise<void>): Promise<void> {
    const run = async () => {
      let store: Store | undefined
      try {
        store = await openStore(this.#config)
        await work(store)
      } catch {
        // A rule rejects the change, or a fault met it.
      } finally {
        await store?.close().catch(() => {})
      }
    }
    const running = run()
    this.#commands.add(running)
    void running.finally(() => this.#commands.delete(running))
    return this.#context.run(0)
  }

  #logged(line: string): void {
    if (!this.#isUp) return
    const { laws, database } = this.#context
    // Each run has another folder.
    this.#context.note(`  log ${line.trimEnd().replaceAll(dirname(database.file), '')}`)
    const { webhook, event, deliveries, msg } = JSON.parse(line)
    // A kill ended them, not the start that logs it.
    if (msg.startsWith('Deliveries that were in progress')) return
    const kind = webhook === undefined ? undefined : `${webhook} ${event}`
    if (deliveries !== undefined) laws.deliveries.logged(kind, deliveries)
  }

  get #config(): Config {
    return readConfig({
      DATABASE_URL: `file:${this.#context.database.file}`,
      RATE_LIMIT_BUDGET: String(rateLimit.limit),
      RATE_LIMIT_WINDOW_SECONDS: String(rateLimit.windowSeconds),
      // A thread has neither the simulated clock nor the faults of the disk.
      READ_THREADS: '0',
      SEED_DEMO: '0',
    })
  }
}
