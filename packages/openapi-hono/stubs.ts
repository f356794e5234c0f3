import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import ts from 'typescript'
import { banner } from './emit/module.ts'
import type { Outputs } from './generate.ts'

/** Thrown when a command cannot do its work. The message names the correction. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Returns the module that puts the stubs and their replacements together, and so checks their types. */
const together = (
  overrides: string | undefined,
): string => `${overrides === undefined ? 'const operations = {}' : `import { operations } from ${JSON.stringify(overrides)}`}
import type { Call } from './mount.ts'
import { implement } from './operations.ts'
import { stubs } from './stubs.ts'

export * from './server.ts'
export const all = implement<Call<unknown>>()({ ...stubs, ...operations })
`

/** @throws {CommandError} when a module does not compile. Its dependencies, and layers, are not checked. */
const checkTypes = (file: string): void => {
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2022,
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'].map((name) => `lib.${name}.d.ts`),
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
  })
  // A layer compiles as it is generated, and checking one takes as long as the rest.
  const checked = program.getSourceFiles().filter(({ text }) => !text.startsWith(banner))
  const errors = checked.flatMap((each) => ts.getPreEmitDiagnostics(program, each))
  const host = ts.createCompilerHost({})
  if (errors.length > 0) throw new CommandError(ts.formatDiagnostics(errors, host).trimEnd())
}

type Mount = (app: Hono, operations: object, options: object) => void

type Together = { all: Record<string, unknown>; mount: Mount; mountBehindEdge?: Mount }

/** Accepts one key, or any credentials of any scheme. */
const credentials = (key: string | undefined) => {
  const check = (given: unknown) => (key === undefined || given === key ? {} : undefined)
  return new Proxy({}, { get: () => check })
}

/** Returns a function that makes the headers of a rate limit that is never exceeded, and of the request's ID. */
const edgeHeaders = () => {
  const limit = 1_000_000
  const end = Math.floor(Date.now() / 1000) + 86_400
  let remaining = limit
  return ({ req }: Context) => {
    remaining--
    return {
      'X-Request-Id': req.header('X-Request-Id') ?? crypto.randomUUID(),
      'RateLimit-Limit': `${limit}`,
      'RateLimit-Remaining': `${remaining}`,
      'RateLimit-Reset': `${Math.max(end - Math.floor(Date.now() / 1000), 1)}`,
      'X-RateLimit-Limit': `${limit}`,
      'X-RateLimit-Remaining': `${remaining}`,
      'X-RateLimit-Reset': `${end}`,
    }
  }
}

type StubOptions = {
  /** A module that exports `operations`, which replace stubs. */
  with?: string | undefined
  /** The only key that is accepted. Default: any credentials. */
  key?: string | undefined
  /** The most bytes of a body. */
  'max-body': string
}

/**
 * Serves the stubs of a layer, whose TypeScript Node runs.
 * @returns the address.
 * @throws {CommandError} when the module does not compile with the layer.
 */
export const serveStubs = async (
  outputs: Outputs,
  port: number,
  { with: overrides, key, 'max-body': maxBody }: StubOptions,
): Promise<string> => {
  if (overrides !== undefined && !existsSync(overrides))
    throw new CommandError(`There is no file ${overrides}`)
  // In the project, so that the layer and the module find its packages.
  const folder = mkdtempSync(resolve('.openapi-hono-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit())
  mkdirSync(join(folder, 'layer'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  // Those in folders are not imported.
  for (const [name, text] of Object.entries(outputs))
    if (/^[^/]+\.ts$/.test(name)) writeFileSync(join(folder, 'layer', name), text)
  const module = overrides && relative(join(folder, 'layer'), resolve(overrides))
  const file = join(folder, 'layer', 'together.ts')
  writeFileSync(file, together(module))
  if (overrides !== undefined) checkTypes(file)
  const { all, mount, mountBehindEdge = mount }: Together = await import(pathToFileURL(file).href)
  const app = new Hono()
  const limits = { bytes: Number(maxBody) }
  mountBehindEdge(app, all, { security: credentials(key), headers: edgeHeaders(), limits })
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (address) => {
      // Loaded: only packages are imported from here on.
      remove()
      resolve(`http://127.0.0.1:${address.port}`)
    })
    server.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE'
      const what = `The port ${port} is in use. Choose another with --port N, or a free one with --port 0`
      reject(new CommandError(isTaken ? what : error.message))
    })
  })
}
