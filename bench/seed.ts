import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config.ts'
import { explainError } from '../server/process/explain-error.ts'
import { openStore } from '../server/store/open-store.ts'
import { DataSetError, readDataSet } from './data-set.ts'
import { load } from './load.ts'

const usage = `Usage: npx node bench/seed.ts FILE

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

const read = (file: string): string => {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw new DataSetError(error instanceof Error ? error.message : String(error))
  }
}

const seed = async (file: string): Promise<void> => {
  const data = readDataSet(read(file))
  const { variants, campaigns, contacts, orders } = data
  say(
    `loading ${variants.length} variants, ${campaigns.length} campaigns, ${contacts.length} contacts, ${orders.length} orders`,
  )
  const store = await openStore(readConfig())
  try {
    process.stdout.write(`${await load(store, data, Date.now())}\n`)
  } finally {
    await store.close()
  }
}

const run = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  })
  const [file, ...rest] = positionals
  if (values.help) process.stdout.write(usage)
  else if (file === undefined || rest.length > 0) fail(usage)
  else await seed(file)
}

await run().catch((error: unknown) =>
  fail(error instanceof DataSetError ? error.message : explainError(error)),
)
