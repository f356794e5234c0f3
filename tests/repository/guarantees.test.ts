import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const docs = fileURLToPath(new URL('../../docs', import.meta.url))
const rows = readFileSync(join(docs, 'guarantees.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))

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
