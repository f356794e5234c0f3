import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { listen } from '../../server/http/connection/listen.ts'
import { send } from '../../testkit/http.ts'
import { runProgram, startProgram, waitForOutput } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

const environment = () => ({
  PORT: '0',
  DATABASE_URL: `file:${join(temporaryFolder(), 'deep', 'merch.db')}`,
})

const ended = (child: ReturnType<typeof startProgram>) =>
  new Promise((resolve) => child.once('close', resolve))

test('A first start prints a key and a curl command that works, and nothing on stderr', async () => {
  const child = startProgram('server/main.ts', [], environment())
  let complaints = ''
  child.stderr?.on('data', (chunk) => {
    complaints += chunk
  })
  const printed = await waitForOutput(child, /curl .*\n/)
  expect(printed).toMatch(/\n {2}mfk_[0-9A-Za-z]{92}\n/)
  const [line = ''] = /curl .*/.exec(printed) ?? []
  const { stdout } = await promisify(execFile)('sh', ['-c', `${line} --silent`])
  expect(JSON.parse(stdout)).toHaveLength(3)
  expect(complaints).toBe('')
})

test('A second start keeps the data and the spent budget, and says nothing of keys and accounts', async () => {
  const settings = environment()
  const first = startProgram('server/main.ts', [], settings)
  const welcome = await waitForOutput(first, /curl .*\n/)
  const [key] = /mfk_\w+/.exec(welcome) ?? []
  const headers = { authorization: `Bearer ${key}` }
  const [, firstAddress = ''] = /listening on (\S+)/.exec(welcome) ?? []
  await send(firstAddress, { path: '/v1/auth', headers })
  await send(firstAddress, { path: '/v1/auth', headers })
  first.kill('SIGTERM')
  expect(await ended(first)).toBe(0)

  const second = startProgram('server/main.ts', [], settings)
  let log = ''
  second.stdout?.on('data', (chunk) => {
    log += chunk
  })
  const printed = await waitForOutput(second, /"address":"[^"]+"/)
  const [, address = ''] = /"address":"([^"]+)"/.exec(printed) ?? []
  const answer = await send(address, { path: '/v1/campaigns/list', headers })
  expect(JSON.parse(answer.text)).toHaveLength(4)
  expect(answer.headers['ratelimit-remaining']).toBe('997')
  second.kill('SIGTERM')
  expect(await ended(second)).toBe(0)
  expect(log).toContain('"listening"')
  expect(log).not.toMatch(/mfk_|No account exists/)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  'After %s the server completes the accepted requests and exits with 0',
  async (signal) => {
    const child = startProgram('server/main.ts', [], environment())
    const printed = await waitForOutput(child, /curl .*\n/)
    const [, address = ''] = /listening on (\S+)/.exec(printed) ?? []
    const [key] = /mfk_\w+/.exec(printed) ?? []
    const headers = { authorization: `Bearer ${key}` }
    const answers = Promise.all(
      Array.from({ length: 10 }, () => send(address, { path: '/v1/inventory/list', headers })),
    )
    await send(address, { path: '/v1/auth', headers })
    child.kill(signal)
    expect((await answers).map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await ended(child)).toBe(0)
  },
)

test.each<[string, Record<string, string>, string]>([
  [
    'An invalid setting',
    { PORT: 'http' },
    'PORT must be a whole number from 0 to 65535, not "http"\n',
  ],
  [
    'A database that cannot be opened',
    { DATABASE_URL: 'file:/dev/null/merch.db' },
    'The database /dev/null/merch.db cannot be opened: ',
  ],
])('%s is reported in one line', async (_, settings, message) => {
  const { status, stdout, stderr } = await runProgram('server/main.ts', [], settings)
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toContain(message)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('A port that is in use is reported in one line, with a remedy', async () => {
  const other = createServer()
  const port = await listen(other, 0, '127.0.0.1')
  const { status, stderr } = await runProgram('server/main.ts', [], {
    ...environment(),
    PORT: String(port),
  })
  other.close()
  expect(status).toBe(1)
  expect(stderr).toBe(
    `listen EADDRINUSE: address already in use 127.0.0.1:${port}: another program listens there; set PORT to another port\n`,
  )
})

// config.test.ts covers the other settings that decide whether demo data is seeded.
test.each([
  ['pretty', /^\[[\d:.]+\] INFO: listening \{"address":"http:/m],
  ['json', /^\{"level":30,"time":\d+,"address":"[^"]+","listensOn":"[^"]+","msg":"listening"\}$/m],
])(
  'With LOG_FORMAT=%s and an empty database, a start logs where it listens and how to create a key',
  async (format, line) => {
    const more = { SEED_DEMO: '0', LOG_FORMAT: format }
    const child = startProgram('server/main.ts', [], { ...environment(), ...more })
    const printed = await waitForOutput(child, /merch keys create.*\n/)
    expect(printed).not.toContain('mfk_')
    expect(stripVTControlCharacters(printed)).toMatch(line)
  },
)
