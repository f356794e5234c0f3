import { ownServer } from './own/own-server.ts'
import { checkContract } from './report/check-contract.ts'
import { checkTarget } from './support/check-target.ts'
import { readOptions, usage } from './support/options.ts'
import { SuiteError } from './support/suite-error.ts'

// What was made for the run goes with the process, also when it is stopped.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
// A reader that has seen enough, such as head, is no fault.
process.stdout.on('error', () => process.exit())

const run = async (): Promise<number> => {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') {
    process.stdout.write(usage)
    return 0
  }
  const target = options.target ?? (await ownServer())
  try {
    await checkTarget(target)
    const isKept = await checkContract(target, options, (line) => process.stdout.write(`${line}\n`))
    return isKept ? 0 : 1
  } finally {
    await target.stop()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  const isExpected = error instanceof SuiteError
  const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 2
}
