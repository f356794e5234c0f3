import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digest, isWellFormed, keyLength, lastFour, newKey, publicKey } from './api-key.ts'

test('a key has 96 characters, a prefix that scanners can find, and letters and digits', () => {
  for (let i = 0; i < 100; i++) {
    const key = newKey()
    expect(key).toMatch(/^mfk_[0-9A-Za-z]{92}$/)
    expect(key).toHaveLength(keyLength)
    expect(isWellFormed(key)).toBe(true)
  }
})

test('keys are unique', () => {
  expect(new Set(Array.from({ length: 1000 }, newKey)).size).toBe(1000)
})

test('a key with one character mistyped, dropped, doubled or swapped is rejected', () => {
  const letter = fc.constantFrom(
    ...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  )
  const slips = fc.record({ at: fc.integer({ min: 0, max: keyLength - 2 }), letter })
  fc.assert(
    fc.property(slips, ({ at, letter: typed }) => {
      const key = newKey()
      const [before, here, next, after] = [
        key.slice(0, at),
        key[at],
        key[at + 1],
        key.slice(at + 2),
      ]
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

test.each(['', 'x', 'x'.repeat(95), 'x'.repeat(96), 'x'.repeat(97)])('%j is not a key', (text) => {
  expect(isWellFormed(text)).toBe(false)
})

test('a text of more than 96 characters is rejected as a key', () => {
  const body = `mfk_${'a'.repeat(200)}`
  expect(isWellFormed(body + newKey().slice(-6))).toBe(false)
  // A correct checksum does not make a wrong length valid.
  expect(isWellFormed(publicKey('a'.repeat(87)))).toBe(false)
})

test('the stored parts of a key are its digest and its last four characters', () => {
  const key = newKey()
  expect(digest(key)).toMatch(/^[0-9a-f]{64}$/)
  expect(digest(key)).not.toContain(key.slice(4, 12))
  expect(digest(key)).toBe(digest(key))
  expect(lastFour(key)).toBe(key.slice(92))
})

test('a public key, and so the checksum of every key, is the same in each version', () => {
  expect(publicKey('stub')).toBe(`mfk_stub${'0'.repeat(82)}2H0Pm7`)
  expect(isWellFormed(publicKey('stub'))).toBe(true)
})
