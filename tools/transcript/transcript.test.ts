import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { blocksOf, commandsOf } from './blocks.ts'
import { editsOf } from './edits.ts'
import { matches } from './matches.ts'

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

const read = (file: string) =>
  existsSync(path(file)) ? readFileSync(path(file), 'utf8') : undefined

const contributing = blocksOf(readFileSync(path('CONTRIBUTING.md'), 'utf8'))

/** Returns a block as a document contains it. */
const block = (language: string, text: string) => {
  const [only] = blocksOf(`## Here\n\n\`\`\`${language}\n${text}\`\`\`\n`)
  if (!only) throw new Error('The text has no block')
  return only
}

test('every edit of CONTRIBUTING applies to the project', () => {
  const made = new Map<string, string | undefined>()
  let section = ''
  let edits = 0
  for (const shown of contributing) {
    if (shown.section !== section) made.clear()
    section = shown.section
    for (const { file, edit } of editsOf(shown)) {
      const before = made.has(file) ? made.get(file) : read(file)
      made.set(file, edit(before))
      edits++
    }
  }
  expect(edits).toBeGreaterThan(10)
})

test('a block has its section and its line', () => {
  const text = '# A\n\n## One\n\n```sh\nls\n```\n\n## Two\n\n```console\n$ a\nb\n$ c\n```\n'
  const [first, second] = blocksOf(text)
  expect(first).toEqual({ section: 'One', language: 'sh', text: 'ls\n', line: 6 })
  expect(second).toMatchObject({ section: 'Two', line: 12 })
  expect(second && commandsOf(second)).toEqual([
    { command: 'a', shown: 'b\n' },
    { command: 'c', shown: '' },
  ])
})

describe('an edit', () => {
  const edit = (language: string, text: string, before: string | undefined) =>
    editsOf(block(language, text)).map((each) => [each.file, each.edit(before)])

  test('of a file finds its place by its lines', () => {
    const diff = '--- a/b.txt\n one\n-two\n+2\n@@\n four\n+five\n'
    expect(edit('diff', diff, 'zero\none\ntwo\nthree\nfour\n')).toEqual([
      ['a/b.txt', 'zero\none\n2\nthree\nfour\nfive\n'],
    ])
  })

  test('whose lines are missing or occur twice is rejected', () => {
    const diff = '--- a/b.txt\n one\n+two\n'
    expect(() => edit('diff', diff, 'three\n')).toThrow(/a\/b\.txt does not have these lines:\none/)
    expect(() => edit('diff', diff, 'one\none\n')).toThrow(/more than once/)
    expect(() => edit('diff', diff, undefined)).toThrow(/a\/b\.txt does not exist/)
  })

  test('can be a new file, named in its first line', () => {
    expect(edit('ts', '// a/b.ts\nexport const b = 1\n', undefined)).toEqual([
      ['a/b.ts', 'export const b = 1\n'],
    ])
    expect(() => edit('yaml', '# a/b.yaml\nb: 1\n', 'b: 2\n')).toThrow(/already/)
    expect(edit('ts', '// only a comment\nexport {}\n', undefined)).toEqual([])
  })
})

test.each([
  ['a\nb\n', 'a\nb\n', true],
  ['a\nb\n', 'a\nb\nc\n', false],
  ['a\n', 'a  \n\n', true],
  ['a\n', '\u001b[31ma\u001b[39m\n', true],
  ['a … (b)\n', 'a 12 x (b)\n', true],
  ['a … (b)\n', 'a 12\nx (b)\n', false],
  ['…\nb\n…\n', 'a\na\nb\nc\n', true],
  ['…\nb\n', 'a\nc\n', false],
  ['…\nb\n', 'b\n', true],
  ['a.c\n', 'abc\n', false],
  ['', '', true],
  ['', 'a\n', false],
])('%j matches %j: %s', (shown, printed, expected) => {
  expect(matches(shown, printed)).toBe(expected)
})
