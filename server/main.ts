import { banner } from './banner.ts'
import { readConfig } from './config.ts'
import { explain } from './explain.ts'
import { createLog } from './log.ts'
import { start } from './start.ts'

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const run = async (): Promise<void> => {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const running = await start(config, log)
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    void running.stop().then(
      () => process.exit(0),
      (error) => fail(explain(error)),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  const { address, demo } = running
  if (process.stdout.isTTY || demo !== undefined) process.stdout.write(banner({ address, demo }))
  else log.info({ address }, 'listening')
}

await run().catch((error) => fail(explain(error)))
