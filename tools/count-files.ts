import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { createMock } from '../mock/create-mock.ts'
import { demoKeys } from '../mock/demo-keys.ts'
import { readConfig } from '../server/config.ts'
import { commandPublisher } from '../server/deliveries/command-publisher.ts'
import { systemClock } from '../server/domain/clock.ts'
import { listen } from '../server/http/http-server.ts'
import { syncOrders } from '../server/imports/shipstation/sync-orders.ts'
import { syncServicesFor } from '../server/process/create-dispatcher.ts'
import { start } from '../server/process/start.ts'
import { listAccounts } from '../server/store/accounts.ts'
import { openStore } from '../server/store/open-store.ts'

const usage = `Usage: node tools/count-files.ts [--list]

Counts the files that a reader opens to follow one request: by V8's precise coverage, those in which a function is
called each time that the request is repeated.

  createOrder  files of server/ in POST /v1/orders/create, on SQLite
  sync         files of server/ in a sync of one new order of the provider
  climbs       imports out of a folder of mock/ into one beside or above it, in a request to a session

  --list  print the files and the climbs, too
`

const root = fileURLToPath(new URL('..', import.meta.url))

const campaign = 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b'

const sku = 'CRD-WEL'

/** The files that each request runs through. Each request is made several times. */
const requests: Record<string, (folder: string) => Promise<string[]>> = {
  createOrder: async (folder) => {
    const server = await start(settingsOf(folder), log)
    const headers = { ...bearer(server.demo?.key), 'content-type': 'application/json' }
    const shipTo = {
      firstName: 'Ada',
      email: 'ada@example.com',
      street1: '12 St James Square',
      city: 'London',
      zip: 'SW1Y 4JH',
      country: 'GB',
    }
    const body = JSON.stringify({ campaignId: campaign, products: [{ sku, quantity: 1 }], shipTo })
    const url = `${server.address}/v1/orders/create`
    const files = await filesOf(async () => {
      const { status } = await fetch(url, { method: 'POST', headers, body })
      if (status !== 201) throw new Error(`createOrder returned ${status}`)
    })
    await server.stop()
    return files
  },

  sync: async (folder) => {
    const config = settingsOf(folder)
    const store = await openStore(config)
    const [account] = await listAccounts(store)
    let orderId = 0
    const provider = createServer((incoming, outgoing) => {
      const isOrders = incoming.url?.startsWith('/orders?')
      outgoing.end(JSON.stringify({ pages: 1, orders: isOrders ? [newOrder(++orderId)] : [] }))
    })
    const url = `http://127.0.0.1:${await listen(provider, 0, '127.0.0.1')}`
    const access = { url, key: 'key', secret: 'secret', account: account?.id ?? '', campaign }
    const services = syncServicesFor(
      { ...access, unknownSku: 'reject', pollSeconds: 60 },
      store,
      commandPublisher(store, systemClock),
      log,
    )
    const files = await filesOf(async () => {
      const { created } = await syncOrders(services, new AbortController().signal)
      if (created !== 1) throw new Error('The sync created no order')
    })
    provider.close()
    await store.close()
    return files
  },

  session: async () => {
    await using mock = createMock()
    const { fetch } = mock.session('counted')
    return await filesOf(() => fetch('/v1/products/list', { headers: bearer(demoKeys.demo) }))
  },
}

const log = pino({ level: 'info' }, { write: () => {} })

const coverage = new Session()

/** Returns the files of the repository in which a function is called each time that the work is done. */
async function filesOf(work: () => Promise<unknown>): Promise<string[]> {
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
  return (files ?? []).toSorted()
}

function settingsOf(folder: string) {
  return readConfig({ PORT: '0', DATABASE_URL: `file:${join(folder, 'merch.db')}` })
}

function bearer(key: string | undefined) {
  return { authorization: `Bearer ${key}` }
}

/** Returns an order as the provider returns it. */
function newOrder(orderId: number) {
  const shipTo = { name: 'Ada Byron', street1: '12 St James Square', city: 'London', country: 'GB' }
  const now = new Date().toISOString().slice(0, 19)
  return {
    orderId,
    orderNumber: `SS-${orderId}`,
    orderDate: now,
    createDate: now,
    modifyDate: now,
    orderStatus: 'awaiting_shipment',
    customerEmail: 'ada@example.com',
    shipTo: { ...shipTo, postalCode: 'SW1Y 4JH' },
    items: [{ sku, quantity: 1 }],
    advancedOptions: {},
  }
}

/** Returns the imports between files whose path begins with `../`. */
function climbsOf(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    const imports = code.matchAll(/^(?:import|\}) (?!type ).*?from '(\.\.\/[^']+)'$/gm)
    return [...imports]
      .map(([, path = '']) => join(dirname(file), path))
      .filter((imported) => files.includes(imported))
      .map((imported) => `${file} -> ${imported}`)
  })
}

const { values } = parseArgs({ options: { list: { type: 'boolean' }, help: { type: 'boolean' } } })
if (values.help) process.stdout.write(usage)
else {
  coverage.connect()
  await coverage.post('Profiler.enable')
  await coverage.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const folder = mkdtempSync(join(tmpdir(), 'merch-files-'))
  const print = (name: string, lines: readonly string[]) => {
    process.stdout.write(`${name.padEnd(12)} ${lines.length}\n`)
    if (values.list) for (const line of lines) process.stdout.write(`  ${line}\n`)
  }
  for (const name of ['createOrder', 'sync'])
    print(
      name,
      ((await requests[name]?.(folder)) ?? []).filter((file) => file.startsWith('server/')),
    )
  const files = (await requests.session?.(folder)) ?? []
  print('climbs', climbsOf(files.filter((file) => file.startsWith('mock/'))))
  rmSync(folder, { recursive: true })
}
