import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../testkit/free-port.ts'
import { send } from '../../testkit/http.ts'
import { listen } from '../../testkit/listen.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

const example = readFileSync(new URL('../../examples/haproxy/haproxy.cfg', import.meta.url), 'utf8')
const isMissing = spawnSync('haproxy', ['-v']).error !== undefined

/** A node that responds with the headers that the proxy sends. */
const startNode = async (name: string) => {
  const node = { name, isReady: true, port: 0 }
  const server = createServer((incoming, outgoing) => {
    const { 'x-forwarded-for': client, 'x-request-id': id } = incoming.headersDistinct
    outgoing.statusCode = incoming.url === '/readyz' && !node.isReady ? 503 : 200
    outgoing.end(JSON.stringify({ name, client, id }))
  })
  node.port = await listen(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return node
}

test('the example of a proxy uses the nodes that are ready, and sets the trusted headers', async (context) => {
  context.skip(isMissing, 'HAProxy is not installed')
  const nodes = [await startNode('node1'), await startNode('node2')]
  const port = await freePort()
  let config = example
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('inter 2s', 'inter 50ms')
  for (const node of nodes) config = config.replace(`${node.name}:8080`, `127.0.0.1:${node.port}`)
  const file = join(temporaryFolder(), 'haproxy.cfg')
  writeFileSync(file, config)
  const { status, stderr } = spawnSync('haproxy', ['-c', '-q', '-f', file], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])

  const proxy = spawn('haproxy', ['-f', file], { stdio: 'ignore' })
  onTestFinished(() => {
    proxy.kill('SIGKILL')
  })
  const get = () =>
    send(`http://127.0.0.1:${port}`, {
      path: '/',
      headers: { 'x-forwarded-for': '203.0.113.1', 'x-request-id': 'chosen-by-the-client' },
    })
  await expect.poll(() => get().then(({ status }) => status, String)).toBe(200)
  const name = async () => {
    const { status, text } = await get()
    return status === 200 ? JSON.parse(text).name : status
  }
  const names = async () => new Set(await Promise.all(Array.from({ length: 20 }, name)))
  await expect.poll(names).toEqual(new Set(['node1', 'node2']))
  const { client, id } = JSON.parse((await get()).text)
  expect(client).toEqual(['127.0.0.1'])
  expect(id).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])

  for (const node of nodes) node.isReady = node.name === 'node2'
  await expect.poll(names).toEqual(new Set(['node2']))
})
