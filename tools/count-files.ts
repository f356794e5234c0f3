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
import { commandPublisher } from '../server/actions/actions.ts'
import { readConfig } from '../server/config.ts'
import { listen } from '../server/http/http-server.ts'
import { syncOrders } from '../server/imports/shipstation/sync-orders.ts'
import { syncServicesFor } from '../server/process/parts-from-config.ts'
import { start } from '../server/process/start.ts'
import { listAccounts } from '../server/store/accounts.ts'
import { openStore } from '../server/store/open-store.ts'

const usage = `Usage: node tools/count-files.ts [--list]

Counts the files that a reader opens to follow one request: those in which a function is called each time that the
request is repeated, by V8's precise coverage.

  createOrder  files of server/ in POST /v1/orders/create, on SQLite
  sync         files of server/ in a sync of one new order of the provider
  climbs       imports out of a folder of mock/ into one beside or above it, in a request to a session

  --list  print the files and the imports, too
`

const root = fileURLToPath(new URL('..', import.meta.url))
const log = pino({ level: 'info' }, { write: () => {} })
const products = [{ sku: 'CRD-WEL', quantity: 1 }]
const campaign = 'cmp_019a91f0c2d47b31a5e6c7d8f9010a1b'
const address = { street1: '12 St James Square', city: 'London', country: 'GB' }

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

const configOf = (folder: string) =>
  readConfig({ PORT: '0', DATABASE_URL: `file:${join(folder, 'merch.db')}` })

const bearer = (key: string | undefined) => ({ authorization: `Bearer ${key}` })

async function filesOfCreateOrder(folder: string): Promise<string[]> {
  const server = await start(configOf(folder), log)
  const shipTo = { ...address, firstName: 'Ada', email: 'ada@example.com', zip: 'SW1Y 4JH' }
  const headers = { ...bearer(server.demo?.key), 'content-type': 'application/json' }
  const body = JSON.stringify({ campaignId: campaign, products, shipTo })
  const files = await filesOf(async () => {
    const sent = { method: 'POST', headers, body }
    const { status } = await fetch(`${server.address}/v1/orders/create`, sent)
    if (status !== 201) throw new Error(`createOrder returned ${status}`)
  })
  await server.stop()
  return files
}

async function filesOfSync(folder: string): Promise<string[]> {
  const store = await openStore(configOf(folder))
  const [account] = await listAccounts(store)
  let orderId = 0
  const orders = () => {
    const now = new Date().toISOString().slice(0, 19)
    const order = { orderId: ++orderId, orderNumber: `SS-${orderId}`, items: products }
    const times = { orderDate: now, createDate: now, modifyDate: now }
    const shipTo = { ...address, name: 'Ada Byron', postalCode: 'SW1Y 4JH' }
    return [{ ...order, ...times, shipTo, orderStatus: 'awaiting_shipment', advancedOptions: {} }]
  }
  const provider = createServer((incoming, outgoing) => {
    const isOrders = incoming.url?.startsWith('/orders?')
    outgoing.end(JSON.stringify({ pages: 1, orders: isOrders ? orders() : [] }))
  })
  const url = `http://127.0.0.1:${await listen(provider, 0, '127.0.0.1')}`
  const access = { url, key: 'key', secret: 'secret', account: account?.id ?? '', campaign }
  const settings = { ...access, unknownSku: 'reject', pollSeconds: 60 } as const
  const services = syncServicesFor(settings, store, commandPublisher(), log)
  const files = await filesOf(async () => {
    const { created } = await syncOrders(services, new AbortController().signal)
    if (created !== 1) throw new Error('The sync created no order')
  })
  provider.close()
  await store.close()
  return files
}

async function filesOfSession(): Promise<string[]> {
  await using mock = createMock()
  const { fetch } = mock.session('counted')
  return await filesOf(() => fetch('/v1/products/list', { headers: bearer(demoKeys.demo) }))
}

/** Returns the imports between the files whose path begins with `../`. */
const climbsOf = (files: readonly string[]): string[] =>
  files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    const imports = code.matchAll(/^(?:import|\}) (?!type ).*?from '(\.\.\/[^']+)'$/gm)
    return [...imports]
      .map(([, path = '']) => join(dirname(file), path))
      .filter((imported) => files.includes(imported))
      .map((imported) => `${file} -> ${imported}`)
  })

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
  const below = (top: string, files: readonly string[]) =>
    files.filter((file) => file.startsWith(top))
  print('createOrder', below('server/', await filesOfCreateOrder(folder)))
  print('sync', below('server/', await filesOfSync(folder)))
  print('climbs', climbsOf(below('mock/', await filesOfSession())))
  rmSync(folder, { recursive: true })
}
