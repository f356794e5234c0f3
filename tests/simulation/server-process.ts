import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Logger, pino } from 'pino'
import { orderLife } from '../../contract-tests/own/order-life.ts'
import { createActions } from '../../server/actions/actions.ts'
import { type Config, readConfig } from '../../server/config.ts'
import { toId } from '../../server/domain/ids.ts'
import { dispatcherFor } from '../../server/process/create-dispatcher.ts'
import { type Running, start } from '../../server/process/start.ts'
import { openStore } from '../../server/store/open-store.ts'
import type { Store } from '../../server/store/store.ts'
import { recordingLog } from '../../testkit/recording-log.ts'
import type { RunDatabase } from './database/run-database.ts'
import type { Change } from './steps.ts'
import type { World } from './world/world.ts'

/** The rate limit of every run. Small, so that runs exceed it. */
export const budget = { limit: 8, windowSeconds: 10 }

/** The server as a process: it can be started, stopped and killed at any moment. */
export class ServerProcess {
  readonly #world: World
  readonly database: RunDatabase
  /** Where outgoing emails go. */
  readonly #folder = mkdtempSync(join(tmpdir(), 'merch-simulation-'))
  readonly #log: Logger
  #running: Running | undefined

  /** @param onLog called with each line that the server logs about a fault. */
  constructor(world: World, database: RunDatabase, onLog: (line: string) => void) {
    this.#world = world
    this.database = database
    // Each run has another folder.
    const write = (line: string) => onLog(line.replaceAll(dirname(this.#config.databaseFile), ''))
    this.#log = pino({ level: 'warn', base: null, timestamp: false }, { write })
    world.faults.onKill = () => {
      database.kill()
      world.network.cut()
    }
  }

  async start(): Promise<void> {
    this.#running = await this.#world.time.until(start(this.#config, this.#log))
  }

  /** Stops it as SIGTERM does. */
  async stop(): Promise<void> {
    const running = this.#running
    if (running) await this.#world.time.until(running.stop())
  }

  /**
   * Ends it at once.
   * @param isKilled whether its data stays as it is at this moment, or was when a statement killed it.
   */
  async end(isKilled: boolean): Promise<void> {
    const { time, network, faults } = this.#world
    if (isKilled && !faults.isDead) this.database.kill()
    this.#running = undefined
    network.cut()
    time.clear()
    faults.reset()
    await this.database.end()
  }

  /**
   * Changes an order with a process of the command line, on the same database. Resolves when its
   * deliveries are done.
   * @param onDone called after the commit of a change that no rule refused.
   */
  async changeOrder(
    change: Change,
    account: string,
    order: string,
    onDone: () => void,
  ): Promise<void> {
    const config = this.#config
    let store: Store | undefined
    try {
      store = await openStore(config)
      const dispatcher = dispatcherFor(config, store, recordingLog().log)
      const actions = createActions(store, dispatcher)
      const life = orderLife({ actions, time: { now: Date.now() } }, toId('acc', account))
      await life[change](order)
      onDone()
      await dispatcher.settled()
    } catch {
      // A rule refuses the change, or a fault met it.
    } finally {
      await store?.close().catch(() => {})
    }
  }

  async remove(): Promise<void> {
    await this.end(false)
    await this.database.remove()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  get #config(): Config {
    const config = readConfig({
      ...this.database.environment(),
      RATE_LIMIT_BUDGET: String(budget.limit),
      RATE_LIMIT_WINDOW_SECONDS: String(budget.windowSeconds),
      SEED_DEMO: '0',
    })
    // The outbox is beside the file, also if the data is elsewhere.
    return config.postgres
      ? { ...config, databaseFile: join(this.#folder, 'simulated.db') }
      : config
  }
}
