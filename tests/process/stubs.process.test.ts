import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { send } from '../../testkit/http.ts'
import { runProgram, startProgram, waitForOutput } from '../../testkit/run.ts'

const root = join(import.meta.dirname, '../..')

/** Writes a module beside which `generated/` and `server/` are. */
const moduleOf = (code: string, name = 'mine.ts'): string => {
  // The compiler finds packages only inside the project.
  mkdirSync(join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(root, 'dist', 'mine-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, name)
  writeFileSync(file, code.replaceAll(/'\.\/(generated|server)\//g, `'../../$1/`))
  return file
}

test('The module of the docs replaces a method and adds middleware. Its responses are checked', async () => {
  const page = readFileSync(join(root, 'docs/generated-layer.md'), 'utf8')
  const [replacing = '', extending = ''] = [...page.matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code]) => code,
  )
  const broken = '  ...stubs,\n  listOrders: () => ({ status: 200, body: broken }),'
  const code = replacing.replace('  ...stubs,', broken) + extending
  const file = moduleOf(`${code}const broken: never[] = JSON.parse('[{}]')\n`)
  const child = startProgram('server/process/stubs.ts', ['--with', file], { PORT: '0' })
  const printed = await waitForOutput(child, /curl .*\n/)
  const [, address = ''] = /listening on (\S+)/.exec(printed) ?? []
  const [, authorization] = /(Bearer \w+)/.exec(printed) ?? []
  const get = async (path: string) => {
    const headers = { authorization, origin: 'https://shop.example.com' }
    const { text, headers: received } = await send(address, { path, headers })
    return [text, received['access-control-allow-origin']]
  }
  const example = expect.stringContaining('"orderNumber":"MF-100042"')
  const origin = 'https://shop.example.com'
  expect(await get('/v1/orders/ord_1')).toEqual([example, origin])
  expect(await get('/v1/orders/ord_2')).toEqual(['{"message":"Order not found"}', origin])
  expect(await get('/v1/orders/list')).toEqual(['{"message":"Internal server error"}', origin])
  expect((await send(address, { path: '/v1/orders/list' })).status).toBe(401)
})

/** Runs the stubs with a module that they reject. Returns what is printed on standard error. */
const rejection = async (file: string): Promise<string> => {
  const args = ['--with', file]
  const result = await runProgram('server/process/stubs.ts', args, { PORT: '0' })
  expect(result).toMatchObject({ status: 1, stdout: '' })
  return result.stderr.replaceAll(file, 'FILE')
}

test('A module that is missing, lacks operations, has others or does not compile is rejected', async () => {
  expect(await rejection('nowhere.ts')).toBe('There is no file FILE\n')
  expect(await rejection(moduleOf('export const operations = {}', 'mine.mjs'))).toBe(
    'FILE must export `operations` with a method for every operation. Spread the stubs first.\n',
  )
  const misspelt = 'export const operations = { getOrders() {}, cancelordr() {} }'
  expect(await rejection(moduleOf(misspelt, 'mine.mjs'))).toBe(
    'FILE has methods that are no operations of the contract: getOrders, cancelordr. generated/operations.txt lists the operations.\n',
  )
  const misused = `import { implement } from './generated/operations.ts'
import { stubs } from './generated/stubs.ts'
export const operations = implement<unknown>()({
  ...stubs,
  listOrders: () => ({ status: 299, body: [] }),
})
`
  expect(await rejection(moduleOf(misused))).toMatch(/'299'.*FILE does not compile\. Fix it/s)
})
