import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pastLimit } from './json-limits.ts'

const inside = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...inside(value).map(depthOf)) : 0

const valuesIn = (value: unknown): number =>
  inside(value).reduce<number>((sum, each) => sum + valuesIn(each), 1)

const past = (text: string, depth: number, values: number) =>
  pastLimit(Buffer.from(text), { depth, values })

/** Texts that are full of what JSON is made of. */
const awkward = fc.string({
  unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', ' ', 'é'),
})

test('a text is past a limit exactly when its value is, however it is spaced', () => {
  const json = fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' })
  const wrapped = fc.tuple(json, awkward).map(([value, text]) => [value, { [text]: [text] }])
  fc.assert(
    fc.property(wrapped, fc.constantFrom('', ' ', '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const [depth, values] = [depthOf(value), valuesIn(value)]
      expect(past(text, depth, values)).toBeUndefined()
      expect(past(text, depth - 1, values)).toBe('depth')
      expect(past(text, depth, values - 1)).toBe('values')
    }),
  )
})

test.each(['', '"', '"\\', '[', '{', '[ ', ']]]]', ',,', '"\\"'])(
  'what is no JSON is looked at without trouble: %j',
  (text) => {
    expect(past(text, 4, 4)).toBeUndefined()
  },
)
