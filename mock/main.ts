import { readConfig } from '../server/config.ts'
import { explainError } from '../server/process/explain-error.ts'
import { createLog } from '../server/process/log.ts'
import { demoKeys } from './demo-keys.ts'
import { reloadOnChange } from './document/reload-on-change.ts'
import { UnusableDocumentError } from './document/unusable-document-error.ts'
import { InvalidOptionError, readOptions, usage } from './options.ts'

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

const run = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2))
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
  const isExpected = error instanceof InvalidOptionError || error instanceof UnusableDocumentError
  process.stderr.write(`${isExpected ? error.message : explainError(error)}\n`)
  process.exit(1)
})
