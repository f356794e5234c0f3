import { expect, test } from 'vitest'
import { timeElement } from './portal-page.ts'

test('a time has its UTC time as text, and itself as an attribute', () => {
  expect(String(timeElement('2026-11-22T23:30:00.000Z'))).toBe(
    '<time datetime="2026-11-22T23:30:00.000Z">22 November 2026 at 23:30 UTC</time>',
  )
})
