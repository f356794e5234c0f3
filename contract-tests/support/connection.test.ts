import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../testkit/listen.ts'
import { laws } from '../laws/all.ts'
import { Run } from './run-laws.ts'

/** Runs the laws on a server of a test. Returns the run, its results, and the requests that the server got. */
const runOn = async (
  respond: RequestListener,
  limits = { timeout: 0.2, minutes: 1 },
  only = /^(auth|orders)/,
) => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    respond(request, response)
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const run = new Run({ server: { url, key: 'k' }, seed: 1, runs: 1, limits })
  const results = []
  for (const law of laws) if (only.test(law.area)) results.push(await run.check(law))
  const causes = new Set(results.flatMap(({ findings }) => findings.map(({ cause }) => cause)))
  return { run, requests, results, causes }
}

const late = 'no response: the server did not respond within 0.2 s'

test('an operation that does not respond is waited for once, and the others are checked', async () => {
  const { run, requests, causes } = await runOn(({ url }, response) => {
    if (url === '/v1/campaigns/list') return
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
  })
  expect(causes).toContain(late)
  expect(requests.filter((each) => each === 'GET /v1/campaigns/list')).toHaveLength(1)
  expect(requests.some((each) => each.startsWith('GET /v1/orders/list'))).toBe(true)
  expect(run.ended).toBeUndefined()
})

test.each<[string, RequestListener, RegExp]>([
  ['closes connections', (_, response) => response.destroy(), /: the server closed the connection/],
  ['never responds', () => {}, /: the server did not respond within 0\.2 s/],
  ['sends no HTTP', ({ socket }) => socket.end('x\r\n\r\n'), /: the response is not valid HTTP/],
  ['never ends a body', (_, response) => response.write('x'), /not respond within 0\.2 s/],
])('a server that %s ends the run', async (_, respond, why) => {
  const { run, requests, results } = await runOn(respond)
  expect(run.ended).toMatch(why)
  expect(run.ended).toContain(' does not respond any more since GET /v1/auth')
  expect(requests.length).toBeLessThan(10)
  expect(results.filter(({ skipped }) => skipped === 'the run ended early').length).toBeGreaterThan(
    12,
  )
})

test('a run ends after its minutes', async () => {
  const { run, requests } = await runOn((_, response) => response.end(), {
    ...{ timeout: 1, minutes: 0 },
  })
  expect([run.ended, requests]).toEqual([
    'The run has taken 0 minutes. Raise the limit with --minutes.',
    [],
  ])
})

test('a list that never ends is read for 100 pages', async () => {
  const pagination = { total_count: 1, page: 1, page_size: 1, has_more: true }
  const event = { id: 'e', event_type: 'received', quantity: 1, order_id: null }
  const warehouse = { warehouse_id: 'w', warehouse_name: 'W' }
  const item = {
    ...{ id: 'i', product_id: 'p', product_name: 'P', sku: 'S', status: 'in_stock' },
    ...{ on_hand: 1, available: 1, allocated: 0, inbound: 0, warehouse },
    inventory_events: [{ ...event, created_at: '2026-01-01T00:00:00.000Z' }],
  }
  const page = JSON.stringify({ items: [item], pagination })
  const { requests, causes } = await runOn(
    (_, response) => response.setHeader('content-type', 'application/json').end(page),
    { timeout: 30, minutes: 1 },
    /^inventory$/,
  )
  expect(causes).toContain('listInventory: the list must end before page 100')
  expect(requests.length).toBeLessThan(1000)
})
