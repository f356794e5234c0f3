import { expect, test } from 'vitest'
import { closingTime } from '../../domain/invite.ts'
import { countries } from './countries.ts'
import { cartProblemText, stockText, variantNames } from './shop.ts'

test.each([
  [10, 'In stock'],
  [9, 'Only 9 left'],
])('%i units without backorders are shown as %s', (units, text) => {
  expect(stockText(units, false, 9).text).toBe(text)
})

type Options = Record<string, string>

/** Names variants with these options and titles, whose SKUs are V0, V1 and so on. */
const namesOf = (options: readonly Options[], titles: readonly string[] = []) =>
  variantNames(
    options.map((each, i) => ({ title: titles[i] ?? 'Tee', sku: `V${i}`, options: each })),
  )

test('options have the order of the first variant, and a product with one variant has none', () => {
  const options = [
    { Color: 'Black', Size: 'S' },
    { Size: 'M', Color: 'Black' },
  ]
  const values = ['S', 'M'].map((size) => ['Black', size])
  expect(namesOf(options)).toEqual({ options: ['Color', 'Size'], values })
  expect(namesOf([{ Size: 'One size' }])).toEqual({ options: [], values: [[]] })
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
  const named = (...values: string[]) => ({
    options: ['Option'],
    values: values.map((each) => [each]),
  })
  expect(namesOf(options, ['Red cap', 'Blue hat'])).toEqual(named('Red cap', 'Blue hat'))
  expect(namesOf(options)).toEqual(named('Item V0', 'Item V1'))
})

test('a line that is no longer offered has sold out', () => {
  const shop = { products: [], cart: [{ sku: 'T', quantity: 2 }], lines: [] }
  expect(cartProblemText(shop, { rejected: 'not-enough-stock', sku: 'T' })).toBe(
    'Item T has sold out.',
  )
})

const [first, second] = ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z']

test.each([
  [['', 'never'], undefined],
  [['', second], second],
  [[second, first], first],
])('of %j, the first time is %s', (timestamps, closing) => {
  expect(closingTime(...timestamps)).toBe(closing && Date.parse(closing))
})

test('each country has a name of its own, and they are sorted', () => {
  const names = [...countries.values()]
  expect([names.length, new Set(names).size]).toEqual([249, 249])
  expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([])
  expect(names.indexOf('Åland Islands')).toBeLessThan(names.indexOf('Albania'))
  expect(countries.get('GB')).toBe('United Kingdom')
})
