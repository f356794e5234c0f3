import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as check from './schema-checks.ts'

const messagesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? 'valid'

const small = check.safeInteger([0, 'too small'], [9, 'too big'], 'no integer', 'missing')

describe('a bounded integer', () => {
  test.each([
    [0, 'valid'],
    [9, 'valid'],
    [-1, ['too small']],
    [10, ['too big']],
    [1e20, ['too big']],
    [-1e20, ['too small']],
    [1.5, ['no integer']],
    ['1', ['no integer']],
    [undefined, ['missing']],
  ])('%s is %s', (value, expected) => {
    expect(messagesOf(small, value)).toEqual(expected)
  })
})

test('an integer without bounds may be beyond the safe ones', () => {
  const schema = check.integer('no integer')
  expect(messagesOf(schema, 1e300)).toBe('valid')
  expect(messagesOf(schema, 1.5)).toEqual(['no integer'])
  expect(messagesOf(schema, undefined)).toEqual(['is required'])
})

test('lengths count code points', () => {
  const schema = z
    .string()
    .refine(...check.minLength(2, 'too short'))
    .refine(...check.maxLength(3, 'too long'))
  expect(
    ['😀', 'x', '😀😀', '😀😀😀', '😀😀😀😀', 'xxxx'].map((each) => messagesOf(schema, each)),
  ).toEqual([['too short'], ['too short'], 'valid', 'valid', ['too long'], ['too long']])
})

test('a present value may be anything but undefined', () => {
  const schema = z.object({ a: check.present('missing') })
  expect(messagesOf(schema, { a: null })).toBe('valid')
  expect(messagesOf(schema, {})).toEqual(['missing'])
})

test('`then` applies where `if` holds and nothing else is wrong', () => {
  const schema = z
    .looseObject({ wanted: z.boolean('no boolean') })
    .superRefine(
      check.ifThen(
        z.looseObject({ wanted: z.literal(true) }),
        z.looseObject({ reason: z.string('give a reason') }),
      ),
    )
  expect(messagesOf(schema, { wanted: true })).toEqual(['give a reason'])
  expect(messagesOf(schema, { wanted: true, reason: 'x' })).toBe('valid')
  expect(messagesOf(schema, { wanted: false })).toBe('valid')
  expect(messagesOf(schema, { wanted: 1 })).toEqual(['no boolean'])
})

test.each([
  ['7', 'valid'],
  ['10', ['too big']],
  ['9'.repeat(400), ['too big']],
  ['1e3', ['no digits']],
  ['', ['no digits']],
  [undefined, ['missing']],
])('the number parameter %s is %s', (value, expected) => {
  const schema = check.numberParameter(small, /^-?[0-9]+$/, 'no digits', 'missing')
  expect(messagesOf(schema, value)).toEqual(expected)
})

test('a boolean parameter is read from its two words', () => {
  const schema = check.booleanParameter('no boolean')
  expect([schema.parse('true'), schema.parse('false')]).toEqual([true, false])
  expect(messagesOf(schema, 'yes')).toEqual(['no boolean'])
})

test('an array parameter takes one value or several', () => {
  const schema = check.arrayParameter(z.array(z.string()))
  expect([schema.parse('a'), schema.parse(['a', 'b'])]).toEqual([['a'], ['a', 'b']])
})
