import { type MeasuredServer, resident, startMeasured } from '../measured-server.ts'
import type { Faults } from './faults.ts'

/** One process of the server, from its start to its end. */
export type Life = {
  /** How it ended. */
  end: string
  seconds: number
  /** How long it took to be there, in milliseconds. */
  readyAfter: number
  requests: number
  /** Resident bytes once it was warm, and as it ended; nothing where the system does not say. */
  memory: { warm: number | undefined; last: number | undefined }
}

/** What it takes until nearly everything has been done once, in milliseconds. */
const warmUp = 5000

export type Lives = Awaited<ReturnType<typeof lives>>

/** The server, which is started again whenever it has ended; its address stays. */
export const lives = async (
  file: string,
  environment: Record<string, string>,
  faults: Faults,
  answered: () => number,
) => {
  const all: Life[] = []
  let present: { server: MeasuredServer; life: Life; begun: number; timer: NodeJS.Timeout }
  let port = '0'
  let there = Promise.withResolvers<void>()

  const begin = async () => {
    const asked = performance.now()
    const server = await startMeasured(file, { ...environment, PORT: port })
    const begun = performance.now()
    port = String(server.port)
    const life: Life = {
      end: 'is there',
      seconds: 0,
      readyAfter: begun - asked,
      requests: answered(),
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
    life.requests = answered() - life.requests
    return status
  }

  present = await begin()
  return {
    all,
    url: `http://127.0.0.1:${port}`,
    server: () => present.server,
    /** Answers once there is a server. */
    there: () => there.promise,
    end,
    /** Ends the server and starts another. @returns the exit status of the first. */
    again: async (how: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
      const isBack = faults.goesDown()
      const status = await end(how)
      await begin()
      isBack()
      return status
    },
  }
}
