import fc from 'fast-check'
import { expect, test } from 'vitest'
import { harmlessCell } from './harmless-cell.ts'

test('a formula is marked as text, whatever comes before its sign', () => {
  const unseen = fc.constantFrom('\n', '\v', '\t', ' ', '\u00a0', '\u200b', '\u2060', '\ufeff', "'")
  const sign = fc.constantFrom('=', '@', '+', '-', '＝', '＠', '＋', '－', '﹦', '﹣')
  fc.assert(
    fc.property(fc.array(unseen, { maxLength: 3 }), sign, fc.string(), (before, each, after) => {
      const cell = `${before.join('')}${each}A${after}`
      expect(harmlessCell(cell)).toBe(`'${cell}`)
    }),
  )
})

test.each(['Zoë', '+49 (0)30 1234-5', '-1', '12 = 12', 'a@b.c', 7, ''])('%j stays', (cell) => {
  expect(harmlessCell(cell)).toBe(cell)
})
