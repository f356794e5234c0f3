/** Returns a random seed. */
export const randomSeed = (): number => Math.floor(Math.random() * 1e9)
