import { Command, Option } from '@commander-js/extra-typings'
import { readConfig } from '../server/config.ts'
import { explainError } from '../server/process/explain-error.ts'
import { createLog } from '../server/process/log.ts'
import type { Options } from './backends.ts'
import { demoKeys } from './demo-keys.ts'
import { isScenario, scenarioDescriptions } from './scenarios.ts'

const list = (texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts)
    .map(([name, text]) => `  ${name.padEnd(20)} ${text}`)
    .join('\n')

const banner = (address: string, stateful: boolean): string => `The mock is listening on ${address}

  control   ${address}/__mock/
  docs      ${address}/docs
  mode      ${stateful ? 'stateful' : 'stateless: every response is an example of the document (use --stateful to keep data)'}

Keys, by the result of a request:

${list(demoKeys)}

  curl -H 'Authorization: Bearer ${demoKeys.demo}' '${address}/v1/products/list?limit=3'
`

const say = (text: string) => process.stdout.write(`${text}\n`)

const start = async (options: Options): Promise<void> => {
  const { HOST = '', PORT = '4010', TLS_CERT, ...rest } = process.env
  // Browsers cannot open 0.0.0.0.
  const isEverywhere = HOST === '0.0.0.0' || HOST === '::'
  const BASE_URL = isEverywhere ? `http${TLS_CERT ? 's' : ''}://localhost:${PORT}` : ''
  const ours = { DATABASE_URL: '', SEED_DEMO: '' }
  const config = readConfig({ HOST, PORT, TLS_CERT, BASE_URL, ...rest, ...ours })
  // The server is large: it is imported only for a mock that runs.
  const { serveMock } = await import('./serve-mock.ts')
  const { reloadOnChange } = await import('./reload-on-change.ts')
  const { mock, address, stop } = await serveMock(config, await createLog(config), options)
  const stopWatching = await reloadOnChange(mock, new URL('../openapi/', import.meta.url), say)
  const end = () => {
    stopWatching()
    void stop().then(() => process.exit(0))
  }
  process.once('SIGTERM', end).once('SIGINT', end)
  say(banner(address, options.stateful))
}

const scenario = new Option('--scenario <name>', 'the initial data; implies --stateful')

await new Command('npm run mock --')
  .description(
    `Starts a mock of the API on http://127.0.0.1:4010. Its control page is at /__mock/.
The environment variables HOST, PORT, BASE_URL and RATE_LIMIT_* work as for the server.`,
  )
  .option('--stateful', 'keep data: run the real operations on a temporary database')
  .addOption(scenario.choices(Object.keys(scenarioDescriptions).filter(isScenario)))
  .option('--seed <text>', 'the seed of dynamic responses', 'mock')
  .addHelpText('after', `\nScenarios:\n${list(scenarioDescriptions)}`)
  .action((given) =>
    start({
      stateful: given.stateful === true || given.scenario !== undefined,
      scenario: given.scenario ?? 'demo',
      seed: given.seed,
    }),
  )
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`${explainError(error)}\n`)
    process.exit(1)
  })
