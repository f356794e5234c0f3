import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { send } from '../../contract-tests/support/http.ts'
import { findProgram } from '../kit/find-program.ts'
import { freePort } from '../kit/free-port.ts'
import { testServer } from '../kit/server/test-server.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

test('the proxy of the example and the server log the same id of a request', async (context) => {
  const found = (await findProgram('haproxy')) ?? '/usr/sbin/haproxy'
  if (!existsSync(found)) return context.skip('haproxy is not installed')
  const server = await testServer({
    demo: false,
    environment: { TRUSTED_PROXIES: '127.0.0.1/32', LOG_LEVEL: 'info' },
  })
  const port = await freePort()
  const file = join(temporaryFolder(), 'haproxy.cfg')
  const example = new URL('../../examples/haproxy/haproxy.cfg', import.meta.url)
  const config = readFileSync(example, 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('node1:8080', new URL(server.url).host)
    .replace(/^ {2}server node2 .*\n/m, '')
  writeFileSync(file, config)
  const proxy = spawn(found, ['-db', '-f', file])
  onTestFinished(() => void proxy.kill('SIGKILL'))
  const lines: string[] = []
  proxy.stdout.on('data', (chunk) => lines.push(String(chunk)))

  const url = `http://127.0.0.1:${port}`
  const statusOf = (path: string) =>
    send(url, { path }).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  const headers = { 'x-request-id': 'forged', 'x-forwarded-for': '203.0.113.9' }
  const { status, headers: received } = await send(url, { path: '/v1/auth', headers })
  const id = String(received['x-request-id'])
  expect([status, id]).toEqual([401, expect.not.stringContaining('forged')])
  await expect.poll(() => lines.join('')).toMatch(`127.0.0.1 ${id} node1 GET 401 `)
  const [line = ''] = server.log.filter((each) => each.includes(id))
  expect(JSON.parse(line)).toMatchObject({ requestId: id, client: '127.0.0.1', status: 401 })
})
