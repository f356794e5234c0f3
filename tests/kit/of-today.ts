import { inject, type TestContext } from 'vitest'

const day = Math.floor(Date.now() / 86_400_000)

/**
 * Returns the case whose turn it is today, and in the nightly workflow all of them. For cases that need long and fail
 * together for most causes.
 */
export const ofToday = <T>(cases: readonly T[]): readonly T[] =>
  inject('isThorough') ? cases : cases.filter((_, i) => i === day % cases.length)

/** Skips a test in CI but on one of several days, so that tests of a kind take turns. @param turn from 0 */
export const takeTurn = ({ skip }: TestContext, turn: number, days: number): void =>
  skip(!inject('isThorough') && day % days !== turn, 'CI runs it on another day')
