import { expect, test } from 'vitest'
import { recordingPublisher } from '../../testing/recording-publisher.ts'
import { testShop } from '../../testing/test-shop.ts'
import { importRows } from './import-rows.ts'
import { readerFor } from './read-orders.ts'

/** Imports JSON Lines without writing. Stops after `stopAfter` progress reports. */
const dryRun = async (lines: readonly object[], stopAfter = Number.POSITIVE_INFINITY) => {
  const { server, campaign } = await testShop()
  const { store, account, time } = server
  async function* chunks() {
    for (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`)
  }
  const stopping = new AbortController()
  const progress: number[] = []
  const failures: string[] = []
  const result = await importRows(
    {
      ...{ store, clock: () => time.now, importer: { account, campaign } },
      dispatcher: recordingPublisher(() => {}),
    },
    readerFor('orders.jsonl')(chunks()),
    {
      dryRun: true,
      signal: stopping.signal,
      onFailure: ({ line, reason }) => failures.push(`line ${line}: ${reason}`),
      onProgress: ({ refused }) => {
        progress.push(refused)
        if (progress.length === stopAfter) stopping.abort()
      },
    },
  )
  return { ...result, progress, failures }
}

const order = (sku: string) => ({
  sourceOrderNumber: sku,
  shipTo: {
    ...{ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', street1: 's' },
    ...{ city: 'London', zip: 'SW1Y 4JH', country: 'GB' },
  },
  products: [{ sku, quantity: 1 }],
})

test('orders are counted, and rejected ones are reported with their line', async () => {
  const { counts, lastLine, failures } = await dryRun([order('T'), {}, order('X'), order('T')])
  expect(counts).toEqual({ created: 2, updated: 0, unchanged: 0, refused: 2 })
  expect(lastLine).toBe(4)
  expect([...new Set(failures.map((text) => text.split(':')[0]))]).toEqual(['line 2', 'line 3'])
})

test('each order of a large file is imported once', async () => {
  const { counts } = await dryRun(Array.from({ length: 250 }, () => order('T')))
  expect(counts).toEqual({ created: 250, updated: 0, unchanged: 0, refused: 0 })
})

test('an empty file has no last line', async () => {
  expect(await dryRun([])).toMatchObject({ lastLine: 0, progress: [0], failures: [] })
})

test('progress is reported every 200 rows, and a stop returns the last line that is done', async () => {
  const rows = Array.from({ length: 450 }, () => ({}))
  expect(await dryRun(rows)).toMatchObject({ lastLine: 450, progress: [200, 400, 450] })
  expect(await dryRun(rows, 1)).toMatchObject({ lastLine: 200, progress: [200, 200] })
})
