import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { readConfig } from '../../server/config.ts'
import { explainError } from '../../server/process/explain-error.ts'
import { openStore } from '../../server/store/open-store.ts'
import { DataSet, load } from './data-set.ts'

const usage = `Usage: npx node tests/bench/seed.ts FILE

Loads a data set into DATABASE_URL, into an account of its own, and prints a key to it alone.

FILE is JSON (- is standard input): { "variants": […], "campaigns": […], "contacts": […],
"orders": […] }, each element in the shape in which the API returns it. Ids are kept.
`

const fail = (message: string): void => {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

const seed = async (file: string): Promise<void> => {
  const data = DataSet.parse(JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8')))
  const counts = Object.entries(data).map(([name, rows]) => `${rows.length} ${name}`)
  process.stderr.write(`loading ${counts.join(', ')}\n`)
  const store = await openStore(readConfig())
  try {
    process.stdout.write(`${await load(store, data, Date.now())}\n`)
  } finally {
    await store.close()
  }
}

const [, , file, ...rest] = process.argv
if (file === '--help') process.stdout.write(usage)
else if (file === undefined || rest.length > 0) fail(usage)
else
  await seed(file).catch((error: unknown) =>
    fail(error instanceof z.ZodError ? z.prettifyError(error) : explainError(error)),
  )
