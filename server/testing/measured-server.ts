import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { inherited } from './inherited.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const preloaded = ['names-of-tests.ts', 'tell-memory.ts']
  .map((file) => `--import=${new URL(file, import.meta.url).href}`)
  .join(' ')

const Held = z.object({ bytes: z.number(), handles: z.int(), resident: z.number() })

/** What a server holds: its heap after garbage is collected and handles of connections; resident bytes. */
export type ServerHeld = z.output<typeof Held>

const Line = z.looseObject({
  level: z.int(),
  msg: z.string().default(''),
  address: z.string().optional(),
})

export type Line = z.output<typeof Line>

/** A line of the log; what is none counts as the worst. */
const readLine = (text: string): Line => {
  try {
    return Line.parse(JSON.parse(text))
  } catch {
    return { level: 60, msg: text }
  }
}

/** How many descriptors a process has open; nothing where the system does not say. */
export const descriptors = (pid: number): number | undefined => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return undefined
  }
}

/** The most memory that a process has had, in bytes; nothing where the system does not say. */
export const mostResident = (pid: number): number | undefined => {
  try {
    const [, kibibytes] =
      /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024
  } catch {
    return undefined
  }
}

export type MeasuredServer = {
  child: ChildProcess
  pid: number
  port: number
  /** What it has logged as an error, at the most a hundred lines. */
  faults: readonly Line[]
  /** Its exit status once it has ended; null if it was killed. */
  ended: Promise<number | null>
  isAlive(): boolean
  /** @param open how many connections may be left: those that are about to close are waited for, a while. */
  held(open: number): Promise<ServerHeld>
}

/**
 * The server as `npm start` runs it, as a process of its own that tells what it holds. Names under
 * `.test` lead to this machine in it.
 */
export const startMeasured = async (
  databaseFile: string,
  environment: Record<string, string> = {},
): Promise<MeasuredServer> => {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...inherited(),
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
  const listening = new Promise<string>((resolve, reject) => {
    void ended.then((status) => reject(new Error(`The server ended with ${status} as it started`)))
    if (!child.stdout) return
    createInterface(child.stdout).on('line', (text) => {
      const line = readLine(text)
      if (line.address !== undefined) resolve(line.address)
      if (line.level >= 50 && faults.length < 100) faults.push(line)
    })
  })
  const port = Number(new URL(await listening).port)
  return {
    child,
    pid: child.pid ?? 0,
    port,
    faults,
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
