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
import type { ExtendApp } from '../http/app.ts'
import type { Call } from '../http/env.ts'
import { attachApp, listen } from '../http/http-server.ts'
import { appWithoutStore } from './compose.ts'
import { explainError } from './explain-error.ts'
import { createLog } from './log.ts'
import { createServer } from './start.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What `npm run stubs -- --with FILE` takes from a module. */
type StubModule = { operations: Operations<Call>; extend?: ExtendApp | undefined }

/** Thrown for a module that cannot replace the stubs. The message says what to change. */
class StubModuleError extends Error {
  override name = 'StubModuleError'
}

const warn = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Finds the compiler of `npm run types`. It is a development dependency, so it may be missing. */
const findCompiler = (): string | undefined => {
  try {
    return join(createRequire(import.meta.url).resolve('typescript-7/package.json'), '../bin/tsc')
  } catch {
    return undefined
  }
}

/**
 * Type-checks a module with the repository's compiler settings, if TypeScript is installed.
 * @throws {StubModuleError} with the compiler's errors.
 */
const checkTypes = (file: string): void => {
  const compiler = findCompiler()
  if (compiler === undefined) {
    warn(`${file} is not type-checked: TypeScript is not installed. Install it with npm ci.`)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'merch-types-'))
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
    files: [resolve(file)],
  }
  writeFileSync(project, JSON.stringify(config))
  // Threads would check most types once per thread.
  const args = [compiler, '--pretty', 'false', '--singleThreaded', '--project', project]
  const { stdout, stderr, error } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  if (error) throw error
  const errors = `${stdout}${stderr}`.trim()
  if (errors !== '')
    throw new StubModuleError(`${errors}\n${file} does not compile. Fix it and start again.`)
}

const rejectUnknownNames = (file: string, operations: object): void => {
  const known = new Set<string>(operationIds)
  const unknown = Object.keys(operations).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new StubModuleError(
      `${file} has methods that are no operations of the contract: ${unknown.join(', ')}. generated/operations.txt lists the operations.`,
    )
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isOperations = (value: object): value is Operations<Call> =>
  operationIds.every((id) => typeof Reflect.get(value, id) === 'function')

const isExtend = (value: unknown): value is ExtendApp | undefined =>
  value === undefined || typeof value === 'function'

/**
 * Type-checks and imports a module of operations.
 * @throws {StubModuleError} for a missing file, type errors, or an export that does not fit.
 */
const readStubModule = async (file: string): Promise<StubModule> => {
  if (!existsSync(file)) throw new StubModuleError(`There is no file ${file}`)
  if (['.ts', '.mts'].includes(extname(file))) checkTypes(file)
  const { operations, extend }: { operations?: unknown; extend?: unknown } = await import(
    pathToFileURL(resolve(file)).href
  )
  if (isObject(operations)) rejectUnknownNames(file, operations)
  if (!isObject(operations) || !isOperations(operations))
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

const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { with: { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) process.stdout.write(usage)
  else if (values.with === undefined) await serve({ operations: stubs })
  else await serve(await readStubModule(values.with))
}

await run().catch((error: unknown) => {
  warn(error instanceof StubModuleError ? error.message : explainError(error))
  process.exitCode = 1
})
