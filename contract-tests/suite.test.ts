import type { RequestListener } from 'node:http'
import { expect, inject, onTestFinished, test } from 'vitest'
import { laws } from './laws/all.ts'
import { ownServer } from './own/own-server.ts'
import { serve } from './support/http.ts'
import type { Law } from './support/law.ts'
import { withRemoteControls } from './support/remote-controls.ts'
import { Run } from './support/run-laws.ts'
import { nodeProblem, SuiteError } from './support/server.ts'

/** Returns the requests in their order. Ids of the server are numbered in the order of their first use. */
const requestsOf = async (seed: number, checked: readonly Law[]): Promise<string[]> => {
  const server = await ownServer()
  onTestFinished(server.stop)
  const sent: string[] = []
  const names = new Map<string, string>()
  const named = (id: string) => {
    names.set(id, names.get(id) ?? `id-${names.size}`)
    return names.get(id) ?? ''
  }
  const run = new Run({
    server,
    seed,
    runs: 1,
    observe: ({ sent: { method = 'GET', path, headers, body = '' } }) => {
      const text = `${method} ${path} ${JSON.stringify(headers)} ${Buffer.from(body).toString('latin1')}`
      sent.push(text.replaceAll(/\b[a-z]{3}_[0-9a-f]{31,32}/gi, named))
    },
  })
  for (const law of checked) await run.check(law)
  return sent
}

test('two runs with the same seed send the same requests, and another seed sends others', async () => {
  const isThorough = inject('isThorough')
  const drawn = laws.filter(({ area }) => isThorough || area === 'contacts')
  const first = await requestsOf(1, drawn)
  expect(first.length).toBeGreaterThan(80)
  expect(await requestsOf(1, drawn)).toEqual(first)
  expect(await requestsOf(2, drawn)).not.toEqual(first)
})

test.each<[string, RequestListener, number, string]>([
  ['never respond', () => {}, 0.2, 'do not respond to start: no response within 0.2 s'],
  ['respond with a page', (_, response) => response.end('<h1>'), 60, 'expected object'],
  ['have no start', (_, response) => response.writeHead(404).end(), 60, 'no control start'],
])('controls that %s end the run with a message', async (_, respond, timeout, message) => {
  const { url, stop } = await serve(respond)
  onTestFinished(stop)
  const server = withRemoteControls({ url, key: 'key', stop: async () => {} }, url, timeout)
  await expect(server).rejects.toThrow(SuiteError)
  await expect(server).rejects.toThrow(message)
})

test('Node that lacks what the suite uses is named before the run', () => {
  expect(['20.20.2', '22.17.1', '22.18.0', '24.0.0'].map(nodeProblem)).toEqual([
    expect.stringContaining('needs Node 22.18 or newer, not 20.20.2. Install Node 24'),
    expect.stringContaining('not 22.17.1'),
    undefined,
    undefined,
  ])
})

test('a fresh server may stop without a response', async () => {
  const controls = await serve(({ url, socket }, outgoing) => {
    if (url === '/stop') socket.destroy()
    else outgoing.end(JSON.stringify({ url: controls.url, key: 'key', controls: controls.url }))
  })
  onTestFinished(controls.stop)
  const { url } = controls
  const server = await withRemoteControls({ url, key: 'key', stop: async () => {} }, url)
  onTestFinished(server.stop)
  const fresh = await server.controls?.fresh?.(1)
  await expect(fresh?.stop()).resolves.toBeUndefined()
})
