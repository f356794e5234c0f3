import fc from 'fast-check'
import type { Schema } from '../../codegen/model/document.ts'
import { breaks, edge, ofWrongType, type Shape } from './shape.ts'

/** Strings that validators often judge wrongly. */
const awkward = [
  '\u0000',
  '\ud800',
  'a\udfff',
  ' ',
  '@',
  'a b@c.d',
  '2027-02-30',
  'http://a',
  '{}',
  '-',
]

const lengthOf = (value: string): number => [...value].length

/** Allowed strings of exactly a length in code points, in letters of one and of two UTF-16 units. */
const ofLength = (
  length: number,
  isAllowed: (value: string) => boolean,
  seeds: readonly string[],
): string[] => {
  const repeated = ['x', 'é', '😀'].map((letter) => letter.repeat(length))
  // A pattern may need more than letters: lengthen strings that match it, at every position.
  const lengthened = seeds.flatMap((seed) =>
    [...seed].map((_, at) => {
      const missing = length - lengthOf(seed)
      return missing < 0 ? '' : `${seed.slice(0, at)}${'x'.repeat(missing)}${seed.slice(at)}`
    }),
  )
  return [...repeated, ...lengthened].filter(
    (value) => lengthOf(value) === length && isAllowed(value),
  )
}

/** The shape of a string schema. */
export const stringShape = (schema: Schema): Shape => {
  const { minLength = 0, maxLength, 'x-messages': messages } = schema
  const pattern = new RegExp(schema.pattern ?? '^', 'u')
  const matches = (value: string) => pattern.test(value)
  const fits = (value: string) => {
    const length = lengthOf(value)
    return length >= minLength && length <= (maxLength ?? Number.POSITIVE_INFINITY)
  }
  const free = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('x', '😀', 'é'),
  )
  const byPattern = schema.pattern === undefined ? free : fc.stringMatching(pattern)
  const seeds = fc.sample(byPattern.filter(fits), { numRuns: 5, seed: 1 })
  const exactly = (length: number) => ofLength(length, matches, seeds)
  const bounds = [minLength, ...(maxLength === undefined ? [] : [maxLength])].flatMap(exactly)
  const valid = fc
    .oneof(byPattern, free, ...(bounds.length > 0 ? [fc.constantFrom(...bounds)] : []))
    // JSON Schema has no keyword for lone surrogates, which the service rejects (design decision 16).
    .filter((value) => matches(value) && fits(value) && value.isWellFormed())

  const broken = ofWrongType('string', messages)
  const add = (constraint: string, values: readonly string[]) => {
    if (values.length > 0) broken.push(breaks(constraint, fc.constantFrom(...values), messages))
  }
  if (minLength > 0) add(`minLength ${minLength}`, exactly(minLength - 1))
  if (maxLength !== undefined) add(`maxLength ${maxLength}`, exactly(maxLength + 1))
  if (schema.pattern !== undefined)
    add(
      'pattern',
      awkward.filter((value) => !matches(value) && fits(value)),
    )
  // One for each kind of letter: a server that counts UTF-16 units or bytes rejects the last ones.
  const onBound = (constraint: string, length: number) =>
    exactly(length)
      .slice(0, 3)
      .map((value) => edge(constraint, value))
  const edges = [
    ...onBound(`minLength ${minLength}`, minLength),
    ...(maxLength === undefined ? [] : onBound(`maxLength ${maxLength}`, maxLength)),
  ]
  return { valid, edges, broken }
}
