import { mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { readConfig } from '../server/config.ts'
import { start } from '../server/process/start.ts'

const usage = `Usage: node tools/count-files.ts

Lists and counts the files of server/ that a reader opens to follow POST /v1/orders/create on SQLite: those in which a
function is called each time that the request is repeated, by V8's precise coverage.
`

const root = fileURLToPath(new URL('..', import.meta.url))

/** Starts a server with demo data. Returns how to create an order, and how to stop. */
async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'merch-files-'))
  const config = readConfig({ PORT: '0', DATABASE_URL: `file:${join(folder, 'merch.db')}` })
  const log = pino({ level: 'info' }, { write: () => {} })
  const { address, demo, stop } = await start(config, log)
  const sent = {
    method: 'POST',
    headers: { authorization: `Bearer ${demo?.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      campaignId: 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b',
      products: [{ sku: 'CRD-WEL', quantity: 1 }],
      shipTo: {
        firstName: 'Ada',
        email: 'ada@example.com',
        street1: '12 St James Square',
        city: 'London',
        zip: 'SW1Y 4JH',
        country: 'GB',
      },
    }),
  }
  return {
    createOrder: async () => {
      const { status } = await fetch(`${address}/v1/orders/create`, sent)
      if (status !== 201) throw new Error(`createOrder returned ${status}`)
    },
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Returns the files of the server in which a function is called each time that the work is done. */
async function filesOf(work: () => Promise<void>): Promise<string[]> {
  const coverage = new Session()
  coverage.connect()
  await coverage.post('Profiler.enable')
  await coverage.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await work()
  let files: string[] | undefined
  for (let i = 0; i < 5; i++) {
    await coverage.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await coverage.post('Profiler.takePreciseCoverage')
    const called = result
      .filter(({ url }) => url.startsWith('file:'))
      .filter(({ functions }) => functions.some(({ ranges: [range] }) => range && range.count > 0))
      .map(({ url }) => relative(root, fileURLToPath(url)))
    files = files?.filter((file) => called.includes(file)) ?? called
  }
  return (files ?? []).filter((file) => file.startsWith('server/')).toSorted()
}

if (process.argv.includes('--help')) process.stdout.write(usage)
else {
  const { createOrder, stop } = await startServer()
  const files = await filesOf(createOrder)
  await stop()
  process.stdout.write(`${files.join('\n')}\n${files.length} files\n`)
}
