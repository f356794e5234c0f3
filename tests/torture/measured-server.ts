import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { programEnvironment } from '../../testkit/program-environment.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const preloaded = ['../../testkit/resolve-test-names.ts', './report-memory.ts']
  .map((file) => `--import=${new URL(file, import.meta.url).href}`)
  .join(' ')

const Held = z.object({ bytes: z.number(), handles: z.int(), resident: z.number() })

/** A server's heap after garbage collection, its open connections and its resident memory in bytes. */
export type ServerHeld = z.output<typeof Held>

const Line = z.looseObject({
  level: z.int(),
  time: z.number().default(0),
  msg: z.string().default(''),
  deliveries: z.int().optional(),
  address: z.string().optional(),
})

export type Line = z.output<typeof Line>

/** Parses a log line. Anything else counts as a fatal error. */
const readLine = (text: string): Line => {
  try {
    return Line.parse(JSON.parse(text))
  } catch {
    return { level: 60, time: Date.now(), msg: text }
  }
}

/** Number of open descriptors of a process; undefined where the system does not report it. */
export const descriptors = (pid: number): number | undefined => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return undefined
  }
}

/** Resident memory of a process in bytes, now and at most; undefined where the system does not report it. */
export const resident = (pid: number): { now: number; most: number } | undefined => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const [, most, now] = /VmHWM:\s*(\d+) kB\nVmRSS:\s*(\d+) kB/.exec(status) ?? []
    return most === undefined ? undefined : { now: Number(now) * 1024, most: Number(most) * 1024 }
  } catch {
    return undefined
  }
}

export type MeasuredServer = {
  child: ChildProcess
  pid: number
  port: number
  /** Logged errors, at most a thousand. */
  faults: readonly Line[]
  /** Number of failed deliveries that are logged. */
  failedDeliveries(): number
  /** Resolves with the exit status; null if killed. */
  ended: Promise<number | null>
  isAlive(): boolean
  /** Measures memory. @param open waits up to 10 s until at most so many connections are open. */
  held(open: number): Promise<ServerHeld>
}

/**
 * Starts the server as `npm start` does, as a process that reports its memory. In it, names under
 * `.test` resolve to this machine.
 */
export const startMeasured = async (
  databaseFile: string,
  environment: Record<string, string> = {},
): Promise<MeasuredServer> => {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...programEnvironment(),
      PORT: '0',
      DATABASE_URL: `file:${databaseFile}`,
      RATE_LIMIT_BUDGET: '2000000000',
      NODE_OPTIONS: preloaded,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  void ended.then(() => process.off('exit', kill))
  const faults: Line[] = []
  let failed = 0
  const listening = new Promise<string>((resolve, reject) => {
    void ended.then((status) => reject(new Error(`The server ended with ${status} as it started`)))
    if (!child.stdout) return
    createInterface(child.stdout).on('line', (text) => {
      const line = readLine(text)
      if (line.address !== undefined) resolve(line.address)
      if (line.level >= 50 && faults.length < 1000) faults.push(line)
      if (line.msg === 'deliveries failed and are dropped') failed += line.deliveries ?? 0
    })
  })
  const port = Number(new URL(await listening).port)
  return {
    child,
    pid: child.pid ?? 0,
    port,
    faults,
    failedDeliveries: () => failed,
    ended,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    held: async (open) => {
      const told = once(child, 'message')
      child.send(open)
      const over = ended.then((status) => {
        throw new Error(`The server ended with ${status}`)
      })
      return Held.parse((await Promise.race([told, over]))[0])
    },
  }
}
