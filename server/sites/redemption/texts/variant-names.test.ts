import fc from 'fast-check'
import { expect, test } from 'vitest'
import { variantNames } from './variant-names.ts'

const namesOf = (...titles: string[]) =>
  variantNames(titles.map((title, i) => ({ title, sku: `SKU-${i}` })))

test.each<[string[], string, string[], string[][]]>([
  [[], '', [], []],
  [['Enamel pin set, gold'], 'Enamel pin set, gold', [], [[]]],
  [
    ['Mug, 350 ml – White', 'Mug, 350 ml – Black'],
    'Mug, 350 ml',
    ['Color'],
    [['White'], ['Black']],
  ],
  [
    ['Tee – Black / S', 'Tee – Black / 2XL', 'Tee – Forest green / S'],
    'Tee',
    ['Color', 'Size'],
    [
      ['Black', 'S'],
      ['Black', '2XL'],
      ['Forest green', 'S'],
    ],
  ],
  [
    ['T-shirt (Navy, M)', 'T-shirt (Red, M)'],
    'T-shirt',
    ['Color', 'Size'],
    [
      ['Navy', 'M'],
      ['Red', 'M'],
    ],
  ],
  [
    ['Hoodie - Heather grey XL', 'Hoodie - Navy S'],
    'Hoodie',
    ['Color', 'Size'],
    [
      ['Heather grey', 'XL'],
      ['Navy', 'S'],
    ],
  ],
  [
    ['Hoodie – Unisex / Heather grey XL', 'Hoodie – Kids / Navy S'],
    'Hoodie',
    ['Option', 'Color', 'Size'],
    [
      ['Unisex', 'Heather grey', 'XL'],
      ['Kids', 'Navy', 'S'],
    ],
  ],
  [['Socks, 36–40', 'Socks, 41–46'], 'Socks', ['Size'], [['36–40'], ['41–46']]],
  [['Card: Birthday', 'Card: Welcome'], 'Card', ['Option'], [['Birthday'], ['Welcome']]],
  [['X, red', 'X, blue'], 'X', ['Color'], [['red'], ['blue']]],
  // Titles that differ from the first letter on have no common part.
  [['A, red', 'B, blue'], 'A, red', ['Color'], [['A, red'], ['B, blue']]],
  [[', red', ', blue'], ', red', ['Color'], [[', red'], [', blue']]],
  // Not the same number of options.
  [['Tee – Red', 'Tee – Red / S'], 'Tee – Red', ['Color'], [['Tee – Red'], ['Tee – Red / S']]],
  [['Red cap', 'Blue hat'], 'Red cap', ['Color'], [['Red cap'], ['Blue hat']]],
])('%j are %s by %j', (titles, title, options, values) => {
  expect(namesOf(...titles)).toEqual({ title, options, values })
})

test('variants with the same title are named by their whole SKU', () => {
  expect(namesOf('Tee', 'Tee').values).toEqual([['Item SKU-0'], ['Item SKU-1']])
})

test('names are unique and not empty', () => {
  const word = fc.constantFrom('Tee', 'Black', 'S', 'XL', '–', ',', '/', '(', ')', '')
  const title = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(title, { minLength: 2, maxLength: 6 }), (titles) => {
      const { options, values } = namesOf(...titles)
      const labels = values.map((each) => each.join(', '))
      expect(new Set(labels).size).toBe(titles.length)
      for (const each of values) expect(each).toHaveLength(options.length)
    }),
  )
})
