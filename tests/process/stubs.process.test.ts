import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { listen } from '../../server/http/connection/listen.ts'
import { send } from '../../testkit/http.ts'
import { runProgram, startProgram, waitForOutput } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

const curl = async (printed: string, more = '') => {
  const [line = ''] = /curl .*/.exec(printed) ?? []
  return (await promisify(execFile)('sh', ['-c', `${line}${more} --silent`])).stdout
}

test('the stubs answer the printed curl line with the document’s example', async () => {
  const printed = await waitForOutput(
    startProgram('server/process/stubs.ts', [], { PORT: '0' }),
    /curl .*\n/,
  )
  expect(JSON.parse(await curl(printed))).toMatchObject([{ orderNumber: 'MF-100042' }])
})

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)

test('the curl line works on an IPv6 address too', async (context) => {
  context.skip(!hasIpv6, 'this machine has no ::1')
  const printed = await waitForOutput(
    startProgram('server/process/stubs.ts', [], { HOST: '::1', PORT: '0' }),
    /curl .*\n/,
  )
  expect(JSON.parse(await curl(printed))).toMatchObject([{ orderNumber: 'MF-100042' }])
})

test('one method can be replaced; what it says is still held to the contract', async () => {
  const generated = (name: string) =>
    pathToFileURL(join(import.meta.dirname, '../..', 'generated', name)).href
  const file = join(temporaryFolder(), 'mine.ts')
  writeFileSync(
    file,
    `import { implement } from '${generated('operations.ts')}'
     import { stubs } from '${generated('stubs.ts')}'
     export const operations = implement()({
       ...stubs,
       listOrders: ({ query }) => ({ status: query.limit === 1 ? 200 : 299, body: [] }),
     })`,
  )
  const child = startProgram('server/process/stubs.ts', ['--with', file], { PORT: '0' })
  const printed = await waitForOutput(child, /curl .*\n/)
  expect(await curl(printed, `'?limit=1'`)).toBe('[]')
  expect(await curl(printed)).toBe('{"message":"Internal server error"}')
})

test('the docs are served when they have been built', async () => {
  const root = join(import.meta.dirname, '../..')
  // A tree of its own, so that no test builds the docs under another.
  const tree = temporaryFolder()
  for (const folder of ['server', 'generated'])
    cpSync(join(root, folder), join(tree, folder), { recursive: true })
  cpSync(join(root, 'package.json'), join(tree, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  mkdirSync(join(tree, 'dist'))
  writeFileSync(join(tree, 'dist', 'docs.html'), '<p>The docs</p>')
  const program = relative(root, join(tree, 'server', 'process', 'stubs.ts'))
  const printed = await waitForOutput(startProgram(program, [], { PORT: '0' }), /curl .*\n/)
  const [, address = ''] = /listening on (\S+)/.exec(printed) ?? []
  const answer = await send(address, { path: '/docs' })
  expect([answer.status, answer.text]).toEqual([200, '<p>The docs</p>'])
})

test('a module that is no implementation is refused with what it must export', async () => {
  const file = join(temporaryFolder(), 'mine.ts')
  writeFileSync(file, 'export const operations = {}')
  const { status, stderr } = await runProgram('server/process/stubs.ts', ['--with', file])
  expect(status).toBe(1)
  expect(stderr).toBe(`${file} must export \`operations\` with a method for every operation\n`)
})

test.each([
  [['--foo'], "Unknown option '--foo'. --help lists the options\n"],
  [['--with'], "Option '--with <value>' argument missing. --help lists the options\n"],
  [['--with', 'nowhere.ts'], 'There is no file nowhere.ts\n'],
])('%j is refused in one line', async (args, line) => {
  const { status, stdout, stderr } = await runProgram('server/process/stubs.ts', args, {
    PORT: '0',
  })
  expect([status, stdout, stderr]).toEqual([1, '', line])
})

test('a port that is taken is said in one line, with what to do', async () => {
  const other = createServer()
  const port = await listen(other, 0, '127.0.0.1')
  const { status, stderr } = await runProgram('server/process/stubs.ts', [], { PORT: String(port) })
  other.close()
  expect(status).toBe(1)
  expect(stderr).toBe(
    `listen EADDRINUSE: address already in use 127.0.0.1:${port}: another program listens there; set PORT to another port\n`,
  )
})
