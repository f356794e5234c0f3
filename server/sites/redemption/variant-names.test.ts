import { expect, test } from 'vitest'
import { variantNames } from './shop.ts'

type Options = Record<string, string>

/** Names variants with these options and titles, whose SKUs are V0, V1 and so on. */
const namesOf = (options: readonly Options[], titles: readonly string[] = []) =>
  variantNames(
    options.map((each, i) => ({ title: titles[i] ?? 'Tee', sku: `V${i}`, options: each })),
  )

test('options have the order of the first variant', () => {
  const options = [
    { Color: 'Black', Size: 'S' },
    { Size: 'M', Color: 'Black' },
  ]
  expect(namesOf(options)).toEqual({
    options: ['Color', 'Size'],
    values: [
      ['Black', 'S'],
      ['Black', 'M'],
    ],
  })
})

test.each<[string, Options[]]>([
  ['no options', [{}, {}]],
  ['options for some only', [{}, { Size: 'S' }]],
  ['other options', [{ Size: 'S' }, { Color: 'Red' }]],
  ['options that objects inherit', [{ constructor: 'S' }, { Color: 'Red' }]],
  ['more options', [{ Size: 'S' }, { Size: 'M', Color: 'Red' }]],
  ['the same values', [{ Size: 'S' }, { Size: 'S' }]],
  [
    'values that read the same',
    [
      { Color: 'Red', Size: 'S, slim' },
      { Color: 'Red, S', Size: 'slim' },
    ],
  ],
])('variants with %s are named by their titles or else by their SKUs', (_, options) => {
  const names = (values: string[]) => ({
    options: ['Option'],
    values: values.map((each) => [each]),
  })
  expect(namesOf(options, ['Red cap', 'Blue hat'])).toEqual(names(['Red cap', 'Blue hat']))
  expect(namesOf(options)).toEqual(names(['Item V0', 'Item V1']))
})

test('a product with one variant has no options', () => {
  expect(namesOf([{ Size: 'One size' }])).toEqual({ options: [], values: [[]] })
})
