import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('README has at most 8,000 bytes', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(8000)
})

test('the settings of docs/operating.md are those of server/config.ts', () => {
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

test('the newest version of CHANGELOG is that of package.json, and every version has a date', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, text = '']) => text)
  const versions = headings.map((text) => /^(\d+\.\d+\.\d+), (\d{4}-\d{2}-\d{2})$/.exec(text))
  expect(versions).not.toContain(null)
  expect(versions[0]?.[1]).toBe(JSON.parse(read('package.json')).version)
  const dates = versions.map((version) => version?.[2] ?? '')
  expect(dates).toEqual(dates.toSorted().toReversed())
})
