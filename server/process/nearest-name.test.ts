import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

const names = ['listOrders', 'cancelOrder', 'createOrder', 'getOrder']

test.each([
  ['createOrdr', 'createOrder'],
  ['creaateOrder', 'createOrder'],
  ['cencelOrder', 'cancelOrder'],
  ['getOrders', 'getOrder'],
  ['', 'getOrder'],
])('"%s" is nearest to %s', (given, nearest) => {
  expect(nearestName(given, names)).toBe(nearest)
})

/** The edits that turn one text into another, by their definition. */
const edits = ([a, ...from]: readonly string[], [b, ...to]: readonly string[]): number => {
  if (a === undefined || b === undefined) return from.length + to.length + (a === b ? 0 : 1)
  if (a === b) return edits(from, to)
  return 1 + Math.min(edits(from, [b, ...to]), edits([a, ...from], to), edits(from, to))
}

test('no other name takes fewer edits', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 })
  fc.assert(
    fc.property(word, fc.array(word, { minLength: 1, maxLength: 4 }), (given, names) => {
      const counts = names.map((name) => edits([...given], [...name]))
      const first = names[counts.indexOf(Math.min(...counts))]
      expect(nearestName(given, names)).toBe(first)
    }),
    // An insertion before the first letter costs as much as any other.
    { examples: [['b', ['ab', 'bc']]] },
  )
})
