import { expect, test } from 'vitest'
import { progressOn } from './progress.ts'

const screen = (isTTY: boolean, columns = 80) => {
  const written: string[] = []
  let now = 1000
  const progress = progressOn({ isTTY, columns, write: (text) => written.push(text) }, () => now)
  return {
    progress,
    written,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

test('redraws the bar on a terminal, at most ten times a second', () => {
  const { progress, written, pass } = screen(true)
  progress.show(0.25, '25 created')
  progress.show(0.26, '26 created')
  pass(100)
  progress.show(0.27, '27 created')
  pass(2900)
  progress.show(0.5, '50 created')
  expect(written).toEqual([
    '\r\u001b[K██████░░░░░░░░░░░░░░░░░░ 25 %, 25 created',
    '\r\u001b[K██████░░░░░░░░░░░░░░░░░░ 27 %, 27 created',
    '\r\u001b[K████████████░░░░░░░░░░░░ 50 %, 0:03 left, 50 created',
  ])
})

test('shows no time left before anything is done', () => {
  const { progress, written, pass } = screen(true, 200)
  pass(1000)
  progress.show(0, 'nothing yet')
  expect(written).toEqual([`\r\u001b[K${'░'.repeat(24)} 0 %, nothing yet`])
})

test.each([
  [999, 0.5, '50 %, x'],
  [1000, 0.5, '50 %, 0:01 left, x'],
  [59_000, 0.5, '50 %, 0:59 left, x'],
  [60_000, 0.5, '50 %, 1:00 left, x'],
  [610_000, 0.25, '25 %, 30:30 left, x'],
  [1000, 1.5, '100 %, 0:00 left, x'],
])('after %i ms, shows a done share of %d as %s', (elapsed, fraction, text) => {
  const { progress, written, pass } = screen(true)
  pass(elapsed)
  progress.show(fraction, 'x')
  const full = Math.min(fraction, 1) * 24
  expect(written).toEqual([`\r\u001b[K${'█'.repeat(full)}${'░'.repeat(24 - full)} ${text}`])
})

test('writes lines above the bar, and removes the bar at the end', () => {
  const { progress, written } = screen(true)
  progress.say('line 2: no')
  progress.show(1, 'all')
  progress.say('line 3: no')
  progress.end()
  progress.end()
  const bar = `${'█'.repeat(24)} 100 %, all`
  expect(written).toEqual([
    'line 2: no\n',
    `\r\u001b[K${bar}`,
    `\r\u001b[Kline 3: no\n${bar}`,
    '\r\u001b[K',
  ])
})

test('cuts the bar to the width of the terminal', () => {
  const { progress, written } = screen(true, 30)
  progress.show(0.5, 'a text that does not fit')
  expect(written[0]?.replace('\r\u001b[K', '')).toHaveLength(29)
})

test('takes a terminal that reports 0 columns for one with 80', () => {
  const { progress, written } = screen(true, 0)
  progress.show(0.5, 'x'.repeat(80))
  expect(written[0]?.replace('\r\u001b[K', '')).toHaveLength(79)
})

test('writes a line every ten seconds elsewhere, without control characters', () => {
  const { progress, written, pass } = screen(false)
  progress.show(0.1, '1 created')
  pass(10_000)
  progress.show(0.2, '2 created')
  pass(9000)
  progress.show(0.3, '3 created')
  progress.say('line 4: no')
  progress.end()
  expect(written).toEqual(['20 %, 0:40 left, 2 created\n', 'line 4: no\n'])
})
