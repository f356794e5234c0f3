import { readConfig } from '../server/config.ts'
import { explainError } from '../server/process/explain-error.ts'
import { createLog } from '../server/process/log.ts'
import { demoKeys } from './demo-keys.ts'
import { DocumentProblem } from './documents.ts'
import { OptionsProblem, readOptions, usage } from './options.ts'
import { reloadOnChange } from './reload.ts'
import { serveMock } from './serve.ts'

const banner = (address: string, stateful: boolean): string => `The mock is listening on ${address}

  by hand   ${address}/__mock/
  docs      ${address}/docs
  memory    ${stateful ? 'it remembers what it is told' : 'none: every answer is the document’s example (--stateful remembers)'}

Keys, by what becomes of a request:

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
  // Until it runs, there is nothing to finish.
  const quit = () => process.exit(0)
  process.once('SIGTERM', quit)
  process.once('SIGINT', quit)
  const config = readConfig({ PORT: '4010', ...process.env, DATABASE_URL: '', SEED_DEMO: '' })
  const { mock, address, stop } = await serveMock(config, createLog(config.logLevel), options)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const stopWatching = reloadOnChange(mock, new URL('../openapi/', import.meta.url), say)
  const end = () => {
    stopWatching()
    void stop().then(() => process.exit(0))
  }
  process.off('SIGTERM', quit).once('SIGTERM', end)
  process.off('SIGINT', quit).once('SIGINT', end)
  process.stdout.write(banner(address, options.stateful))
}

await run().catch((error: unknown) => {
  const isOurs = error instanceof OptionsProblem || error instanceof DocumentProblem
  process.stderr.write(`${isOurs ? error.message : explainError(error)}\n`)
  process.exit(1)
})
