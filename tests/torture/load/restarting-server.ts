import { type MeasuredServer, resident, startMeasured } from '../measured-server.ts'
import type { Faults } from './faults.ts'

/** Measurements of one server process. */
export type ProcessRun = {
  /** The signal that ended it. */
  end: string
  seconds: number
  /** Milliseconds until it listened. */
  readyAfter: number
  requests: number
  /** Resident bytes after warm-up and at the end; undefined where the system does not report them. */
  memory: { warm: number | undefined; last: number | undefined }
}

/** Milliseconds until nearly all code has run once. */
const warmUp = 5000

export type RestartingServer = Awaited<ReturnType<typeof startRestartingServer>>

/** Starts a server that can be ended and restarted on the same port. */
export const startRestartingServer = async (
  databaseUrl: string,
  environment: Record<string, string>,
  faults: Faults,
  responded: () => number,
) => {
  const all: ProcessRun[] = []
  let present: { server: MeasuredServer; life: ProcessRun; begun: number; timer: NodeJS.Timeout }
  let port = '0'
  let there = Promise.withResolvers<void>()

  const begin = async () => {
    const asked = performance.now()
    const server = await startMeasured('', {
      ...environment,
      DATABASE_URL: databaseUrl,
      PORT: port,
    })
    const begun = performance.now()
    port = String(server.port)
    const life: ProcessRun = {
      end: 'running',
      seconds: 0,
      readyAfter: begun - asked,
      requests: responded(),
      memory: { warm: undefined, last: undefined },
    }
    all.push(life)
    const look = () => {
      const now = resident(server.pid)?.now
      if (performance.now() - begun > warmUp) life.memory.warm ??= now
      life.memory.last = now ?? life.memory.last
    }
    const timer = setInterval(look, 250)
    present = { server, life, begun, timer }
    there.resolve()
    return present
  }

  /** Ends the server by a signal. @returns its exit status. */
  const end = async (how: 'SIGKILL' | 'SIGTERM') => {
    const { server, life, begun, timer } = present
    there = Promise.withResolvers()
    server.child.kill(how)
    const status = await server.ended
    clearInterval(timer)
    life.end = how
    life.seconds = (performance.now() - begun) / 1000
    life.requests = responded() - life.requests
    return status
  }

  present = await begin()
  return {
    all,
    url: `http://127.0.0.1:${port}`,
    server: () => present.server,
    /** Resolves once a server is listening. */
    there: () => there.promise,
    end,
    /**
     * Ends the server and starts another.
     * @param between called while none is running.
     * @returns the exit status of the first.
     */
    again: async (
      how: 'SIGKILL' | 'SIGTERM',
      between: () => Promise<void> = async () => {},
    ): Promise<number | null> => {
      const isBack = faults.beginDown()
      const status = await end(how)
      await between()
      await begin()
      isBack()
      return status
    },
  }
}
