const day = Math.floor(Date.now() / 86_400_000)

/**
 * Whether a test of a kind runs. Those that need long and fail together for most causes take turns in `npm run check`, which
 * sets TEST_TURNS: one a day. Other runs have all. @param turn from 0
 */
export const hasTurn = (turn: number, count: number): boolean =>
  process.env.TEST_TURNS !== '1' || day % count === turn

/** Returns the case whose turn it is today, or all. */
export const ofToday = <T>(cases: readonly T[]): readonly T[] =>
  cases.filter((_, i) => hasTurn(i, cases.length))
