import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { ConfigError, readConfig } from '../server/config.ts'
import { openSqliteStore, StoreError } from '../server/store/sqlite-store.ts'
import { dataSet } from './data-set.ts'
import { load } from './load.ts'

const usage = `Usage: npm run -s bench:seed -- FILE

Loads a data set into DATABASE_URL, into an account of its own, and prints a key to it alone.

FILE is JSON (- is standard input): { "variants": […], "campaigns": […], "contacts": […],
"orders": […] }, each element in the shape in which the API returns it. Ids are kept.
`

const fail = (message: string): void => {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

const run = async (file: string): Promise<void> => {
  const text = readFileSync(file === '-' ? 0 : file, 'utf8')
  const data = dataSet.parse(JSON.parse(text))
  const { variants, campaigns, contacts, orders } = data
  say(
    `loading ${variants.length} variants, ${campaigns.length} campaigns, ${contacts.length} contacts, ${orders.length} orders`,
  )
  const store = await openSqliteStore(readConfig().databaseFile)
  try {
    process.stdout.write(`${await load(store, data, Date.now())}\n`)
  } finally {
    await store.close()
  }
}

const explain = (error: unknown): string => {
  if (error instanceof z.ZodError)
    return `the file is not a data set:\n${z.prettifyError(error).split('\n').slice(0, 12).join('\n')}`
  if (error instanceof SyntaxError) return `the file is not JSON: ${error.message}`
  if (error instanceof ConfigError || error instanceof StoreError) return error.message
  if (error instanceof Error && error.message.includes('constraint failed'))
    return `the file contradicts itself (${error.message}): every campaignId must be among its campaigns, and ids, SKUs and order numbers must not repeat`
  return error instanceof Error ? error.message : String(error)
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
})
const [file, ...rest] = positionals
if (values.help) process.stdout.write(usage)
else if (file === undefined || rest.length > 0) fail(usage)
else await run(file).catch((error: unknown) => fail(explain(error)))
