import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Operations, operationIds } from '../../generated/operations.ts'
import { stubs } from '../../generated/stubs.ts'
import { onPort, readConfig } from '../config.ts'
import { digest, publicKey } from '../domain/api-key.ts'
import { systemClock } from '../domain/clock.ts'
import type { Call } from '../http/api/env.ts'
import { attachApp } from '../http/connection/http-server.ts'
import { listen } from '../http/connection/listen.ts'
import { appWithoutStore } from './compose-without-store.ts'
import { createServer } from './create-server.ts'
import { explainError } from './explain-error.ts'
import { createLog } from './log.ts'

const usage = `Usage: npm run stubs -- [--with FILE]

Serves the contract with every operation answering the document's example, behind the real
edge: keys, budget, validation, and replies checked against the document.

  --with FILE  a module that exports \`operations\`: the stubs with some methods replaced
  --help       this text

HOST, PORT, TLS_CERT, TLS_KEY and the RATE_LIMIT_ settings are the server's.
`

/** A module that cannot take the stubs' place, and why. */
class ModuleError extends Error {
  override name = 'ModuleError'
}

const isOperations = (value: unknown): value is Operations<Call> =>
  typeof value === 'object' &&
  value !== null &&
  operationIds.every((id) => typeof Reflect.get(value, id) === 'function')

/** The operations of a module, or the stubs themselves. */
const load = async (file: string | undefined): Promise<Operations<Call>> => {
  if (file === undefined) return stubs
  if (!existsSync(file)) throw new ModuleError(`There is no file ${file}`)
  const { operations }: { operations?: unknown } = await import(pathToFileURL(resolve(file)).href)
  if (!isOperations(operations))
    throw new ModuleError(`${file} must export \`operations\` with a method for every operation`)
  return operations
}

const serve = async (operations: Operations<Call>): Promise<void> => {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const key = publicKey('stub')
  const { app } = appWithoutStore({
    operations,
    config,
    clock: systemClock,
    log,
    accountOf: (given) => (given === digest(key) ? 'acc_stub' : undefined),
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
  else await serve(await load(values.with))
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ModuleError ? error.message : explainError(error)}\n`)
  process.exitCode = 1
})
