import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { compilerSays } from '../../testkit/compile.ts'
import { startProgram, waitForOutput } from '../../testkit/run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test('every npm command that it names exists', () => {
  const named = [...readme.matchAll(/npm (?:run (?:-s )?)?([a-z:-]+)/g)].map(([, name]) => name)
  const builtIn = ['ci', 'or']
  for (const name of named)
    if (name && !builtIn.includes(name)) expect(Object.keys(scripts), name).toContain(name)
  expect(named.length).toBeGreaterThan(8)
})

test('its table of settings is what the server understands', () => {
  const source = readFileSync(join(root, 'server/config.ts'), 'utf8')
  const known = [...source.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
  const rows = readme.split('\n').filter((line) => /^\| `[A-Z]/.test(line))
  const named = rows.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  expect(named.toSorted()).toEqual(known.toSorted())
  expect(readConfig({}).databaseFile).toBe('data/merch.db')
})

test('its example of replacing one method compiles and runs as it stands', async () => {
  const [, code = ''] = /```ts\n(.*?)```/s.exec(readme) ?? []
  mkdirSync(join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(root, 'dist', 'readme-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'mine.ts')
  writeFileSync(file, code.replaceAll(`'./generated/`, `'../../generated/`))
  expect(compilerSays([file])).toEqual([])

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
