import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

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

test('docs/guarantees.md covers what operators ask about', () => {
  const subjects = new Set(rows.map(([, about]) => about))
  expect([...subjects]).toEqual(
    expect.arrayContaining([
      'durability',
      'events',
      'order of events',
      'rate limit',
      'several processes on one file',
    ]),
  )
})

describe.each(rows)('%s%s: %s', (_, __, guaranteed, ___, tests = '') => {
  const named = [...tests.matchAll(/\[([^\]]+)\]\(([^)]+\.test\.ts)\)/g)]

  test('names tests that exist', () => {
    expect(named.length, guaranteed).toBeGreaterThan(0)
    for (const [, title, file = ''] of named) expect(titlesIn(file), file).toContain(title)
  })
})
