import { expect, test } from 'vitest'
import { nextBatchSize, type Row } from './copy-sides.ts'

const text = (length: number) => 'x'.repeat(length)

test.each<[string, number, readonly Row[]]>([
  ['as many rows as have 256 KiB', 2, [[text(2 ** 17 - 4), null], [text(2 ** 17)]]],
  ['the rounded number of rows', 873, [[text(299), 7]]],
  ['one large row', 1, [[text(2 ** 18 + 1)]]],
  ['at most 1000 rows', 1000, [[7]]],
])('the next batch has %s', (_, size, rows) => {
  expect(nextBatchSize(rows)).toBe(size)
})
