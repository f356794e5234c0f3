import { expect, test } from 'vitest'
import { durationText, timeElement } from './time-text.ts'

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [3600, '60 minutes'],
  [7199, '120 minutes'],
  [7200, '2 hours'],
  [31_536_000, '8760 hours'],
])('%i seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test('a time has its UTC time as text, and itself as an attribute', () => {
  expect(String(timeElement('2026-11-22T23:30:00.000Z'))).toBe(
    '<time datetime="2026-11-22T23:30:00.000Z">22 November 2026 at 23:30 UTC</time>',
  )
})
