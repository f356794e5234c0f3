import { readConfig } from '../config.ts'
import { banner } from './banner.ts'
import { explain } from './explain-error.ts'
import { createLog } from './log.ts'
import { start } from './start.ts'

type Options = {
  /** Ends the process. */
  exit: (status: number) => void
  /** How long a stop may take, in milliseconds, if not as long as usual. */
  grace?: number
}

/**
 * Runs the server as a process: it is set by the environment, says where it listens, and stops on
 * SIGTERM or SIGINT; a second one ends it at once. SIGHUP has it read its certificate anew. What keeps it from starting is said in one line.
 */
export const runServer = async ({ exit, grace }: Options): Promise<void> => {
  const fail = (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    exit(1)
  }
  try {
    const config = readConfig()
    const log = createLog(config.logLevel)
    const running = await start(config, log, grace)
    let stopping = false
    const stop = (signal: NodeJS.Signals) => {
      if (stopping) exit(1)
      stopping = true
      log.info({ signal }, 'stopping')
      void running.stop().then(() => exit(0), fail)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    // Without a certificate it is what it is to every program: the end, when a terminal closes.
    if (running.renew) process.on('SIGHUP', running.renew)

    const { address, demo } = running
    if (process.stdout.isTTY || demo !== undefined) process.stdout.write(banner({ address, demo }))
    else log.info({ address }, 'listening')
  } catch (error) {
    fail(error)
  }
}
