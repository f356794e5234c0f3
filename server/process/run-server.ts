import { hostname } from 'node:os'
import { type Config, readConfig } from '../config.ts'
import { banner, howToBegin } from './banner.ts'
import { explainError } from './explain-error.ts'
import { createLog } from './log.ts'
import { start } from './start.ts'

/** Returns a name for this process among the servers of a database. A SQLite file needs none. */
const nodeOf = ({ postgres, port }: Config): string | undefined =>
  postgres && `${hostname()}:${port}`

type Options = {
  /** Ends the process. */
  exit: (status: number) => void
  /** Milliseconds that a stop may take, if not the default. */
  grace?: number
}

/**
 * Runs the server as a process, configured by the environment. SIGTERM and SIGINT stop it; a second
 * signal ends it at once. SIGHUP reloads the TLS certificate. A start that fails prints one line.
 */
export const runServer = async ({ exit, grace }: Options): Promise<void> => {
  const fail = (error: unknown) => {
    process.stderr.write(`${explainError(error)}\n`)
    exit(1)
  }
  try {
    const config = readConfig()
    const log = await createLog({ ...config, node: nodeOf(config) })
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
    // Without TLS, SIGHUP keeps its default: it ends the process when the terminal closes.
    if (running.reloadTls) process.on('SIGHUP', running.reloadTls)

    const { address, listensOn, demo } = running
    if (process.stdout.isTTY || demo !== undefined) process.stdout.write(banner(running))
    else {
      log.info({ address, listensOn }, 'listening')
      if (running.isEmpty) log.info(howToBegin)
    }
  } catch (error) {
    fail(error)
  }
}
