import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isWellFormed, keyLength, keyNameProblem, newKey } from './api-key.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const KeyFormat = z.object({ pattern: z.string(), example: z.string() })

/** The format that the document publishes for secret scanners. */
const { pattern, example } = z
  .object({
    components: z.object({
      securitySchemes: z.object({ apiKey: z.object({ 'x-key-format': KeyFormat }) }),
    }),
  })
  .parse(JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8')))
  .components.securitySchemes.apiKey['x-key-format']

/** Returns the CRC-32 of a text, as six digits in base 62. */
const checksumOf = (text: string): string => {
  let written = ''
  for (let rest = crc32(text); rest > 0; rest = Math.floor(rest / 62))
    written = alphabet.charAt(rest % 62) + written
  return written.padStart(6, '0')
}

test('keys are unique, and have 96 characters, the published pattern and checksum', () => {
  const keys = Array.from({ length: 1000 }, newKey)
  expect(new Set(keys).size).toBe(keys.length)
  for (const key of [example, ...keys]) {
    expect(key).toMatch(/^mfk_[0-9A-Za-z]{92}$/)
    expect(key.match(pattern)?.[0]).toBe(key)
    expect(checksumOf(key.slice(0, 90))).toBe(key.slice(90))
    expect(isWellFormed(key)).toBe(true)
  }
})

test('the published pattern finds keys in any text, and nothing that is no key', () => {
  const scanner = new RegExp(pattern, 'g')
  const key = newKey()
  for (const leak of [`API_KEY="${key}"`, `Bearer ${key}\r\n`, `?key=${key}&x=1`, `${key},${key}`])
    expect(new Set(leak.match(scanner))).toEqual(new Set([key]))
  for (const none of [key.slice(1), key.slice(0, -1), `${key}0`, `x${key}`])
    expect(none.match(scanner)).toBeNull()
})

test('a key with one character mistyped, dropped, doubled or swapped is rejected', () => {
  const letter = fc.constantFrom(...alphabet)
  const slips = fc.record({ at: fc.integer({ min: 0, max: keyLength - 2 }), letter })
  fc.assert(
    fc.property(slips, ({ at, letter: typed }) => {
      const key = newKey()
      const [before, here, next] = [key.slice(0, at), key[at], key[at + 1]]
      const after = key.slice(at + 2)
      const slipped = [
        before + typed + next + after,
        before + next + after,
        before + here + here + next + after,
        before + next + here + after,
      ].filter((text) => text !== key)
      for (const text of slipped) expect(isWellFormed(text)).toBe(false)
    }),
  )
})

test.each([
  '',
  'x',
  'x'.repeat(95),
  'x'.repeat(96),
  'x'.repeat(97),
  `mfk_${'a'.repeat(200)}${newKey().slice(-6)}`,
  // A correct checksum does not make a wrong length valid.
  `mfk_${'a'.repeat(87)}${checksumOf(`mfk_${'a'.repeat(87)}`)}`,
])('%j is not a key', (text) => {
  expect(isWellFormed(text)).toBe(false)
})

test('the checksum of a key is the same in each version', () => {
  expect(isWellFormed(`mfk_stub${'0'.repeat(82)}2H0Pm7`)).toBe(true)
})

test.each([
  ['', 'Enter a key name, such as “Warehouse sync”.'],
  ['😀'.repeat(100), undefined],
  ['😀'.repeat(101), 'The name must have at most 100 characters.'],
  ['two\nlines', 'The name must be one line of text.'],
])('the problem of the key name %j is %j', (name, problem) => {
  expect(keyNameProblem(name)).toBe(problem)
})
