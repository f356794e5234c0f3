import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Operations, operationIds } from '../../generated/operations.ts'
import { stubs } from '../../generated/stubs.ts'
import { onPort, readConfig } from '../config.ts'
import { digest, publicKey } from '../domain/api-key.ts'
import { systemClock } from '../domain/clock.ts'
import { toId } from '../domain/ids.ts'
import type { ExtendApp } from '../http/api/app.ts'
import { attachApp } from '../http/connection/http-server.ts'
import { listen } from '../http/connection/listen.ts'
import type { Call } from '../http/kit/env.ts'
import { appWithoutStore } from './compose.ts'
import { explainError } from './explain-error.ts'
import { createLog } from './log.ts'
import { nearestName } from './nearest-name.ts'
import { createServer } from './start.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Finds the compiler of `npm run types`. It is a development dependency, so it may be missing. */
const findCompiler = (): string | undefined => {
  try {
    return join(createRequire(import.meta.url).resolve('typescript-7/package.json'), '../bin/tsc')
  } catch {
    return undefined
  }
}

/**
 * Type-checks a module with the repository's compiler settings.
 * @param file an absolute path.
 * @returns the compiler's errors, empty if there are none; undefined if TypeScript is not installed.
 */
const typeCheck = (file: string): string | undefined => {
  const compiler = findCompiler()
  if (compiler === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'merch-types-'))
  try {
    const project = join(folder, 'tsconfig.json')
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        // The module may lie in a folder without a package.json that says it is an ES module.
        module: 'esnext',
        moduleResolution: 'bundler',
        typeRoots: [join(root, 'node_modules/@types')],
        noUnusedLocals: false,
      },
      include: [],
      files: [file],
    }
    writeFileSync(project, JSON.stringify(config))
    const args = [compiler, '--pretty', 'false', '--project', project]
    const { stdout, stderr, error } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (error) throw error
    return `${stdout}${stderr}`.trim()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What `npm run stubs -- --with FILE` takes from a module. */
type StubModule = { operations: Operations<Call>; extend?: ExtendApp | undefined }

/** Thrown for a module that cannot replace the stubs. The message says what to change. */
class StubModuleError extends Error {
  override name = 'StubModuleError'
}

const hasMethod = (operations: object, name: string): boolean =>
  typeof Reflect.get(operations, name) === 'function'

const isOperations = (value: object): value is Operations<Call> =>
  operationIds.every((id) => hasMethod(value, id))

const isExtend = (value: unknown): value is ExtendApp | undefined =>
  value === undefined || typeof value === 'function'

const rejectUnknownNames = (file: string, operations: object): void => {
  const known = new Set<string>(operationIds)
  const unknown = Object.keys(operations).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  const lines = unknown.map((name) => `  ${name}: did you mean ${nearestName(name, operationIds)}?`)
  throw new StubModuleError(
    `${file} has methods that are no operations of the contract:\n${lines.join('\n')}`,
  )
}

/** @throws {StubModuleError} with the compiler's errors. */
const checkTypes = (file: string, warn: (line: string) => void): void => {
  if (!['.ts', '.mts'].includes(extname(file))) return
  const errors = typeCheck(resolve(file))
  if (errors === undefined)
    warn(`${file} is not type-checked: TypeScript is not installed. Install it with npm ci.`)
  else if (errors !== '')
    throw new StubModuleError(`${errors}\n${file} does not compile. Fix it and start again.`)
}

/**
 * Type-checks and imports a module of operations.
 * @param warn called with a line if TypeScript is not installed.
 * @throws {StubModuleError} for a missing file, type errors, or an export that does not fit.
 */
const readStubModule = async (file: string, warn: (line: string) => void): Promise<StubModule> => {
  if (!existsSync(file)) throw new StubModuleError(`There is no file ${file}`)
  checkTypes(file, warn)
  const { operations, extend }: { operations?: unknown; extend?: unknown } = await import(
    pathToFileURL(resolve(file)).href
  )
  if (typeof operations === 'object' && operations !== null) rejectUnknownNames(file, operations)
  if (typeof operations !== 'object' || operations === null || !isOperations(operations))
    throw new StubModuleError(
      `${file} must export \`operations\` with a method for every operation. Spread the stubs first.`,
    )
  if (!isExtend(extend))
    throw new StubModuleError(`${file} must export \`extend\` as a function, or not at all`)
  return { operations, extend }
}

const usage = `Usage: npm run stubs -- [--with FILE]

Serves the contract with every operation returning the document's example, behind the real
edge: keys, rate limit, validation, and replies checked against the document.

  --with FILE  a module that exports \`operations\`: the stubs with some methods replaced.
               It may export \`extend\`, a function that registers middleware and routes on
               the Hono app. TypeScript files are type-checked first.
  --help       this text

HOST, PORT, TLS_CERT, TLS_KEY and the RATE_LIMIT_ settings are the server's.
`

const serve = async ({ operations, extend }: StubModule): Promise<void> => {
  const config = readConfig()
  const log = await createLog(config)
  const key = publicKey('stub')
  const { app } = appWithoutStore({
    operations,
    extend,
    config,
    clock: systemClock,
    log,
    accountOf: (given) => (given === digest(key) ? toId('acc', 'acc_stub') : undefined),
  })
  const port = await listen(
    attachApp(createServer(config), app, log, config.trustedProxies),
    config.port,
    config.host,
  )
  const { baseUrl: address } = onPort(config, port)
  process.stdout.write(`The stubs are listening on ${address}

  curl -H 'Authorization: Bearer ${key}' '${address}/v1/orders/list'

`)
}

const warn = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { with: { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) process.stdout.write(usage)
  else if (values.with === undefined) await serve({ operations: stubs })
  else await serve(await readStubModule(values.with, warn))
}

await run().catch((error: unknown) => {
  warn(error instanceof StubModuleError ? error.message : explainError(error))
  process.exitCode = 1
})
