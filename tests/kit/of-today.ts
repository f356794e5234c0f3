import { inject, type TestContext } from 'vitest'

const day = Math.floor(Date.now() / 86_400_000)

/**
 * Returns the case whose turn it is today in `npm run check`, and all of them in other runs. For cases that need long and
 * fail together for most causes.
 */
export const ofToday = <T>(cases: readonly T[]): readonly T[] =>
  inject('takesTurns') ? cases.filter((_, i) => i === day % cases.length) : cases

/** Skips a test in `npm run check` but on one of several days, so that tests of a kind take turns. @param turn from 0 */
export const takeTurn = ({ skip }: TestContext, turn: number, days: number): void =>
  skip(
    inject('takesTurns') && day % days !== turn,
    'another has its turn. npm run test:long runs all',
  )
