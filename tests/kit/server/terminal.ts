import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, vi } from 'vitest'
import { runMerch } from '../../../server/cli/merch.ts'
import { programEnvironment } from '../run.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** Records the output to a stream of this process until the test ends. */
const recorded = (stream: NodeJS.WriteStream) => {
  const written: string[] = []
  const spy = vi.spyOn(stream, 'write').mockImplementation((text, ...rest: unknown[]) => {
    written.push(String(text))
    const done = rest.find((value) => typeof value === 'function')
    done?.()
    return true
  })
  onTestFinished(() => spy.mockRestore())
  return () => written.splice(0).join('')
}

/** Makes a stream of this process a terminal until the test ends. */
export const makeTerminal = (stream: NodeJS.WriteStream): void => {
  const { isTTY } = stream
  stream.isTTY = true
  onTestFinished(() => {
    stream.isTTY = isTTY
  })
}

/** Lets the next command read a text on standard input. */
export const standardInput = (text: string | Buffer): void => {
  const before = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  Object.defineProperty(process, 'stdin', { value: Readable.from([text]), configurable: true })
  onTestFinished(() => void Object.defineProperty(process, 'stdin', before))
}

/** Returns the path of an empty database. */
const emptyDatabase = (): string => {
  const file = join(temporaryFolder(), 'merch.db')
  // SQLite takes an empty file for an empty database.
  writeFileSync(file, '')
  return file
}

/**
 * Runs `merch` in this process, which takes a tenth of the time of another process.
 * `cli/main.process.test.ts` starts processes instead.
 * @param file the database. Default: an empty one.
 * @param url the database's URL, if it is no file.
 */
export const terminal = (file = emptyDatabase(), url = `file:${file}`) => {
  const environment = process.env
  process.env = { ...programEnvironment(), DATABASE_URL: url }
  onTestFinished(() => {
    process.env = environment
  })
  const [readOut, readErr] = [recorded(process.stdout), recorded(process.stderr)]
  const merch = async (...args: string[]) => {
    const before = process.exitCode
    process.exitCode = 0
    try {
      await runMerch(args)
      return { status: process.exitCode, stdout: readOut(), stderr: readErr() }
    } finally {
      process.exitCode = before
    }
  }
  /** Runs a command that must succeed. Returns its stdout. */
  const ok = async (...args: string[]) => {
    const { status, stdout, stderr } = await merch(...args)
    expect(status, stderr).toBe(0)
    return stdout
  }
  /** Runs a list of things, which must succeed. Returns them. */
  const things = async (...args: string[]) =>
    (await ok(...args, '--json')).match(/.+/g)?.map((line) => JSON.parse(line)) ?? []
  const folder = dirname(file)
  /** Writes a file beside the database. Returns its path. */
  const write = (name: string, content: string | Buffer): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  return { merch, ok, things, file, folder, write }
}
