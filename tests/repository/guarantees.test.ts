import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { migrations } from '../../server/store/schema.ts'

const docs = fileURLToPath(new URL('../../docs', import.meta.url))
const [first = '', second = ''] = readFileSync(join(docs, 'guarantees.md'), 'utf8').split('\n## ')

/** Returns the cells of a table's rows. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))

const rows = rowsOf(first)

/** Returns the titles of the tests in a file, but for skipped ones. */
const titlesIn = (file: string): string[] => {
  const text = readFileSync(join(docs, file), 'utf8')
  return [...text.matchAll(/(?:\btest|\))\(\s*'([^']+)',/g)].map(([, title = '']) => title)
}

test.each(rows)('%s%s: %s: names tests that exist', (_, __, guaranteed, ___, tests = '') => {
  const named = [...tests.matchAll(/\[([^\]]+)\]\(([^)]+\.test\.ts)\)/g)]
  expect(named.length, guaranteed).toBeGreaterThan(0)
  for (const [, title, file = ''] of named) expect(titlesIn(file), file).toContain(title)
})

test('each table is in the list of rows that someone without a key can create', () => {
  const created = Object.values(migrations)
    .flatMap((ofEngine) => Object.values(ofEngine).flat())
    .flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? [])
  const listed = rowsOf(second).flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
  expect(listed.toSorted()).toEqual([...new Set(created)].toSorted())
})
