import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Running, type Server, SuiteError } from './server.ts'

export const randomSeed = (): number => Math.floor(Math.random() * 1e9)

/**
 * Parses an option that is a whole number.
 * @throws {SuiteError} for other texts.
 */
export const wholeNumber = (name: string, text: string, least: number): number => {
  const number = Number(text)
  if (/^\d{1,9}$/.test(text) && number >= least) return number
  throw new SuiteError(`--${name} must be a whole number from ${least} to 999999999: ${text}`)
}

/** The options of a program that tests a server. Without --url, it starts one. */
export const serverOptions = {
  url: { type: 'string' },
  key: { type: 'string' },
  database: { type: 'string' },
} as const

type ServerOptions = { url?: string | undefined; key?: string | undefined }

/**
 * Returns the server of --url, which the suite does not stop. Its key is that of --key, or else of MERCH_KEY.
 * @throws {SuiteError} for an invalid URL or without a key.
 */
export const givenServer = (
  { url, key }: ServerOptions,
  more: Pick<Server, 'controls' | 'stateless'> = {},
): Running | undefined => {
  if (url === undefined && key === undefined) return undefined
  const used = key ?? process.env.MERCH_KEY
  if (url === undefined || !used)
    throw new SuiteError('--url needs --key, or the variable MERCH_KEY; --key needs --url')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new SuiteError(`--url must be such as http://127.0.0.1:8080: ${url}`)
  return { url: url.replace(/\/$/, ''), key: used, ...more, stop: async () => {} }
}

/**
 * Parses a command line.
 * @throws {SuiteError} for invalid options.
 */
export const parseOptions = <Options extends ParseArgsOptionsConfig>(
  options: Options,
  args = process.argv.slice(2),
) => {
  try {
    return parseArgs({ args, options, allowPositionals: false }).values
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/)
    throw new SuiteError(`${reason}. --help lists the options`)
  }
}

/** Runs a program that prints its usage with --help, and sets the exit status. A failed run is 2. */
export const runAsProgram = async (usage: string, run: () => Promise<number>): Promise<void> => {
  // Data of the run is removed with the process, also when it is stopped.
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  // A reader that closes its end, such as head, is no error.
  process.stdout.on('error', () => process.exit())
  if (process.argv.includes('--help')) process.stdout.write(usage)
  else
    try {
      process.exitCode = await run()
    } catch (error) {
      const isExpected = error instanceof SuiteError
      process.stderr.write(`${isExpected ? error.message : String(error)}\n`)
      process.exitCode = 2
    }
}

/** Calls a function at the first signal to stop, in place of ending the program. The second signal ends it. */
export const onStopSignal = (stop: (signal: string) => void): void => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal).once(signal, stop)
}

export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Makes a folder and those around it. Node's own recursion does not end in folders such as /proc, where nothing can be made. */
export const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have made it since.
    if (!existsSync(path)) throw error
  }
}
