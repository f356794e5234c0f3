import { expect, onTestFinished, test, vi } from 'vitest'
import { makeTerminal } from '../../tests/kit/server/terminal.ts'
import { startProgress } from './progress.ts'

/** Starts progress on stderr, which is a terminal if it has columns. */
const starting = (columns?: number) => {
  vi.useFakeTimers().advanceTimersByTime(5000)
  const written: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text).replace('\r\u001b[K', '^'))
    return true
  })
  const { columns: before } = process.stderr
  onTestFinished(() => {
    vi.useRealTimers()
    write.mockRestore()
    process.stderr.columns = before
  })
  if (columns !== undefined) {
    makeTerminal(process.stderr)
    process.stderr.columns = columns
  }
  const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)
  return { ...startProgress(), written, pass }
}

const bar = (full: number) => `^${'█'.repeat(full)}${'░'.repeat(24 - full)} `

test('redraws the bar on a terminal, at most ten times a second', () => {
  const { show, pass, written } = starting(80)
  show(0.25, '25 created')
  show(0.26, '26 created')
  pass(100)
  show(0.27, '27 created')
  pass(2900)
  show(0.5, '50 created')
  expect(written).toEqual([
    `${bar(6)}25 %, 25 created`,
    `${bar(6)}27 %, 27 created`,
    `${bar(12)}50 %, 0:03 left, 50 created`,
  ])
})

test.each([
  [999, 0.5, '50 %, x'],
  [1000, 0.5, '50 %, 0:01 left, x'],
  [1000, 0, '0 %, x'],
  [1_200_000, 0.25, '25 %, 60:00 left, x'],
  [1000, 1.5, '100 %, 0:00 left, x'],
])('after %i ms, shows a done share of %d as %s', (elapsed, fraction, text) => {
  const { show, pass, written } = starting(80)
  pass(elapsed)
  show(fraction, 'x')
  expect(written).toEqual([`${bar(Math.min(fraction, 1) * 24)}${text}`])
})

test.each([
  [30, 29],
  [0, 79],
])('cuts the bar to a terminal of %i columns', (columns, length) => {
  const { show, written } = starting(columns)
  show(0.5, 'x'.repeat(80))
  expect(written[0]?.slice(1)).toHaveLength(length)
})

test('writes a line every ten seconds elsewhere, without control characters', () => {
  const { show, say, end, pass, written } = starting()
  show(0.1, '1 created')
  pass(10_000)
  show(0.2, '2 created')
  pass(9000)
  show(0.3, '3 created')
  say('line 4: no')
  end()
  expect(written).toEqual(['20 %, 0:40 left, 2 created\n', 'line 4: no\n'])
})
