import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { orderLife } from '../../contract-tests/own/order-life.ts'
import { createActions } from '../../server/actions/actions.ts'
import { readConfig } from '../../server/config.ts'
import { toId } from '../../server/domain/ids.ts'
import { dispatcherFor } from '../../server/process/create-dispatcher.ts'
import { type Running, start } from '../../server/process/start.ts'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import type { Store } from '../../server/store/store.ts'
import { recordingLog } from '../../testkit/recording-log.ts'
import type { Change } from './steps.ts'
import type { World } from './world/world.ts'

/** The rate limit of every run. Small, so that runs exceed it. */
export const budget = { limit: 8, windowSeconds: 10 }

/** Temporary files, in memory where the system has such a folder. */
const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** The server as a process: it can be started, stopped and killed at any moment. */
export class ServerProcess {
  readonly #world: World
  readonly #folder = mkdtempSync(join(root, 'merch-simulation-'))
  #lives = 0
  #running: Running | undefined

  constructor(world: World, template: string) {
    this.#world = world
    mkdirSync(this.#lifeFolder)
    copyFileSync(template, this.file)
    world.faults.onKill = () => {
      this.#copyFiles()
      world.network.cut()
    }
  }

  /** The database file of the current life. */
  get file(): string {
    return join(this.#lifeFolder, 'simulated.db')
  }

  async start(): Promise<void> {
    const { log } = recordingLog('info')
    this.#running = await this.#world.time.until(start(this.#config, log))
  }

  /** Stops it as SIGTERM does. */
  async stop(): Promise<void> {
    const running = this.#running
    if (running) await this.#world.time.until(running.stop())
  }

  /**
   * Ends it at once.
   * @param isKilled whether its files stay as they are at this moment, or were when a statement killed it.
   */
  end(isKilled: boolean): void {
    const { time, network, faults } = this.#world
    if (isKilled && !faults.isDead) this.#copyFiles()
    this.#running = undefined
    network.cut()
    time.clear()
    faults.reset()
  }

  /**
   * Changes an order with a process of the command line, on the same file. Resolves when its
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
      store = await openSqliteStore(config.databaseFile)
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

  remove(): void {
    this.end(false)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  get #config() {
    return readConfig({
      DATABASE_URL: `file:${this.file}`,
      RATE_LIMIT_BUDGET: String(budget.limit),
      RATE_LIMIT_WINDOW_SECONDS: String(budget.windowSeconds),
      SEED_DEMO: '0',
    })
  }

  get #lifeFolder(): string {
    return join(this.#folder, String(this.#lives))
  }

  /** Copies what a killed process leaves behind. The copies are the next life's files. */
  #copyFiles(): void {
    const files = ['', '-wal'].map((suffix) => this.file + suffix)
    this.#lives++
    mkdirSync(this.#lifeFolder)
    for (const file of files)
      if (existsSync(file))
        copyFileSync(file, join(this.#lifeFolder, file.slice(file.lastIndexOf('/'))))
  }
}
