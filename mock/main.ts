import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../server/config.ts'
import { explainError } from '../server/process/explain-error.ts'
import { createLog } from '../server/process/log.ts'
import type { Options } from './backends.ts'
import { demoKeys } from './demo-keys.ts'
import { isScenario, scenarioDescriptions } from './scenarios.ts'

const list = Object.entries(scenarioDescriptions)
  .map(([name, shows]) => `    ${name.padEnd(20)} ${shows}`)
  .join('\n')

const usage = `Usage: npm run mock -- [--stateful] [--scenario NAME] [--seed TEXT]

Starts a mock of the API on http://127.0.0.1:4010. It returns the document's examples and applies the server's rules.
The control page is at /__mock/.

  --stateful       keep data: run the real operations on a temporary database
  --scenario NAME  the initial data (default: demo); implies --stateful
${list}
  --seed TEXT      the seed of dynamic responses (default: mock)
  --help           show this text

The environment variables HOST, PORT and RATE_LIMIT_* work as for the server. A Prefer header selects the response:
code=404, example=notFound, dynamic=true, wait=500.
`

const banner = (address: string, stateful: boolean): string => `The mock is listening on ${address}

  control   ${address}/__mock/
  docs      ${address}/docs
  mode      ${stateful ? 'stateful' : 'stateless: every response is an example of the document (use --stateful to keep data)'}

Keys, by the result of a request:

${Object.entries(demoKeys)
  .map(([name, key]) => `  ${name.padEnd(12)} ${key}`)
  .join('\n')}

  curl -H 'Authorization: Bearer ${demoKeys.demo}' '${address}/v1/products/list?limit=3'

`

/** Parses the command line. */
const readOptions = (): Options | 'help' => {
  const { values } = parseArgs({
    options: {
      stateful: { type: 'boolean', default: false },
      scenario: { type: 'string' },
      seed: { type: 'string', default: 'mock' },
      help: { type: 'boolean', default: false },
    },
  })
  const { stateful, scenario = 'demo', seed, help } = values
  if (help) return 'help'
  if (!isScenario(scenario))
    throw new ConfigError(
      `--scenario must be one of ${Object.keys(scenarioDescriptions).join(', ')}, not ${scenario}`,
    )
  return { stateful: stateful || values.scenario !== undefined, scenario, seed }
}

const run = async (): Promise<void> => {
  const options = readOptions()
  if (options === 'help') {
    process.stdout.write(usage)
    return
  }
  // Before the mock runs, there is nothing to stop.
  const exitNow = () => process.exit(0)
  process.once('SIGTERM', exitNow)
  process.once('SIGINT', exitNow)
  const config = readConfig({ PORT: '4010', ...process.env, DATABASE_URL: '', SEED_DEMO: '' })
  // Prism is large: import it only for a mock that runs.
  const { serveMock } = await import('./serve-mock.ts')
  const { reloadOnChange } = await import('./reload-on-change.ts')
  const log = await createLog(config)
  const { mock, address, stop } = await serveMock(config, log, options)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const stopWatching = reloadOnChange(mock, new URL('../openapi/', import.meta.url), say)
  const end = () => {
    stopWatching()
    void stop().then(() => process.exit(0))
  }
  process.off('SIGTERM', exitNow).once('SIGTERM', end)
  process.off('SIGINT', exitNow).once('SIGINT', end)
  process.stdout.write(banner(address, options.stateful))
}

await run().catch((error: unknown) => {
  const isUnusable = error instanceof Error && error.name === 'UnusableDocumentError'
  process.stderr.write(`${isUnusable ? error.message : explainError(error)}\n`)
  process.exit(1)
})
