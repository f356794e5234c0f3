import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'

export const path = (relative: string) =>
  fileURLToPath(new URL(`../../${relative}`, import.meta.url))

export const say = (line: string) => process.stdout.write(`${line}\n`)

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Reads options of the command line, all texts. Prints the usage and exits with --help. */
export const readOptions = <Name extends string>(
  usage: string,
  defaults: Record<Name, string>,
): Record<Name, string> => {
  const names = Object.keys(defaults)
  const text = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]))
  const { values } = parseArgs({ options: { ...text, help: { type: 'boolean' } } })
  if (values.help) {
    say(usage)
    process.exit()
  }
  return { ...defaults, ...values }
}

/** A program and the milliseconds until it printed the expected line. */
export type Started = { child: ChildProcess; match: RegExpExecArray; readyAfter: number }

/** Starts a program of Node and waits until its output matches. */
export const start = (
  args: readonly string[],
  pattern: RegExp,
  environment: Record<string, string> = {},
): Promise<Started> =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    const child = spawn(process.execPath, args, {
      cwd: path('.'),
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    const look = (chunk: Buffer) => {
      printed += chunk.toString()
      const match = pattern.exec(printed)
      if (!match) return
      resolve({ child, match, readyAfter: performance.now() - began })
      for (const stream of [child.stdout, child.stderr]) stream.off('data', look).resume()
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('close', () => reject(new Error(`${args.join(' ')} did not start:\n${printed}`)))
  })

export type Measured = { perSecond: number; p99: number }

/**
 * Sends the same request on 50 connections, or the given number of them.
 * @returns requests per second, and the 99th percentile of their time in milliseconds.
 * @throws when a response has another status code, or there is none.
 */
export const measure = async (
  name: string,
  options: autocannon.Options,
  status: number,
): Promise<Measured> => {
  const result = await autocannon({ connections: 50, ...options })
  const codes = result.statusCodeStats ?? {}
  if (result.errors > 0 || Object.keys(codes).some((code) => Number(code) !== status))
    throw new Error(`${name}: ${result.errors} errors, status codes ${JSON.stringify(codes)}`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}
