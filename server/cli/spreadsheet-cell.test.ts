import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadsheetCell } from './spreadsheet-cell.ts'

test('a formula is marked as text, whatever comes before its sign', () => {
  const unseen = fc.constantFrom('\n', '\v', '\t', ' ', '\u00a0', '\u200b', '\u2060', '\ufeff', "'")
  const sign = fc.constantFrom('=', '@', '+', '-', '＝', '＠', '＋', '－', '﹦', '﹣')
  fc.assert(
    fc.property(fc.array(unseen, { maxLength: 3 }), sign, fc.string(), (before, each, after) => {
      const cell = `${before.join('')}${each}A${after}`
      expect(spreadsheetCell(cell)).toBe(`'${cell}`)
    }),
  )
})

test.each(['Zoë', '+49 (0)30 1234-5', '2 = 12', 'a@b.c', 'TEE-12', 7, ''])('%j stays', (cell) => {
  expect(spreadsheetCell(cell)).toBe(cell)
})

test.each([
  '01067',
  '112-1234567-1',
  '3-4',
  '+15035550137',
  '-1',
  '20260000000000001',
  'MAR-12',
  '1E5',
])('%j keeps its digits', (cell) => {
  expect(spreadsheetCell(cell)).toBe(`="${cell}"`)
})
