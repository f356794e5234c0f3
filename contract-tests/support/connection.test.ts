import type { RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { laws } from '../laws/all.ts'
import { Connection } from './connection.ts'
import { serve } from './http.ts'
import { Run } from './run-laws.ts'

const start = async (respond: RequestListener): Promise<string> => {
  const { url, stop } = await serve(respond)
  onTestFinished(stop)
  return url
}

/** Runs the laws on a server of a test. Returns the run, its results, and the requests that the server got. */
const runOn = async (respond: RequestListener, limits = { timeout: 0.2, minutes: 1 }) => {
  const requests: string[] = []
  const url = await start((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    respond(request, response)
  })
  const run = new Run({ server: { url, key: 'k' }, seed: 1, runs: 1, limits })
  const results = []
  for (const law of laws) if (/^(auth|orders)/.test(law.area)) results.push(await run.check(law))
  const causes = new Set(results.flatMap(({ findings }) => findings.map(({ cause }) => cause)))
  return { run, requests, results, causes }
}

const late = 'the server did not respond within 0.2 s'

test('an operation that does not respond is waited for once, and the others are checked', async () => {
  const { run, requests, causes } = await runOn(({ url }, response) => {
    if (url === '/v1/campaigns/list') return
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
  })
  expect(causes).toContain(`no response: ${late}`)
  expect(requests.filter((each) => each === 'GET /v1/campaigns/list')).toHaveLength(1)
  expect(requests.some((each) => each.startsWith('GET /v1/orders/list'))).toBe(true)
  expect(run.ended).toBeUndefined()
})

test.each<[string, RequestListener, string]>([
  ['closes connections', (_, response) => response.destroy(), 'the server closed the connection'],
  ['never responds', () => {}, late],
  ['sends no HTTP', ({ socket }) => socket.end('x\r\n\r\n'), 'the response is not valid HTTP'],
  [
    'sends a byte at a time',
    (_, response) => {
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    },
    late,
  ],
  [
    'cuts each body short',
    (_, response) => {
      response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy())
    },
    'the response was cut short',
  ],
  ['never ends a body', (_, response) => response.write('x'), late],
])('a server that %s ends the run', async (_, respond, why) => {
  // A busy machine may take longer to see the other failures.
  const timeout = why === late ? 0.2 : 30
  const { run, requests, results } = await runOn(respond, { timeout, minutes: 1 })
  expect(run.ended).toContain(why)
  expect(run.ended).toContain(' does not respond any more since GET /v1/auth')
  expect(requests.length).toBeLessThan(10)
  expect(results.filter(({ skipped }) => skipped === 'the run ended early').length).toBeGreaterThan(
    12,
  )
})

test('a run ends after its minutes', async () => {
  const { run, requests } = await runOn((_, response) => response.end(), {
    timeout: 1,
    minutes: 0,
  })
  expect([run.ended, requests]).toEqual([
    'The run has taken 0 minutes. Raise the limit with --minutes.',
    [],
  ])
})

test('a POST is sent once, and a GET again if no byte of its response came', async () => {
  const counts = new Map<string, number>()
  const url = await start(({ method = '', url, socket }, response) => {
    counts.set(`${method}`, (counts.get(method) ?? 0) + 1)
    if (url === '/v1/auth' || counts.get(method) !== 1) response.end('{}')
    else socket.destroy()
  })
  const connection = new Connection({ timeout: 5, minutes: 1 })
  for (const method of ['PUT', 'POST']) {
    // The connection is open before, as the server may close only an idle one.
    await connection.send(url, { method: 'TRACE', path: '/v1/auth' })
    await connection.send(url, { method, path: '/v1/nothing' })
  }
  expect([counts.get('PUT'), counts.get('POST'), connection.repeated]).toEqual([2, 1, 1])
})

test.each<[string, RequestListener, string]>([
  [
    'redirects',
    (_, response) => response.writeHead(302, { location: '/x' }).end(),
    ' redirects to /x. Pass another --url.',
  ],
  [
    'is behind the login of a proxy',
    (_, response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(),
    ' asks for another login: Basic realm="x". Pass a --url behind it.',
  ],
  [
    'has another page there, or is not ready',
    (_, response) => response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>'),
    '/v1/auth returns 503 as text/html, and no JSON. Pass another --url, or wait until',
  ],
])('a server that %s cannot be tested', async (_, respond, message) => {
  const url = await start(respond)
  const check = new Connection({ timeout: 5, minutes: 1 }).check(url, 'k')
  await expect(check).rejects.toThrow(`${url}${message}`)
})

test('a body of more than 64 MiB is no response', async () => {
  const { causes, run } = await runOn(
    (_, response) => {
      const part = Buffer.alloc(2 ** 20)
      const more = () => void response.write(part, more)
      response.on('error', () => {})
      more()
    },
    { timeout: 30, minutes: 1 },
  )
  expect(`${run.ended} ${[...causes]}`).toContain('longer than 64 MiB')
})
