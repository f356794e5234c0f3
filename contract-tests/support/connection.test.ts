import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../tests/kit/listen.ts'
import { laws } from '../laws/all.ts'
import { Run } from './run-laws.ts'

/** Runs the laws on a server of a test. Returns the run, its results, and the requests that the server got. */
const runOn = async (respond: RequestListener, limits = { timeout: 0.2, minutes: 1 }) => {
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
  for (const law of laws) if (/^(auth|orders)/.test(law.area)) results.push(await run.check(law))
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
    timeout: 1,
    minutes: 0,
  })
  expect([run.ended, requests]).toEqual([
    'The run has taken 0 minutes. Raise the limit with --minutes.',
    [],
  ])
})
