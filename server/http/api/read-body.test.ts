import fc from 'fast-check'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { illFormedReason } from '../../domain/ill-formed-text.ts'
import type { Env } from '../kit/env.ts'
import { exceededLimit, readBody } from './input.ts'

const inside = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...inside(value).map(depthOf)) : 0

const valuesIn = (value: unknown): number =>
  inside(value).reduce<number>((sum, each) => sum + valuesIn(each), 1)

const exceeded = (text: string, depth: number, values: number) =>
  exceededLimit(Buffer.from(text), { depth, values })

/** Texts of the characters that have a meaning in JSON. */
const punctuation = fc.string({
  unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', ' ', 'é'),
})

test('a JSON text exceeds a limit if and only if its value does, with any white space', () => {
  const json = fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' })
  const wrapped = fc.tuple(json, punctuation).map(([value, text]) => [value, { [text]: [text] }])
  fc.assert(
    fc.property(wrapped, fc.constantFrom('', ' ', '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const [depth, values] = [depthOf(value), valuesIn(value)]
      expect(exceeded(text, depth, values)).toBeUndefined()
      expect(exceeded(text, depth - 1, values)).toBe('depth')
      expect(exceeded(text, depth, values - 1)).toBe('values')
    }),
  )
})

test.each(['[ ]', '{\n\t}'])('%j has one value', (text) => {
  expect(exceeded(text, 1, 1)).toBeUndefined()
})

test.each(['', '"', '"\\', '[', '{', '[ ', ']]]]', ',,', '"\\"'])(
  'a text that is not JSON exceeds no limit: %j',
  (text) => {
    expect(exceeded(text, 4, 4)).toBeUndefined()
  },
)

const app = new Hono<Env>().post('/', async (context) =>
  context.json(await readBody(context, 'application/json', z.array(z.string()))),
)

/** Reads a body that should be an array of strings. */
const read = async (body: string) => {
  const headers = { 'content-type': 'application/json' }
  return (await app.request('/', { method: 'POST', headers, body })).json()
}

test.each([
  ['["\\ud83d\\ude00"]', { value: ['😀'] }],
  ['["a", "\\uD800"]', { failures: [{ field: '[1]', reason: illFormedReason }] }],
])('the text %s is read, unless it has a lone surrogate', async (body, result) => {
  expect(await read(body)).toEqual(result)
})

test('a response lists at most 1000 invalid fields', async () => {
  for (const count of [1000, 1001]) {
    const { failures } = z
      .object({ failures: z.array(z.unknown()) })
      .parse(await read(JSON.stringify(Array(count).fill(7))))
    expect(failures).toHaveLength(1000)
  }
})
