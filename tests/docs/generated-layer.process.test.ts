import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram, waitForOutput } from '../../testkit/run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs/generated-layer.md'), 'utf8')

test('The example that replaces a method compiles and runs', async () => {
  const [, code = ''] = /```ts\n(.*?)```/s.exec(page) ?? []
  mkdirSync(join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(root, 'dist', 'mine-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'mine.ts')
  writeFileSync(file, code.replaceAll(`'./generated/`, `'../../generated/`))

  // Compiles the module before it starts.
  const child = startProgram('server/process/stubs.ts', ['--with', file], { PORT: '0' })
  const printed = await waitForOutput(child, /curl .*\n/)
  const [line = ''] = /curl .*/.exec(printed) ?? []
  const ask = async (id: string) =>
    (
      await promisify(execFile)('sh', [
        '-c',
        `${line.replace('orders/list', `orders/${id}`)} --silent`,
      ])
    ).stdout
  expect(await ask('ord_1')).toContain('"orderNumber":"MF-100042"')
  expect(await ask('ord_2')).toBe('{"message":"Order not found"}')
})
