/** Returns numbers from 0 to 1, without 1, which depend on the seed alone (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a number that depends on a text alone, for use as a seed. */
export const seedOf = (text: string): number => {
  let seed = 0
  for (const character of text) seed = Math.imul(seed ^ character.charCodeAt(0), 0x9e3779b1)
  return seed
}
