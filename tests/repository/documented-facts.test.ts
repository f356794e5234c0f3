import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('docs/operating.md lists the settings of server/config.ts', () => {
  const known = [...read('server/config.ts').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
  const rows = read('docs/operating.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z]/.test(line))
  const named = rows.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  expect(known.length).toBeGreaterThan(20)
  expect(named.toSorted()).toEqual(known.toSorted())
})

test('docs/dependencies.md lists the production dependencies', () => {
  const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)`/gm)]
  const { dependencies } = JSON.parse(read('package.json'))
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(dependencies))
})

test('The lock file contains no registry addresses', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved"|https?:\/\/[^"]*registry/)
})
