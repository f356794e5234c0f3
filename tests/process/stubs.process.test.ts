import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { listen } from '../../server/http/http-server.ts'
import { send } from '../../testkit/http.ts'
import { runProgram, startProgram, waitForOutput } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

const curl = async (printed: string, more = '') => {
  const [line = ''] = /curl .*/.exec(printed) ?? []
  return (await promisify(execFile)('sh', ['-c', `${line}${more} --silent`])).stdout
}

test('The printed curl command returns the example of the document', async () => {
  const printed = await waitForOutput(
    startProgram('server/process/stubs.ts', [], { PORT: '0' }),
    /curl .*\n/,
  )
  expect(JSON.parse(await curl(printed))).toMatchObject([{ orderNumber: 'MF-100042' }])
})

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)

test('The printed curl command works on an IPv6 address', async (context) => {
  context.skip(!hasIpv6, 'this machine has no ::1')
  const printed = await waitForOutput(
    startProgram('server/process/stubs.ts', [], { HOST: '::1', PORT: '0' }),
    /curl .*\n/,
  )
  expect(JSON.parse(await curl(printed))).toMatchObject([{ orderNumber: 'MF-100042' }])
})

const root = join(import.meta.dirname, '../..')

/** Writes a module that replaces methods of the stubs. */
const moduleWith = (methods: string, more = ''): string => {
  const file = join(temporaryFolder(), 'mine.ts')
  const generated = join(root, 'generated')
  writeFileSync(
    file,
    `import { implement } from '${generated}/operations.ts'
import { stubs } from '${generated}/stubs.ts'
${more}
export const operations = implement<unknown>()({ ...stubs, ${methods} })
`,
  )
  return file
}

const compilerTime = 60_000

test('A module can replace methods, whose responses are checked, and add middleware and routes', {
  timeout: compilerTime,
}, async () => {
  const file = moduleWith(
    'listOrders: ({ query }) => ({ status: 200, body: query.limit === 1 ? [] : broken })',
    `const broken: never[] = JSON.parse('[{}]')
import type { ExtendApp } from '${root}/server/http/app.ts'
export const extend: ExtendApp = (app) => {
  app.use(async (context, next) => {
    await next()
    context.header('x-mine', 'yes')
  })
  app.get('/hello/:name', (context) => context.text(context.req.param('name')))
}`,
  )
  const child = startProgram('server/process/stubs.ts', ['--with', file], { PORT: '0' })
  const printed = await waitForOutput(child, /curl .*\n/)
  expect(await curl(printed, `'?limit=1'`)).toBe('[]')
  expect(await curl(printed)).toBe('{"message":"Internal server error"}')
  const [, address = ''] = /listening on (\S+)/.exec(printed) ?? []
  expect((await send(address, { path: '/hello/ada' })).text).toBe('ada')
  const { status, headers } = await send(address, { path: '/v1/orders/list' })
  expect([status, headers['x-mine']]).toEqual([401, 'yes'])
})

test('A misspelt operation and an undeclared status code are compiler errors', {
  timeout: compilerTime,
}, async () => {
  const file = moduleWith(
    'listOrder: () => ({ status: 200, body: [] })',
    `export const other = implement<unknown>()({
  ...stubs,
  listOrders: () => ({ status: 299, body: [] }),
})`,
  )
  const args = ['--with', file]
  const { status, stderr } = await runProgram('server/process/stubs.ts', args, { PORT: '0' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/mine\.ts\(5,\d+\): error TS2322.*'299'/)
  expect(stderr).toMatch(/mine\.ts\(7,\d+\): error .*"listOrder"/s)
  expect(stderr).toContain(`${file} does not compile. Fix it and start again.`)
})

test('Without TypeScript the module is served with a warning; the docs are served once they are built', async () => {
  // Uses a copy of the project, as other tests build its docs at the same time.
  const tree = temporaryFolder()
  for (const folder of ['server', 'generated'])
    cpSync(join(root, folder), join(tree, folder), { recursive: true })
  cpSync(join(root, 'package.json'), join(tree, 'package.json'))
  mkdirSync(join(tree, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('typescript'))
      symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name))
  const file = join(tree, 'mine.ts')
  writeFileSync(file, `export { stubs as operations } from './generated/stubs.ts'`)
  const program = relative(root, join(tree, 'server/process/stubs.ts'))
  mkdirSync(join(tree, 'dist'))
  writeFileSync(join(tree, 'dist', 'docs.html'), '<p>The docs</p>')
  const child = startProgram(program, ['--with', file], { PORT: '0' })
  const printed = await waitForOutput(child, /curl .*\n/)
  expect(printed).toContain(
    `${file} is not type-checked: TypeScript is not installed. Install it with npm ci.`,
  )
  const [, address = ''] = /listening on (\S+)/.exec(printed) ?? []
  const answer = await send(address, { path: '/docs' })
  expect([answer.status, answer.text]).toEqual([200, '<p>The docs</p>'])
})

test.each([
  [
    'lacks operations',
    'export const operations = {}',
    (file: string) =>
      `${file} must export \`operations\` with a method for every operation. Spread the stubs first.\n`,
  ],
  [
    'has methods with unknown names',
    'export const operations = { getOrders() {}, cancelordr() {} }',
    (file: string) =>
      `${file} has methods that are no operations of the contract:
  getOrders: did you mean getOrder?
  cancelordr: did you mean cancelOrder?
`,
  ],
])('A module that %s is rejected', async (_, text, says) => {
  const file = join(temporaryFolder(), 'mine.mjs')
  writeFileSync(file, text)
  const { status, stderr } = await runProgram('server/process/stubs.ts', ['--with', file])
  expect([status, stderr]).toEqual([1, says(file)])
})

// explain-error.test.ts covers unknown options.
test('--help prints the usage and starts no server', async () => {
  const { status, stdout, stderr } = await runProgram('server/process/stubs.ts', ['--help'])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Usage: npm run stubs /)
})

test('A missing module is reported in one line', async () => {
  const args = ['--with', 'nowhere.ts']
  const { status, stdout, stderr } = await runProgram('server/process/stubs.ts', args, {
    PORT: '0',
  })
  expect([status, stdout, stderr]).toEqual([1, '', 'There is no file nowhere.ts\n'])
})

test('A port that is in use is reported in one line, with a remedy', async () => {
  const other = createServer()
  const port = await listen(other, 0, '127.0.0.1')
  const { status, stderr } = await runProgram('server/process/stubs.ts', [], { PORT: String(port) })
  other.close()
  expect(status).toBe(1)
  expect(stderr).toBe(
    `listen EADDRINUSE: address already in use 127.0.0.1:${port}: another program listens there; set PORT to another port\n`,
  )
})
