import { execFile } from 'node:child_process'
import { openSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { send } from '../../contract-tests/support/http.ts'
import { listen } from '../../server/http/http-server.ts'
import { freePort } from '../kit/free-port.ts'
import { runProgram, startProgram, waitForOutput } from '../kit/run.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

const environment = () => ({
  PORT: '0',
  DATABASE_URL: `file:${join(temporaryFolder(), 'deep', 'merch.db')}`,
})

/** Starts a server, whose first output has the pattern. Returns it with the address and key that it prints. */
const started = async (settings: Record<string, string>, pattern = /curl .*\n/) => {
  const child = startProgram('server/main.ts', [], settings)
  const ended = new Promise((resolve) => child.once('close', resolve))
  const printed = await waitForOutput(child, pattern)
  const [address = ''] = /http:\/\/[\d.:]+/.exec(printed) ?? []
  const [key] = /mfk_\w+/.exec(printed) ?? []
  const headers = { authorization: `Bearer ${key}` }
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return { child, printed, address, headers, stop }
}

test('A first start prints a key, a curl command that works and the address of clients; the next one keeps data and counts', async () => {
  const settings = environment()
  const first = await started({ ...settings, BASE_URL: 'https://api.example.com', SEED_DEMO: '1' })
  const complaints = first.child.stderr ? text(first.child.stderr) : ''
  expect(first.printed).toMatch(/\n {2}mfk_[0-9A-Za-z]{92}\n/)
  expect(first.printed).toContain('\nClients reach it at https://api.example.com\n')
  expect(first.printed).toMatch(/\n {2}portal {4}https:\/\/api.example.com\/portal\n/)
  const [line = ''] = /curl .*/.exec(first.printed) ?? []
  expect(line).toContain("'https://api.example.com/v1/products/list?limit=3'")
  const command = line.replace('https://api.example.com', first.address)
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent`])
  expect(JSON.parse(stdout)).toHaveLength(3)
  await send(first.address, { path: '/v1/auth', headers: first.headers })
  expect(await first.stop()).toBe(0)
  expect(await complaints).toBe('')

  const next = await started({ ...settings, LOG_FORMAT: 'json' }, /"Listening"/)
  expect(next.printed).toMatch(
    /^\{"level":30,"time":\d+,"address":"[^"]+","listensOn":"[^"]+","msg":"Listening"\}$/m,
  )
  const path = '/v1/campaigns/list'
  const campaigns = await send(next.address, { path, headers: first.headers })
  expect(JSON.parse(campaigns.text)).toHaveLength(4)
  expect(campaigns.headers['ratelimit-remaining']).toBe('997')
  expect(await next.stop('SIGINT')).toBe(0)
  expect(next.printed).not.toMatch(/mfk_|No account exists/)
})

// config.test.ts covers the other settings that decide whether demo data is seeded.
test('Without demo data, a start logs where it listens and how to create a key; without TLS, SIGHUP does nothing', async () => {
  const settings = { ...environment(), SEED_DEMO: '0', LOG_FORMAT: 'pretty' }
  const { printed, child, stop } = await started(settings, /merch keys create.*\n/)
  expect(printed).not.toContain('mfk_')
  expect(stripVTControlCharacters(printed)).toMatch(
    /^\[[\d:.]+\] INFO: Listening \{"address":"http:/m,
  )
  const reloaded = waitForOutput(child, /Nothing to reload/)
  child.kill('SIGHUP')
  await reloaded
  expect(await stop()).toBe(0)
})

test('A server goes on and stops while the disk of its log is full', async () => {
  const port = await freePort()
  const settings = { ...environment(), PORT: String(port), SEED_DEMO: '0', LOG_LEVEL: 'debug' }
  const full = openSync('/dev/full', 'w')
  const child = startProgram('server/main.ts', [], settings, 'inherit', full)
  const ended = new Promise((resolve) => child.once('close', resolve))
  const ask = async () => (await send(`http://127.0.0.1:${port}`, { path: '/healthz' })).status
  await expect.poll(() => ask().catch(String), { timeout: 20_000 }).toBe(200)
  // More lines than wait to be written together.
  for (let i = 0; i < 200; i++) expect(await ask()).toBe(200)
  child.kill()
  expect(await ended).toBe(0)
})

test('A start that fails prints one line that says what to do', async () => {
  const other = createServer()
  const port = String(await listen(other, 0, '127.0.0.1'))
  const failures: [Record<string, string>, string][] = [
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http"\n'],
    [
      { ...environment(), PORT: port },
      `listen EADDRINUSE: address already in use 127.0.0.1:${port}: another program listens there; set PORT to another port\n`,
    ],
  ]
  for (const [settings, line] of failures) {
    const { status, stdout, stderr } = await runProgram('server/main.ts', [], settings)
    expect([status, stdout, stderr]).toEqual([1, '', line])
  }
  other.close()
})
