import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { installedWith } from './installed.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const { dependencies } = JSON.parse(read('package.json'))
const lock: unknown = JSON.parse(read('package-lock.json'))

/** The cells of the table's rows. */
const rows = read('docs/dependencies.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

test('The table lists the production dependencies in order', () => {
  expect(rows.map(([name]) => name?.replaceAll('`', ''))).toEqual(Object.keys(dependencies))
})

test('Each dependency has a purpose, a reason and its number of transitive dependencies', () => {
  for (const [name = '', purpose, reason, brings] of rows) {
    expect([purpose, reason], name).not.toContain('')
    const brought = installedWith(lock, [name.replaceAll('`', '')]).length - 1
    expect(Number(brings), name).toBe(brought)
  }
})

test('Each dependency has an exact version', () => {
  for (const [name, version] of Object.entries(dependencies))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
})

test('The lock file contains no registry addresses', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved"|https?:\/\/[^"]*registry/)
})
