import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { compilerSays } from '../../codegen/testing/compile.ts'
import { demoKeys } from '../../mock/demo-keys.ts'
import { servedMock } from '../../mock/testing/served-mock.ts'
import { newSecret } from '../../server/domain/webhook-secret.ts'
import { testServer } from '../../server/testing/test-server.ts'
import { makeDelivery } from '../../server/webhooks/delivery.ts'
import { chapters, codeOf } from './testing/chapters.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

let folder = ''

beforeAll(() => {
  // Inside the project, where the compiler finds its settings.
  mkdirSync(join(root, 'dist'), { recursive: true })
  folder = mkdtempSync(join(root, 'dist', 'chapters-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

afterEach(() => {
  vi.unstubAllEnvs()
})

/** The chapters' code in a language, with the chapter's name. */
const inLanguage = (language: string) =>
  chapters.flatMap(({ name, blocks }) =>
    blocks.filter((block) => block.language === language).map(({ code }) => ({ name, code })),
  )

const isNpm = (line: string) => line.startsWith('npm ')

/** A chapter's code in TypeScript, as a file of the project. */
const writeCode = (name: string): string => {
  const file = join(folder, `${name}.ts`)
  const code = codeOf(name, 'ts').join('\n').replaceAll(`'./generated/`, `'../../generated/`)
  writeFileSync(file, `${code}\nexport {}\n`)
  return file
}

/** What a chapter's code exports. */
const imported = (name: string): Promise<unknown> => import(writeCode(name))

const Ask = z.custom<(path: string, init?: RequestInit) => Promise<unknown>>()
const Pages = z.custom<(size: number) => AsyncIterable<unknown>>()
const IsGenuine = z.custom<(secret: string, headers: object, body: Uint8Array) => boolean>()

const all = async (rows: AsyncIterable<unknown>): Promise<unknown[]> => {
  const read: unknown[] = []
  for await (const row of rows) read.push(row)
  return read
}

describe('commands', () => {
  const [npm, others] = [true, false].map((wanted) =>
    inLanguage('sh').filter(({ code }) => code.split('\n').some(isNpm) === wanted),
  )

  test('npm knows those that are given to it', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(npm).toEqual([{ name: 'getting-started', code: 'npm ci\nnpm run mock\n' }])
    expect(scripts).toHaveProperty('mock')
  })

  test.for(others ?? [])('in $name: $code', async ({ code }, { skip }) => {
    if (spawnSync('curl', ['--version']).error) skip('there is no curl on this machine')
    const { mock, address } = await servedMock()
    const env = { PATH: process.env.PATH, BASE_URL: address, API_KEY: demoKeys.demo }
    const command = code.replaceAll('http://127.0.0.1:4010', address)
    await run('sh', ['-c', command], { env })
    expect(mock.requests.entries).toMatchObject([{ status: expect.toSatisfy(isSuccess) }])
  })
})

const isSuccess = (status: number) => status >= 200 && status < 300

test('the code in TypeScript compiles', () => {
  const files = chapters.map(({ name }) => writeCode(name))
  expect(compilerSays(files)).toEqual([])
})

/** Lets the code ask a server as if it were started with these in its environment. */
const useServer = (url: string, key: string) => {
  vi.stubEnv('BASE_URL', url)
  vi.stubEnv('API_KEY', key)
}

test('an error is read: of JSON its message and errors, of plain text the text', async () => {
  const server = await testServer()
  useServer(server.url, server.key)
  const { ask } = z.object({ ask: Ask }).parse(await imported('errors'))
  expect(await ask('/v1/orders/list?limit=1')).toHaveLength(1)
  await expect(ask('/v1/orders/none')).rejects.toThrow('404 Order not found')
  const wrong = { method: 'POST', body: '{"firstName":"","campaignId":"a"}' }
  await expect(ask('/v1/contacts/create', wrong)).rejects.toThrow(
    /^400 Invalid request body\nfirstName: must not be empty\n.*lastName: .*\nemail: /s,
  )
  useServer(server.url, demoKeys.unissued)
  await expect(ask('/v1/auth')).rejects.toThrow('401 Unauthorized')
})

test('every page is read, of either kind', async () => {
  const server = await testServer()
  useServer(server.url, server.key)
  const { everyOrder, everyItem } = z
    .object({ everyOrder: Pages, everyItem: Pages })
    .parse(await imported('paging'))
  const Rows = z.array(z.object({ id: z.string() }))
  const orders = Rows.parse((await server.get('/v1/orders/list?limit=1000')).body)
  expect(orders.length).toBeGreaterThan(7)
  expect(Rows.parse(await all(everyOrder(7)))).toEqual(orders)
  const { pagination } = z
    .object({ pagination: z.object({ total_count: z.number() }) })
    .parse((await server.get('/v1/inventory/list')).body)
  const items = Rows.parse(await all(everyItem(9)))
  expect(new Set(items.map(({ id }) => id)).size).toBe(pagination.total_count)
})

describe('a delivery', () => {
  const secret = newSecret()
  const body = JSON.stringify({ event: 'order.shipped', data: { note: 'ä 🎁' } })
  const at = (now: number) => makeDelivery({ url: '', secret }, 'order.shipped', body, now).headers
  const now = Date.now()
  const recent = at(now)
  const minute = 60_000
  const cases = [
    { is: 'as sent', headers: recent, body, genuine: true },
    { is: 'four minutes old', headers: at(now - 4 * minute), body, genuine: true },
    { is: 'six minutes old', headers: at(now - 6 * minute), body, genuine: false },
    { is: 'six minutes early', headers: at(now + 6 * minute), body, genuine: false },
    { is: 'changed', headers: recent, body: `${body} `, genuine: false },
    {
      is: 'signed for another time',
      headers: { ...recent, 'X-Webhook-Timestamp': String(Math.floor(now / 1000) + 1) },
      body,
      genuine: false,
    },
    {
      is: 'signed by another',
      headers: makeDelivery({ url: '', secret: newSecret() }, 'order.shipped', body, now).headers,
      body,
      genuine: false,
    },
    { is: 'not signed', headers: {}, body, genuine: false },
    {
      is: 'signed with odd letters',
      headers: { ...recent, 'X-Webhook-Signature': 'sha256=ä' },
      body,
      genuine: false,
    },
  ]

  test.each(cases)('that is $is is told in TypeScript', async ({ headers, body, genuine }) => {
    const { isGenuine } = z.object({ isGenuine: IsGenuine }).parse(await imported('webhooks'))
    // Node gives headers their names in lower case.
    const received = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    expect(isGenuine(secret, received, Buffer.from(body))).toBe(genuine)
  })

  test('is told in Python', async ({ skip }) => {
    if (spawnSync('python3', ['--version']).error) skip('there is no python3 on this machine')
    const file = join(folder, 'webhooks.py')
    const driver = `
import json, sys
for case in json.loads(sys.argv[1]):
    print(is_genuine(sys.argv[2], case["headers"], case["body"].encode()))
`
    writeFileSync(file, `${codeOf('webhooks', 'python').join('\n')}${driver}`)
    const { stdout } = await run('python3', [file, JSON.stringify(cases), secret])
    const told = stdout.trim().split('\n')
    expect(told).toEqual(cases.map(({ genuine }) => (genuine ? 'True' : 'False')))
  })
})
