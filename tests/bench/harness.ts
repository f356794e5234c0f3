import { type ChildProcess, spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { path } from '../kit/project.ts'

export const say = (line: string) => process.stdout.write(`${line}\n`)

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

/** Starts a program of Node and waits until its output matches. */
export const start = (
  args: readonly string[],
  pattern: RegExp,
  environment: Record<string, string> = {},
): Promise<{ child: ChildProcess; match: RegExpExecArray }> =>
  new Promise((resolve, reject) => {
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
      resolve({ child, match })
      for (const stream of [child.stdout, child.stderr]) stream.off('data', look).resume()
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('close', () => reject(new Error(`${args.join(' ')} did not start:\n${printed}`)))
  })
