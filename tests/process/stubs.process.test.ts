import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { send } from '../../testkit/http.ts'
import { runProgram, startProgram, waitForOutput } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

const curl = async (printed: string, more = '') => {
  const [line = ''] = /curl .*/.exec(printed) ?? []
  return (await promisify(execFile)('sh', ['-c', `${line}${more} --silent`])).stdout
}

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
  const stub = printed.replace('/v1/orders/list', '/v1/orders/ord_1')
  expect(JSON.parse(await curl(stub))).toMatchObject({ orderNumber: 'MF-100042' })
  const [, address = ''] = /listening on (\S+)/.exec(printed) ?? []
  expect((await send(address, { path: '/hello/ada' })).text).toBe('ada')
  const { status, headers } = await send(address, { path: '/v1/orders/list' })
  expect([status, headers['x-mine']]).toEqual([401, 'yes'])
})

/** Runs the stubs with a module that they reject. Returns what is printed on standard error. */
const rejection = async (file: string): Promise<string> => {
  const args = ['--with', file]
  const result = await runProgram('server/process/stubs.ts', args, { PORT: '0' })
  expect(result).toMatchObject({ status: 1, stdout: '' })
  return result.stderr.replaceAll(file, 'FILE')
}

test.each([
  [
    'lacks operations',
    'export const operations = {}',
    'FILE must export `operations` with a method for every operation. Spread the stubs first.\n',
  ],
  [
    'has methods with unknown names',
    'export const operations = { getOrders() {}, cancelordr() {} }',
    `FILE has methods that are no operations of the contract:
  getOrders: did you mean getOrder?
  cancelordr: did you mean cancelOrder?
`,
  ],
])('A module that %s is rejected', async (_, text, message) => {
  const file = join(temporaryFolder(), 'mine.mjs')
  writeFileSync(file, text)
  expect(await rejection(file)).toBe(message)
})

test('A missing module is reported in one line', async () => {
  expect(await rejection('nowhere.ts')).toBe('There is no file FILE\n')
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
  const errors = await rejection(file)
  expect(errors).toMatch(/\(5,\d+\): error TS2322.*'299'/)
  expect(errors).toMatch(/\(7,\d+\): error .*"listOrder"/s)
  expect(errors).toContain('FILE does not compile. Fix it and start again.')
})
