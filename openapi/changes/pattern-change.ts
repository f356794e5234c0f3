import fc from 'fast-check'
import type { Change } from './redocly-diff.ts'

/** Code points that patterns distinguish: Latin, and some of every other kind. */
const characters = [
  ...Array.from({ length: 0x250 }, (_, i) => i),
  0x663,
  0x2028,
  0x4e2d,
  0x1f600,
].map((codePoint) => String.fromCodePoint(codePoint))

/** Returns many texts that match an expression: generated ones, also with each character inside. */
const matching = (expression: RegExp): string[] => {
  const generated = fc.sample(fc.stringMatching(expression), { numRuns: 1000, seed: 1 })
  const seeds = ['', ...generated.slice(0, 10)]
  const inserted = seeds.flatMap((seed) =>
    characters.flatMap((each) => [
      each + seed,
      seed.slice(0, 1) + each + seed.slice(1),
      seed + each,
    ]),
  )
  return [...generated, ...inserted].filter((text) => text.isWellFormed() && expression.test(text))
}

/** Returns whether all texts that match a pattern match another. Compares many, which is no proof. */
const isWithin = (given: string, other: string): boolean => {
  const allowed = new RegExp(other, 'u')
  return matching(new RegExp(given, 'u')).every((text) => allowed.test(text))
}

/** What a changed pattern means for clients: nothing, more texts or fewer. Undefined for other changes. */
export type PatternChange = 'same' | 'wider' | 'narrower'

const compare = (before: string, after: string): PatternChange => {
  if (!isWithin(before, after)) return 'narrower'
  return isWithin(after, before) ? 'same' : 'wider'
}

const compared = new Map<string, PatternChange>()

/** Compares the patterns of a change. */
export const patternChange = ({ property, base, revision }: Change): PatternChange | undefined => {
  const [before, after] = [base?.value, revision?.value]
  if (property !== 'pattern' || typeof before !== 'string' || typeof after !== 'string')
    return undefined
  const key = JSON.stringify([before, after])
  const result = compared.get(key) ?? compare(before, after)
  compared.set(key, result)
  return result
}
