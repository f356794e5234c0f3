import { parseArgs } from 'node:util'
import { stubs } from '../../generated/stubs.ts'
import { onPort, readConfig } from '../config.ts'
import { digest, publicKey } from '../domain/api-key.ts'
import { systemClock } from '../domain/clock.ts'
import { toId } from '../domain/ids.ts'
import { attachApp } from '../http/connection/http-server.ts'
import { listen } from '../http/connection/listen.ts'
import { appWithoutStore } from './compose-without-store.ts'
import { createServer } from './create-server.ts'
import { explainError } from './explain-error.ts'
import { createLog } from './log.ts'
import { readStubModule, type StubModule, StubModuleError } from './read-stub-module.ts'

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
