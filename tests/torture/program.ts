import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { distribute } from '../../server/store/postgres/plan-distribution.ts'
import { connect } from '../../server/store/postgres/postgres-connection.ts'
import { startCitusCluster } from '../kit/citus-cluster.ts'
import { startPostgresCluster } from '../kit/postgres-cluster.ts'
import { postgresDatabase, sqliteDatabase, type TestDatabase } from '../kit/server/test-database.ts'
import type { seedShop } from '../kit/server/test-shop.ts'
import type { SpawnedServer } from '../kit/spawn-server.ts'
import { makeTemporaryFolder } from '../kit/temporary-folder.ts'

/** Problems that a program prints, at most. */
const maxReported = 20

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Reads an option. @throws if it is no whole number of at most six digits. */
export const wholeNumber = (text: string): number => {
  if (!/^[0-9]{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** Returns the errors among lines of a log. A line that is no JSON is one. */
export const loggedErrors = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => !/^\{"level":[1-4]0,/.test(line))
    .map((line) => `the server logged: ${line}`)

/** Returns the texts that are there more than once. */
export const repeated = (texts: readonly string[]): string[] => {
  const seen = new Set<string>()
  return texts.filter((text) => seen.size === seen.add(text).size)
}

/** Waits until a condition holds. @returns whether it held in time. */
export const until = async (
  isTrue: () => boolean | Promise<boolean>,
  milliseconds: number,
): Promise<boolean> => {
  const deadline = performance.now() + milliseconds
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false
    await sleep(50)
  }
  return true
}

/**
 * Repeats each act until the returned function is called. Acts may fail.
 * @param pause milliseconds after an act, at most.
 */
export const repeat = (acts: readonly (() => Promise<unknown>)[], pause: number) => {
  let isOver = false
  const running = Promise.all(
    acts.map(async (act) => {
      while (!isOver) {
        await act().catch(() => {})
        await sleep(Math.random() * pause)
      }
    }),
  )
  return () => {
    isOver = true
    return running
  }
}

export type Shop = Awaited<ReturnType<typeof seedShop>>

/** What a program uses and finds. */
export class Torture {
  readonly problems: string[] = []
  readonly #folder = makeTemporaryFolder()
  readonly #cleanups: (() => Promise<unknown>)[] = []

  constructor() {
    process.once('exit', this.#folder.remove)
  }

  /** Returns the path of a file that is removed when the program ends. */
  file(name: string): string {
    return join(this.#folder.path, name)
  }

  newSqlite(): TestDatabase {
    return sqliteDatabase(this.file('torture.db'))
  }

  /**
   * Starts a PostgreSQL server for a database. Its commits survive a kill of PostgreSQL. They need not survive
   * one of the machine, so no commit waits for the disk.
   * @param port of 127.0.0.1, where it listens besides its Unix socket.
   */
  async newPostgres(port?: number) {
    const settings = ['synchronous_commit=on']
    const listening = port === undefined ? {} : { port }
    const cluster = await startPostgresCluster({ settings, ...listening })
    this.#cleanups.push(cluster.stop)
    const name = 'torture'
    await cluster.create(name)
    // An acknowledged write must survive that, too.
    await cluster.query(name, 'alter role merch set synchronous_commit = off')
    return { ...postgresDatabase(cluster, name), cluster, workers: [], name }
  }

  /**
   * Starts a coordinator and two workers of Citus for a distributed database.
   * @param port of 127.0.0.1, where the coordinator listens besides its Unix socket.
   */
  async newCitus(port: number) {
    const { coordinator: cluster, workers, create, stop } = await startCitusCluster(2, true, port)
    this.#cleanups.push(stop)
    const name = 'torture'
    await create(name)
    const database = postgresDatabase(cluster, name)
    await (await database.open()).close()
    const client = await connect(database.url)
    await distribute(client)
    await client.end()
    return { ...database, cluster, workers, name }
  }

  /** Stops a server as an operator does. */
  async stop({ child, ended }: Pick<SpawnedServer, 'child' | 'ended'>): Promise<void> {
    child.kill('SIGTERM')
    const status = await ended
    if (status !== 0) this.problems.push(`SIGTERM ended the server with ${status}`)
  }

  /** Stops PostgreSQL and ends the process. */
  async exit(status: number): Promise<never> {
    for (const cleanup of this.#cleanups.splice(0)) await cleanup()
    // Connections that a failed check left open must not keep the process alive.
    process.exit(status)
  }
}

/** Runs a program. Prints its problems, and at last `passed` or `failed`. The exit status is 1 if there are problems. */
export const torture = async (run: (torture: Torture) => Promise<void>): Promise<never> => {
  const program = new Torture()
  const { problems } = program
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void program.exit(1))
  await run(program).catch((error) =>
    problems.push(error instanceof Error ? `${error.stack}` : String(error)),
  )
  for (const problem of problems.slice(0, maxReported)) process.stderr.write(`${problem}\n`)
  say(problems.length > 0 ? 'failed' : 'passed')
  return program.exit(problems.length > 0 ? 1 : 0)
}
