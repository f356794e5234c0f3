import { checkTarget } from '../support/check-target.ts'
import { type CommandLine, readOptions, usageOf } from '../support/options.ts'
import { SuiteError } from '../support/suite-error.ts'
import type { Running } from '../support/target.ts'
import { checkContract } from './check-contract.ts'

type Start = (database: string | undefined) => Promise<Running>

const run = async (line: CommandLine, start?: Start): Promise<number> => {
  const options = readOptions(process.argv.slice(2), line.html)
  if (options === 'help') {
    process.stdout.write(usageOf(line))
    return 0
  }
  const target = options.target ?? (await start?.(options.database))
  if (!target) throw new SuiteError('--url and --key are missing. --help lists the options')
  try {
    await checkTarget(target)
    const print = (text: string) => process.stdout.write(`${text}\n`)
    const isKept = await checkContract(target, options, { command: line.command, print })
    return isKept ? 0 : 1
  } finally {
    await target.stop()
  }
}

/**
 * Runs the suite as a program and sets its exit status.
 * @param start starts the server that is checked without --url
 */
export const runCommand = async (line: CommandLine, start?: Start): Promise<void> => {
  // What was made for the run is removed with the process, also when it is stopped.
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  // A reader that closes its end, such as head, is no error.
  process.stdout.on('error', () => process.exit())
  try {
    process.exitCode = await run(line, start)
  } catch (error) {
    const isExpected = error instanceof SuiteError
    const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)
    process.stderr.write(`${text}\n`)
    process.exitCode = 2
  }
}
