import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { send } from '../../contract-tests/support/http.ts'
import { findProgram } from '../kit/find-program.ts'
import { freePort } from '../kit/free-port.ts'
import { read } from '../kit/project.ts'
import { testServer } from '../kit/server/test-server.ts'
import { type SpawnedServer, spawnServer } from '../kit/spawn-server.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

/** Starts the proxy of the example in front of servers. Skips the test if it is not installed. */
const startProxy = async (context: TestContext, servers: readonly string[]) => {
  const found = (await findProgram('haproxy')) ?? '/usr/sbin/haproxy'
  if (!existsSync(found)) return context.skip('haproxy is not installed')
  const port = await freePort()
  const file = join(temporaryFolder(), 'haproxy.cfg')
  const lines = read('examples/haproxy/haproxy.cfg')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .split('\n')
    .filter((line) => servers[1] !== undefined || !line.includes('server node2'))
  const config = servers.reduce(
    (text, server, i) => text.replace(`node${i + 1}:8080`, new URL(server).host),
    lines.join('\n'),
  )
  writeFileSync(file, config)
  const proxy = spawn(found, ['-db', '-f', file])
  onTestFinished(() => void proxy.kill('SIGKILL'))
  const log: string[] = []
  proxy.stdout.on('data', (chunk) => log.push(String(chunk)))
  const url = `http://127.0.0.1:${port}`
  const statusOf = (path: string) =>
    send(url, { path }).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  await expect.poll(() => statusOf('/healthz')).toBe(200)
  return { url, log, statusOf }
}

test('clients get no error while a node is killed, and /readyz says whether one is left', async (context) => {
  const nodes = await Promise.all(
    [1, 2].map(() =>
      spawnServer({
        databaseUrl: `file:${join(temporaryFolder(), 'merch.db')}`,
        environment: { SEED_DEMO: '0' },
      }),
    ),
  )
  const kill = (node: SpawnedServer) => void node.child.kill('SIGKILL')
  onTestFinished(() => nodes.forEach(kill))
  const { log, statusOf } = await startProxy(
    context,
    nodes.map(({ url }) => url),
  )
  await expect.poll(() => statusOf('/healthz').then(() => log.join(''))).toMatch(/node2/)
  const statuses: number[] = []
  const clients = Array.from({ length: 8 }, async () => {
    for (let i = 0; i < 100; i++) {
      statuses.push(await statusOf('/healthz'))
      if (statuses.length === 300) nodes.slice(0, 1).forEach(kill)
    }
  })
  await Promise.all(clients)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  nodes.forEach(kill)
  await expect.poll(() => statusOf('/readyz')).toBe(503)
})

test('the proxy of the example and the server log the same id of a request', async (context) => {
  const server = await testServer({
    demo: false,
    environment: { TRUSTED_PROXIES: '127.0.0.1/32', LOG_LEVEL: 'info' },
  })
  const { url, log: lines, statusOf } = await startProxy(context, [server.url])
  expect(await statusOf('/readyz?x')).toBe(404)
  const headers = { 'x-request-id': 'forged', 'x-forwarded-for': '203.0.113.9' }
  const { status, headers: received } = await send(url, { path: '/v1/auth', headers })
  const id = String(received['x-request-id'])
  expect([status, id]).toEqual([401, expect.not.stringContaining('forged')])
  await expect.poll(() => lines.join('')).toMatch(`127.0.0.1 ${id} node1 GET 401 `)
  const [line = ''] = server.log.filter((each) => each.includes(id))
  expect(JSON.parse(line)).toMatchObject({ requestId: id, client: '127.0.0.1', status: 401 })
})
