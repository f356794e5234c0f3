import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { demoKeys } from '../../mock/demo-keys.ts'
import { servedMock } from '../../mock/testing/served-mock.ts'
import { testServer } from '../../server/testing/test-server.ts'
import { compileFiles } from '../../testkit/compile.ts'
import { chapters, codeOf } from './chapters.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

let folder = ''

beforeAll(() => {
  // The compiler finds packages only inside the project.
  mkdirSync(join(root, 'dist'), { recursive: true })
  folder = mkdtempSync(join(root, 'dist', 'chapters-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

afterEach(() => {
  vi.unstubAllEnvs()
})

/** The code blocks in a language, with the names of their chapters. */
const inLanguage = (language: string) =>
  chapters.flatMap(({ name, blocks }) =>
    blocks.filter((block) => block.language === language).map(({ code }) => ({ name, code })),
  )

/** Writes a chapter's TypeScript code to a file of the project. */
const writeCode = (name: string): string => {
  const file = join(folder, `${name}.ts`)
  const code = codeOf(name, 'ts')
    .join('\n')
    .replaceAll(`'merch-fulfillment-client'`, `'../../client/index.ts'`)
    .replaceAll(`'merch-fulfillment-client/webhooks'`, `'../../client/webhooks/index.ts'`)
  writeFileSync(file, `${code}\nexport {}\n`)
  return file
}

/** Imports a chapter's TypeScript code. */
const imported = (name: string): Promise<unknown> => import(writeCode(name))

const Ask = z.custom<(path: string, init?: RequestInit) => Promise<unknown>>()

/** Starting the mock and the server is left to `.ci/first-hour`. */
const commands = inLanguage('sh').filter(({ code }) => !/^npm /m.test(code))

test.for(commands)('Commands in $name: $code', async ({ code }, { skip }) => {
  for (const needed of ['curl', 'jq'].filter((each) => RegExp(`\\b${each} `).test(code)))
    if (spawnSync(needed, ['--version']).error) skip(`there is no ${needed} on this machine`)
  const { mock, address } = await servedMock()
  const env = { PATH: process.env.PATH, BASE_URL: address, API_KEY: demoKeys.demo }
  // The mock's address and the server's: both serve the document.
  const command = code.replaceAll(/http:\/\/127\.0\.0\.1:(4010|8080)/g, address)
  const { stdout } = await run('sh', ['-c', command], { env })
  expect(stdout).toMatch(/\S{3}/)
  expect(mock.requests.entries.filter(({ status }) => status >= 400)).toEqual([])
})

test('The TypeScript code compiles', () => {
  const files = chapters.map(({ name }) => writeCode(name))
  expect(compileFiles(files)).toEqual([])
})

/** Sets the environment variables that the code reads. */
const useServer = (url: string, key: string) => {
  vi.stubEnv('BASE_URL', url)
  vi.stubEnv('API_KEY', key)
}

test('The example of errors reads JSON and plain text', async () => {
  const server = await testServer()
  useServer(server.url, server.key)
  const { send } = z.object({ send: Ask }).parse(await imported('errors'))
  expect(await send('/v1/orders/list?limit=1')).toHaveLength(1)
  await expect(send('/v1/orders/none')).rejects.toThrow('404 Order not found')
  const wrong = { method: 'POST', body: '{"firstName":"","campaignId":"a"}' }
  await expect(send('/v1/contacts/create', wrong)).rejects.toThrow(
    /^400 Invalid request body\nfirstName: must not be empty\n.*lastName: .*\nemail: /s,
  )
  useServer(server.url, demoKeys.unissued)
  await expect(send('/v1/auth')).rejects.toThrow('401 Unauthorized')
})

test('The example of limits waits and repeats the request', async () => {
  const server = await testServer({
    environment: { RATE_LIMIT_BUDGET: '1', RATE_LIMIT_WINDOW_SECONDS: '1' },
  })
  const { sendWithinLimit } = z
    .object({ sendWithinLimit: z.custom<(url: string, init: RequestInit) => Promise<Response>>() })
    .parse(await imported('limits'))
  const init = { headers: { Authorization: `Bearer ${server.key}` } }
  expect((await fetch(`${server.url}/v1/auth`, init)).status).toBe(200)
  const waiting = sendWithinLimit(`${server.url}/v1/auth`, init)
  server.time.now += 2000
  expect((await waiting).status).toBe(200)
})

describe('The example of paging reads every page', () => {
  const Row = z.object({ id: z.string() })
  const Rows = z.array(Row)
  const Page = z.object({ items: Rows, pagination: z.object({ has_more: z.literal(false) }) })

  /** Starts a server with several pages of orders and stock. Returns it and all ids. */
  const full = async () => {
    const server = await testServer()
    const orders = Rows.parse((await server.get('/v1/orders/list?limit=1000')).body)
    const { items } = Page.parse((await server.get('/v1/inventory/list?page_size=100')).body)
    const ids = (rows: readonly z.output<typeof Row>[]) => rows.map(({ id }) => id)
    return { server, orders: ids(orders), items: ids(items) }
  }

  test('with the client', async () => {
    const { server, orders, items } = await full()
    const env = { PATH: process.env.PATH, BASE_URL: server.url, API_KEY: server.key }
    const { stdout } = await run(process.execPath, [writeCode('paging')], { env })
    expect(stdout.trim().split('\n')).toEqual([...orders, ...items])
  })

  test('without the client', async ({ skip }) => {
    if (spawnSync('python3', ['--version']).error) skip('python3 is not installed')
    const { server, orders, items } = await full()
    const file = join(folder, 'paging.py')
    const driver = 'print(json.dumps([row["id"] for row in [*every_order(7), *every_item(9)]]))\n'
    writeFileSync(file, `${codeOf('paging', 'python').join('\n')}\n${driver}`)
    const env = { PATH: process.env.PATH, BASE_URL: server.url, API_KEY: server.key }
    const { stdout } = await run('python3', [file], { env })
    expect(JSON.parse(stdout)).toEqual([...orders, ...items])
    expect([orders.length > 7, items.length > 9]).toEqual([true, true])
  })
})
