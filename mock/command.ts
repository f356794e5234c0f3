import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command } from '@commander-js/extra-typings'
import { readConfig } from '../server/config.ts'
import { explainError } from '../server/process/explain-error.ts'
import { createLog } from '../server/process/log.ts'
import { assembleMock } from './assemble-mock.ts'
import { demoKeys } from './demo-keys.ts'
import { checkOptions } from './options.ts'
import { InvalidRequest } from './responses/choose-reply.ts'
import { loadFaker } from './responses/faker-generator.ts'
import { scenarioDescriptions } from './session/scenarios.ts'
import type { SetUp } from './types.ts'

type Program = {
  /** How users call it. */
  name: string
  /** Called when the mock runs. Returns a function to call when it stops. */
  onStart?: (mock: ReturnType<typeof assembleMock>) => Promise<() => void>
}

/** Runs the mock's command line, until a signal stops it. */
export const runCommand = async ({ name, onStart }: Program): Promise<void> => {
  const program = new Command(name)
    .description(
      `Starts a mock of the API on http://127.0.0.1:4010. Its control page is at /__mock/.
The environment variables HOST, PORT, BASE_URL, RATE_LIMIT_* and TLS_* work as for the server.`,
    )
    .option('--stateful', 'keep data: run the real operations on a temporary database')
    .option('--scenario <name>', 'the initial data, a name or a shop file; implies --stateful')
    .option(
      '--with <file>',
      'a module whose default export sets up each session; implies --stateful',
    )
    .option('--port <port>', 'the port to listen on; 0 for a free one')
    .option('--host <host>', 'the address to listen on')
    .option('--limit <requests>', 'the requests allowed in 24 hours')
    .option('--tls-cert <file>', 'a certificate with its chain, to serve HTTPS')
    .option('--tls-key <file>', 'the private key of the certificate')
    .option('--seed <text>', 'the seed of ids, of dynamic responses and of shares', 'mock')
    .option('--time <time>', 'the time at which the clock stands, such as 2027-01-31T09:00:00Z')
    .option('--locale <name>', 'the locale of dynamic responses', 'en')
    .addHelpText('after', `\nScenarios:\n${list(scenarioDescriptions)}`)
    .action(async (given) => {
      const config = readConfig(settings(given))
      const { scenario = 'demo', with: file, seed, time, locale } = given
      checkOptions(time === undefined ? {} : { time })
      const setUp = file === undefined ? undefined : await loadSetUp(file)
      const stateful = given.stateful === true || given.scenario !== undefined || file !== undefined
      const log = await createLog(config)
      // The mock's own lines take the place of the server's log of requests.
      if (log.isLevelEnabled('info')) log.level = 'warn'
      const assembled = assembleMock(config, log, {
        stateful,
        scenario,
        seed,
        ...(time !== undefined && { time }),
        ...(setUp && { setUp }),
        baseUrl: config.baseUrl,
        loadGenerator: loadFaker(locale),
        onLine: say,
      })
      const { host, port, tls } = config
      const { mock } = assembled
      const address = await mock.listen({ host, port, ...(tls && { tls }) })
      const onStop = await onStart?.(assembled)
      const end = () => {
        onStop?.()
        void mock.stop().then(() => process.exit(0))
      }
      process.once('SIGTERM', end).once('SIGINT', end)
      say(banner(address, stateful))
    })
  await program.parseAsync().catch((error: unknown) => {
    const text = error instanceof InvalidRequest ? error.message : explainError(error)
    process.stderr.write(`${text}\n`)
    process.exit(1)
  })
}

type Flags = { port?: string; host?: string; limit?: string; tlsCert?: string; tlsKey?: string }

/** Returns the environment with the settings of the command line, which win. */
function settings({ port, host, limit, tlsCert, tlsKey }: Flags): NodeJS.ProcessEnv {
  const { HOST = host, PORT = port ?? '4010', TLS_CERT = tlsCert, ...rest } = process.env
  const named = host ?? HOST ?? ''
  const onPort = port ?? PORT
  const certificate = tlsCert ?? TLS_CERT
  // Browsers cannot open 0.0.0.0.
  const isEverywhere = named === '0.0.0.0' || named === '::'
  const baseUrl = isEverywhere ? `http${certificate ? 's' : ''}://localhost:${onPort}` : undefined
  return {
    BASE_URL: baseUrl,
    ...rest,
    HOST: named,
    PORT: onPort,
    TLS_CERT: certificate,
    TLS_KEY: tlsKey ?? process.env.TLS_KEY,
    RATE_LIMIT_BUDGET: limit ?? process.env.RATE_LIMIT_BUDGET,
    DATABASE_URL: '',
    SEED_DEMO: '',
  }
}

/** Loads the function that sets up each session. @throws {InvalidRequest} if the file has none. */
async function loadSetUp(file: string): Promise<SetUp> {
  const path = resolve(file)
  if (!existsSync(path)) throw new InvalidRequest(`Cannot find the file ${file}`)
  const { href } = pathToFileURL(path)
  const module: { default?: unknown } = await import(href).catch((error: unknown) => {
    const stack = error instanceof Error ? `${error.stack}` : ''
    // Of a file that cannot be parsed, the stack shows the loader alone.
    throw new InvalidRequest(`Cannot load ${file}: ${stack.includes(href) ? stack : error}`)
  })
  const { default: setUp } = module
  if (isSetUp(setUp)) return setUp
  throw new InvalidRequest(
    `${file} must have a function as its default export: export default async ({ client, control }) => {}`,
  )
}

function isSetUp(value: unknown): value is SetUp {
  return typeof value === 'function'
}

function list(texts: Readonly<Record<string, string>>): string {
  return Object.entries(texts)
    .map(([name, text]) => `  ${name.padEnd(20)} ${text}`)
    .join('\n')
}

function banner(address: string, stateful: boolean): string {
  return `The mock is listening on ${address}

  control   ${address}/__mock/
  docs      ${address}/docs
  mode      ${stateful ? 'stateful' : 'stateless: every response is an example of the document (use --stateful to keep data)'}

Keys, by the result of a request:

${list(demoKeys)}

  curl -H 'Authorization: Bearer ${demoKeys.demo}' '${address}/v1/products/list?limit=3'
`
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
