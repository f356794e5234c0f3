import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeTerminal, standardInput } from '../../tests/kit/server/terminal.ts'
import { alignedLines, confirm, printThings, spreadsheetCell } from './command.ts'

const text = fc.string({ unit: fc.oneof(fc.constantFrom('田', 'é', '🧢', 'ﾀ'), fc.string()) })
const rows = fc.array(fc.record({ a: text, b: fc.nat(), c: fc.string({ maxLength: 200 }) }), {
  minLength: 1,
})

test('no line is longer than the limit, and short tables are whole', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 22, max: 250 }), (things, limit) => {
      const lines = alignedLines(things, limit)
      expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(limit)
      const whole = alignedLines(things, Number.POSITIVE_INFINITY)
      if (whole.every((line) => stringWidth(line) <= limit)) expect(lines.join()).not.toMatch(/…$/)
    }),
  )
})

test('the widest column is shortened to at least 6 characters', () => {
  const lineIn = (limit: number) => alignedLines([{ name: 'abcdefghij', n: 1 }], limit)[1]
  expect([13, 12, 1].map(lineIn)).toEqual(['abcdefghij  1', 'abcdefgh…  1', 'abcde…  1'])
})

test('a table has any number of rows', () => {
  const things = Array.from({ length: 200_000 }, (_, n) => ({ n }))
  expect(alignedLines(things, 80)).toHaveLength(200_001)
})

test('columns are aligned where letters take two places of a terminal', () => {
  const things = [
    { name: '田中 太郎', n: 1 },
    { name: 'Zoe\u0301', n: 2 },
  ]
  const lines = (limit: number) => alignedLines(things, limit).slice(1)
  expect(lines(80)).toEqual(['田中 太郎  1', 'Zoe\u0301        2'])
  expect(lines(11)).toEqual(['田中 太…  1', 'Zoe\u0301       2'])
})

test('an ID is whole, or left out', () => {
  const thing = { id: `ord_${'0'.repeat(32)}`, name: 'abcdefghij', n: 1 }
  const lineIn = (limit: number) => alignedLines([thing], limit)[1]
  expect([50, 47, 46].map(lineIn)).toEqual([
    `${thing.id}  abcdefgh…  1`,
    `${thing.id}  abcde…  1`,
    'abcdefghij  1',
  ])
})

test('a row is one line without codes for the terminal', async () => {
  const things = [{ response: '<html>\n\t\u001b[31mno', status: 500 }]
  expect(alignedLines(things, 80)[1]).toBe('<html>   [31mno  500')
  const written: unknown[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text, done) => {
    written.push(text)
    if (typeof done === 'function') queueMicrotask(done)
    return true
  })
  onTestFinished(() => write.mockRestore())
  await printThings(things, 'none', { format: 'table' })
  expect(written).toEqual(['<html>   [31mno\t500\n'])
})

test('a list takes the next thing when its reader has taken the last one', async () => {
  let took = (_error?: Error) => {}
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((_, done) => {
    if (typeof done === 'function') took = done
    return false
  })
  onTestFinished(() => write.mockRestore())
  let made = 0
  const things = function* () {
    for (;;) yield { number: ++made }
  }
  const printed = printThings(things(), 'none')
  for (const count of [1, 2, 3]) {
    await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(count))
    expect(made).toBe(count)
    took()
  }
  await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(4))
  took(new Error('EPIPE'))
  await printed
  expect(made).toBe(4)
})

test('a formula is marked as text, whatever comes before its sign, and a number in a text stays', () => {
  const unseen = fc.constantFrom('\n', '\v', '\t', ' ', '\u00a0', '\u200b', '\u2060', '\ufeff', "'")
  const sign = fc.constantFrom('=', '@', '+', '-', '＝', '＠', '＋', '－', '﹦', '﹣')
  fc.assert(
    fc.property(fc.array(unseen, { maxLength: 3 }), sign, fc.string(), (before, each, after) => {
      const cell = `${before.join('')}${each}A${after}`
      expect(spreadsheetCell(cell)).toBe(`'${cell}`)
    }),
  )
  expect(spreadsheetCell('01067')).toBe('="01067"')
})

const harmless = ['Zoë', '+49 (0)30 1234-5', '2 = 12', 'a@b.c', 'TEE-12', '42 cm', 'March', '-']

test.each([...harmless, 7, ''])('%j stays', (cell) => {
  expect(spreadsheetCell(cell)).toBe(cell)
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
  ['the end of the input', ''],
  ['another reply', 'no\n'],
])('%s at a question is a no', async (_, keys) => {
  standardInput(keys)
  Object.assign(process.stdin, { isTTY: true })
  makeTerminal(process.stderr)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => void vi.restoreAllMocks())
  await expect(confirm('Erase it?')).rejects.toThrow('Nothing was changed.')
})
