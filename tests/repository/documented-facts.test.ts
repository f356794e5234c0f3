import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { repository, server } from '../../tools/boundaries/boundaries.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('README has at most 8,000 bytes', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(8000)
})

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

test('The newest version in CHANGELOG is that of package.json, and every version has a date', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, text = '']) => text)
  const versions = headings
    .filter((text, i) => i > 0 || text !== 'Unreleased')
    .map((text) => /^(\d+\.\d+\.\d+), (\d{4}-\d{2}-\d{2})$/.exec(text))
  expect(versions).not.toContain(null)
  expect(versions[0]?.[1]).toBe(JSON.parse(read('package.json')).version)
  const dates = versions.map((version) => version?.[2] ?? '')
  expect(dates).toEqual(dates.toSorted().toReversed())
})

/** Maps each folder of a table in docs/architecture.md to the folders that it may import. */
const importsIn = (heading: string) => {
  const [, section = ''] = read('docs/architecture.md').split(`## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  const rows = [...table.matchAll(/^\| \[?`([^`]+?)\/?`.*\| ([^|]*) \|$/gm)]
  return Object.fromEntries(
    rows.map(([, folder = '', cell = '']) => [
      folder,
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).toSorted(),
    ]),
  )
}

test('The tables of docs/architecture.md match the boundaries', () => {
  const allowed = (rows: typeof repository) =>
    Object.fromEntries(rows.map(({ folder, imports }) => [folder, imports.toSorted()]))
  expect(importsIn('Folders of the server')).toEqual(allowed(server))
  const topLevel = repository.filter(({ folder }) => !folder.includes('/') && folder !== 'tests')
  expect(importsIn('Folders')).toMatchObject(allowed(topLevel))
})
