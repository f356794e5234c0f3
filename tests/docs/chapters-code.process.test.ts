import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

/** Starting the mock and the server is left to `.ci/first-hour`. */
const commands = chapters
  .flatMap(({ name }) => codeOf(name, 'sh').map((code) => ({ name, code })))
  .filter(({ code }) => !/^np[mx] /m.test(code))

test.for(commands)('Commands in $name: $code', async ({ code }, { skip }) => {
  for (const needed of ['curl', 'jq'].filter((each) => RegExp(`\\b${each} `).test(code)))
    if (spawnSync(needed, ['--version']).error) skip(`there is no ${needed} on this machine`)
  const { mock, address } = await servedMock()
  const env = { PATH: process.env.PATH, MERCH_URL: address, MERCH_KEY: demoKeys.demo }
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

test('The examples of paging read every page', async ({ skip }) => {
  const server = await testServer()
  const Rows = z.array(z.object({ id: z.string() }))
  const orders = Rows.parse((await server.get('/v1/orders/list?limit=1000')).body)
  const { items } = z
    .object({ items: Rows, pagination: z.object({ has_more: z.literal(false) }) })
    .parse((await server.get('/v1/inventory/list?page_size=100')).body)
  const ids = [...orders, ...items].map(({ id }) => id)
  const env = { PATH: process.env.PATH, MERCH_URL: server.url, MERCH_KEY: server.key }
  const typescript = await run(process.execPath, [writeCode('paging')], { env })
  expect(typescript.stdout.trim().split('\n')).toEqual(ids)

  if (spawnSync('python3', ['--version']).error) skip('python3 is not installed')
  const file = join(folder, 'paging.py')
  const driver = 'print(json.dumps([row["id"] for row in [*every_order(7), *every_item(9)]]))\n'
  writeFileSync(file, `${codeOf('paging', 'python').join('\n')}\n${driver}`)
  const python = await run('python3', [file], { env })
  expect(JSON.parse(python.stdout)).toEqual(ids)
})
