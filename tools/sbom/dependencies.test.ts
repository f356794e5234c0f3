import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { installedWith } from './installed.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const { dependencies } = JSON.parse(read('package.json'))
const lock: unknown = JSON.parse(read('package-lock.json'))

/** The table's rows, each as the texts of its columns. */
const rows = read('docs/dependencies.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

test('the table has each dependency of production, and no other, in order', () => {
  expect(rows.map(([name]) => name?.replaceAll('`', ''))).toEqual(Object.keys(dependencies))
})

test('each is there for something, for a reason, and with what it brings', () => {
  for (const [name = '', purpose, reason, brings] of rows) {
    expect([purpose, reason], name).not.toContain('')
    const brought = installedWith(lock, [name.replaceAll('`', '')]).length - 1
    expect(Number(brings), name).toBe(brought)
  }
})

test('each is pinned', () => {
  for (const [name, version] of Object.entries(dependencies))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
})

test('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved"|https?:\/\/[^"]*registry/)
})
