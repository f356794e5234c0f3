import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { freePort } from '../../testkit/free-port.ts'
import { programEnvironment } from '../../testkit/program-environment.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const resolveTestNames = new URL('../../testkit/resolve-test-names.ts', import.meta.url).href

const LogLine = z.looseObject({
  level: z.int(),
  msg: z.string().default(''),
  address: z.string().optional(),
})

/** Parses a log line. Anything else counts as an error. */
const readLine = (text: string): z.output<typeof LogLine> => {
  try {
    return LogLine.parse(JSON.parse(text))
  } catch {
    return { level: 60, msg: text }
  }
}

/** A server that can be ended and started again on the same port. */
export type ServerProcess = {
  readonly url: string
  readonly port: number
  /** Messages of logged errors of all its processes, at most a thousand. */
  readonly errors: readonly string[]
  start(): Promise<void>
  /** Ends the process by a signal. Returns its exit status; null if it was killed. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  isRunning(): boolean
  /** When the process logged that it stops, as a time of `performance.now()`; else infinity. */
  stoppingSince(): number
  /** Number of open descriptors. */
  descriptors(): number
  /** The most resident memory that the process had, in bytes. */
  peakMemory(): number
}

/**
 * Starts the server as `npm start` does. In it, names under `.test` resolve to this machine.
 * The process is killed at the latest when this one exits.
 */
export const startServerProcess = async (
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<ServerProcess> => {
  const port = await freePort()
  const errors: string[] = []
  let child: ChildProcess | undefined
  let ended: Promise<number | null> = Promise.resolve(null)
  let stoppingSince = Number.POSITIVE_INFINITY
  process.once('exit', () => child?.kill('SIGKILL'))

  const start = async () => {
    stoppingSince = Number.POSITIVE_INFINITY
    const started = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: {
        ...programEnvironment(),
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        RATE_LIMIT_BUDGET: '2000000000',
        NODE_OPTIONS: `--import=${resolveTestNames}`,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = started
    ended = new Promise((resolve) => started.once('close', resolve))
    await new Promise<void>((resolve, reject) => {
      void ended.then((status) => reject(new Error(`The server ended with ${status} on its start`)))
      createInterface(started.stdout).on('line', (text) => {
        const { level, msg, address } = readLine(text)
        if (address !== undefined) resolve()
        if (msg === 'stopping') stoppingSince = performance.now()
        if (level >= 50 && errors.length < 1000) errors.push(msg)
      })
    })
  }
  await start()
  const proc = (file: string) => `/proc/${child?.pid}/${file}`
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    errors,
    start,
    end: (signal) => {
      child?.kill(signal)
      return ended
    },
    isRunning: () => child?.exitCode === null && child.signalCode === null,
    stoppingSince: () => stoppingSince,
    descriptors: () => readdirSync(proc('fd')).length,
    peakMemory: () =>
      Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(proc('status'), 'utf8'))?.[1]) * 1024,
  }
}
