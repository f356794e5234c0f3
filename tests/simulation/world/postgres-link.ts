import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Carrier, LinkedSocket } from './linked-socket.ts'
import { settleMicrotasks } from './task.ts'
import type { VirtualTime } from './virtual-time.ts'

const RealSocket = net.Socket
const [realTimeout, clearRealTimeout] = [setTimeout, clearTimeout]

/** The user that the tests' PostgreSQL servers have. */
const user = 'merch'
/** The name of connections of the simulation itself. */
const observer = 'simulation'
/** Milliseconds after which PostgreSQL cancels a statement, as the server asks it to. */
const statementMilliseconds = 4000
/** Milliseconds of real time between two looks at what PostgreSQL does. */
const pause = 2
/** A lock that is held for so many looks is held until another statement runs. */
const looks = 3
/** Looks after which PostgreSQL counts as hung. */
const mostLooks = 10_000

const states = `
  select pid, cardinality(pg_blocking_pids(pid)) > 0 as blocked
  from pg_stat_activity where pid = any($1::int[])`

/**
 * Carries the statements of simulated processes to PostgreSQL. They travel in simulated time, each way
 * for a random while. While PostgreSQL runs one, simulated time does not advance. So statements of several
 * connections run in an order that follows from the seed, one after another, unless they wait for locks.
 */
export class PostgresLink implements Carrier {
  readonly #time: VirtualTime
  readonly #folder: string
  /** The file in which PostgreSQL reads the simulated time, in milliseconds. */
  readonly clockFile: string
  readonly #open = new Set<LinkedSocket>()
  /** The processes of connections that the server has closed. They may still run. */
  readonly #ending = new Set<number>()
  #admin: Promise<Client> | undefined
  #isDirty = false
  #cancelling: Promise<unknown> = Promise.resolve()
  #changed: () => void = () => {}

  /** @param folder of PostgreSQL's Unix socket. */
  constructor(time: VirtualTime, folder: string) {
    this.#time = time
    this.#folder = folder
    const clock = mkdtempSync(join(tmpdir(), 'merch-clock-'))
    chmodSync(clock, 0o755)
    process.once('exit', () => rmSync(clock, { recursive: true, force: true }))
    this.clockFile = join(clock, 'now')
  }

  /** Replaces the sockets of the process. There is no way back. */
  install(): void {
    const link = this
    class Socket extends LinkedSocket {
      constructor() {
        super(link)
      }
    }
    Object.assign(net, { Socket })
    syncBuiltinESMExports()
    this.#time.settle = () => this.#settle()
  }

  urlOf(database: string): string {
    return `postgres://${user}@/${database}?host=${encodeURIComponent(this.#folder)}`
  }

  /** Opens a connection of the simulation itself, in real time. */
  async connect(database: string): Promise<Client> {
    const stream = () => new RealSocket()
    const client = new Client({
      host: this.#folder,
      user,
      database,
      stream,
      application_name: observer,
    })
    await client.connect()
    return client
  }

  /** Runs a statement of the simulation itself, in real time. */
  async query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    this.#admin ??= this.connect('postgres')
    return (await (await this.#admin).query(text, values)).rows
  }

  /** Closes all connections of simulated processes at once. They do not notice. */
  cut(): void {
    for (const socket of this.#open) socket.abandon()
  }

  /** Ends what PostgreSQL still does for simulated processes, and waits for it. */
  async end(database: string): Promise<void> {
    this.cut()
    this.#ending.clear()
    const text = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = $1 and application_name <> $2`
    while ((await this.query(text, [database, observer])).length > 0);
  }

  dial(socket: LinkedSocket, path: string): void {
    this.#open.add(socket)
    this.#later(socket, () => {
      socket.open(new RealSocket().connect(path))
      this.#isDirty = true
      // The connection is open when the simulation goes on.
      this.#later(socket, () => socket.emit('connect'))
    })
  }

  hasWritten(socket: LinkedSocket): void {
    this.#later(socket, () => {
      writeFileSync(this.clockFile, String(this.#time.now))
      socket.send()
      this.#isDirty = true
      this.#limit(socket, socket.sent)
    })
  }

  hasChanged(): void {
    this.#changed()
  }

  hasEnded(socket: LinkedSocket): void {
    this.#open.delete(socket)
    if (socket.pid !== 0) this.#ending.add(socket.pid)
    this.#isDirty = true
  }

  /** Cancels what a connection runs if it takes too long, as PostgreSQL would in real time. */
  #limit(socket: LinkedSocket, requests: number): void {
    this.#time.after(statementMilliseconds, () => {
      if (socket.destroyed || socket.hasResponded(requests)) return
      this.#cancelling = this.query('select pg_cancel_backend($1)', [socket.pid])
      this.#isDirty = true
    })
  }

  /** Calls back after the time that bytes of a connection take, unless it has ended. */
  #later(socket: LinkedSocket, call: () => void, more = 0): void {
    const after = 0.05 + Math.random() * 1.5 + more
    socket.lastAt = Math.max(this.#time.now + after, socket.lastAt)
    this.#time.after(socket.lastAt - this.#time.now, () => {
      if (!socket.destroyed) call()
    })
  }

  /** Waits until PostgreSQL has run all it can, and schedules the arrival of its responses. */
  async #settle(): Promise<void> {
    await settleMicrotasks()
    if (!this.#isDirty) return
    this.#isDirty = false
    await this.#finish()
    for (const socket of [...this.#open]) this.#respond(socket)
    await settleMicrotasks()
    if (this.#isDirty) await this.#settle()
  }

  async #finish(): Promise<void> {
    await this.#cancelling
    let blocked = 0
    for (let i = 0; blocked < looks; i++) {
      const busy = [...this.#open].filter(({ isBusy }) => isBusy)
      if (busy.length + this.#ending.size === 0) return
      if (i > mostLooks) throw new Error('PostgreSQL does not respond')
      if (busy.length > 0 && (await this.#change())) continue
      const rows = await this.query(states, [[...busy.map(({ pid }) => pid), ...this.#ending]])
      const found = new Map(rows.map((row) => [Number(row.pid), row.blocked === true]))
      for (const pid of this.#ending) if (!found.has(pid)) this.#ending.delete(pid)
      const pids = [...busy.filter(({ isBusy }) => isBusy).map(({ pid }) => pid), ...this.#ending]
      blocked = pids.every((pid) => found.get(pid)) ? blocked + 1 : 0
    }
  }

  /** Waits a moment for PostgreSQL. Returns whether anything has come. */
  #change(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = realTimeout(() => resolve(false), pause)
      this.#changed = () => {
        clearRealTimeout(timer)
        resolve(true)
      }
    })
  }

  #respond(socket: LinkedSocket): void {
    for (const { bytes, effect } of socket.takeResponses()) {
      const arrive = () => {
        if (effect?.onArrival() !== false) socket.push(bytes)
      }
      this.#later(socket, arrive, effect?.milliseconds)
    }
    if (socket.isClosed) this.#later(socket, () => socket.destroy())
  }
}
