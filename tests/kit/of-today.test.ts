import { expect, onTestFinished, test, vi } from 'vitest'
import { hasTurn, ofToday } from './of-today.ts'

test.each([
  ['1', 1],
  ['', 3],
])('with TEST_TURNS=%s, %i of three cases run today', (turns, count) => {
  vi.stubEnv('TEST_TURNS', turns)
  onTestFinished(() => void vi.unstubAllEnvs())
  const today = [0, 1, 2].filter((turn) => hasTurn(turn, 3))
  expect(today).toHaveLength(count)
  expect(ofToday([0, 1, 2])).toEqual(today)
})
