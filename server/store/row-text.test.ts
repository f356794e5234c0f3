import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TableChecksum } from './copy-database.ts'
import { type Row, rowText } from './copy-sides.ts'

const value = fc.oneof(
  fc.constantFrom(null, '', '\\N', '\\.', '\t', '\n', '\\', 'N', '0'),
  fc.string(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const checksumOf = (rows: readonly Row[]): string => {
  const checksum = new TableChecksum()
  for (const row of rows) checksum.add(row)
  return String(checksum)
}

test('different rows have different texts of one line each', () => {
  const row = fc.array(value, { minLength: 2, maxLength: 2 })
  fc.assert(
    fc.property(row, row, (a, b) => {
      expect(rowText(a).indexOf('\n')).toBe(rowText(a).length - 1)
      // A column has one type, so 1 and '1' cannot both be there.
      const isSame = a.every((each, k) =>
        each === null ? b[k] === null : b[k] !== null && `${each}` === `${b[k]}`,
      )
      expect(rowText(a) === rowText(b)).toBe(isSame)
    }),
  )
})

test('a checksum depends on the rows, and not on their order', () => {
  const [a, b, c]: [Row, Row, Row] = [
    ['a', 1],
    ['b', null],
    ['c', ''],
  ]
  expect(checksumOf([a, b, c])).toBe(checksumOf([c, a, b]))
  const others = [[a, b], [a, b, b], [a, b, ['c', null]], [a, a, b, b, c, c], []]
  for (const rows of others) expect(checksumOf(rows)).not.toBe(checksumOf([a, b, c]))
})

test('a checksum is the sum of the first 16 bytes of the rows’ SHA-256, in four words', () => {
  const row = fc.array(value, { minLength: 1, maxLength: 2 })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      const digests = rows.map((each) => createHash('sha256').update(rowText(each)).digest())
      const words = [0, 4, 8, 12].map((at) =>
        digests.reduce((sum, digest) => (sum + digest.readUInt32LE(at)) % 2 ** 32, 0),
      )
      const text = words.map((word) => word.toString(16).padStart(8, '0')).join('')
      expect(checksumOf(rows)).toBe(text)
    }),
  )
})
