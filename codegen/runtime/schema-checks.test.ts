import { expect, test } from 'vitest'
import { z } from 'zod'
import * as check from './schema-checks.ts'

const messagesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? 'valid'

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
  const small = check.integer('no integer').max(9, 'too big')
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
