import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runProgram, startProgram, waitForOutput } from './testing/run.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const curl = async (printed: string, more = '') => {
  const [line = ''] = /curl .*/.exec(printed) ?? []
  return (await promisify(execFile)('sh', ['-c', `${line}${more} --silent`])).stdout
}

test('the stubs answer the printed curl line with the document’s example', async () => {
  const printed = await waitForOutput(
    startProgram('server/stubs.ts', [], { PORT: '0' }),
    /curl .*\n/,
  )
  expect(JSON.parse(await curl(printed))).toMatchObject([{ orderNumber: 'MF-100042' }])
})

test('one method can be replaced; what it says is still held to the contract', async () => {
  const generated = (name: string) =>
    pathToFileURL(join(import.meta.dirname, '..', 'generated', name)).href
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
  const child = startProgram('server/stubs.ts', ['--with', file], { PORT: '0' })
  const printed = await waitForOutput(child, /curl .*\n/)
  expect(await curl(printed, `'?limit=1'`)).toBe('[]')
  expect(await curl(printed)).toBe('{"message":"Internal server error"}')
})

test('a module that is no implementation is refused with what it must export', async () => {
  const file = join(temporaryFolder(), 'mine.ts')
  writeFileSync(file, 'export const operations = {}')
  const { status, stderr } = await runProgram('server/stubs.ts', ['--with', file])
  expect(status).toBe(1)
  expect(stderr).toBe(`${file} must export \`operations\` with a method for every operation\n`)
})
