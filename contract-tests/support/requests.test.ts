import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { faults, pointer, validatorOf } from '../../codegen/testing/ajv.ts'
import { endpoints } from '../../generated/operations.ts'
import { document } from '../../testkit/contract.ts'
import { allOperations } from './requests.ts'
import { shapesIn } from './schema-shape.ts'

const schemas = document.components?.schemas ?? {}
const shapeOf = shapesIn(schemas)
/** The bodies of requests. */
const shapes = Object.fromEntries(
  Object.entries(schemas).flatMap(([name, schema]) =>
    /(Create|Update|Cancel)$/.test(name) ? [[name, shapeOf(schema)]] : [],
  ),
)

describe.each(Object.keys(shapes))('%s', (name) => {
  const shape = shapes[name]
  const validate = validatorOf(name)

  test('has values that Ajv accepts', () => {
    fc.assert(
      fc.property(shape?.valid ?? fc.constant(undefined), (value) => {
        expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
      }),
    )
  })

  test('has values on each of its bounds that Ajv accepts', () => {
    for (const { path, constraint, value } of shape?.edges ?? [])
      fc.assert(
        fc.property(value, (on) => {
          expect(
            validate(on),
            `${pointer(path)} ${constraint} ${JSON.stringify(validate.errors)}`,
          ).toBe(true)
        }),
        { numRuns: 5 },
      )
  })

  test('has values for each constraint in which Ajv rejects that one place', () => {
    // Ajv accepts lone surrogates.
    for (const { path, constraint, value } of shape?.broken ?? [])
      if (constraint !== 'no lone surrogate')
        fc.assert(
          fc.property(value, (wrong) => {
            expect(validate(wrong), `${pointer(path)} ${constraint}`).toBe(false)
            expect(faults(validate.errors ?? []), constraint).toEqual([pointer(path)])
          }),
          { numRuns: 10 },
        )
  })
})

test('every bound of a request’s fields has values, in letters of one and of two UTF-16 units', () => {
  const onBound = (property: string, wanted: string) =>
    (shapes.ContactCreate?.edges ?? [])
      .filter(({ path, constraint }) => path.join('.') === property && constraint === wanted)
      .map(({ path: [name = ''], value }) => Object(fc.sample(value, 1)[0])[name])
  for (const [property, bound] of [
    ['firstName', 1],
    ['firstName', 100],
    ['phone', 30],
    ['street1', 200],
  ] as const) {
    const values = onBound(property, `${bound === 1 ? 'minLength' : 'maxLength'} ${bound}`)
    expect(values).toEqual(['x', 'é', '😀'].map((letter) => letter.repeat(bound)))
  }
  expect(onBound('email', 'maxLength 254').map(({ length }) => length)).toContain(254)
  expect(shapes.OrderLineCreate?.edges.map(({ constraint }) => constraint)).toEqual(
    expect.arrayContaining(['required properties alone', 'minimum 1', 'maximum 100000']),
  )
})

test('every constraint of a request’s fields has values that break it', () => {
  const constraints = ['ContactCreate', 'OrderCreate'].flatMap((name) =>
    shapes[name]?.broken.map(({ path, constraint }) => `${path.join('.')}: ${constraint}`),
  )
  for (const expected of [
    ': type (null)',
    'firstName: required',
    'firstName: minLength 1',
    'firstName: maxLength 100',
    'email: pattern',
    'tags.1: pattern',
    'products: minItems 1',
    'products: maxItems 500',
    'products.0.quantity: maximum 100000',
    'shipTo.email: required',
  ])
    expect(constraints).toContain(expected)
  const invite = shapes.InviteCreate?.broken.find(({ constraint }) => constraint.includes('when'))
  expect(invite).toMatchObject({
    path: ['email'],
    message: 'email is required when sendEmailNotification is enabled',
  })
})

const validators = new Map<string, z.ZodObject>(
  Object.entries(endpoints).flatMap(([id, endpoint]) =>
    'queryParameters' in endpoint ? [[id, endpoint.queryParameters]] : [],
  ),
)

describe.each([...validators])('the parameters of %s', (id, query) => {
  const parameters = allOperations.find((each) => each.id === id)?.queryParameters ?? {}
  const some = fc.record(
    Object.fromEntries(Object.entries(parameters).map(([name, { valid }]) => [name, valid])),
  )

  test('are accepted when valid', () => {
    fc.assert(
      fc.property(some, (values) => {
        expect(query.safeParse(values).error).toBeUndefined()
      }),
    )
  })

  test('are rejected by name when one constraint is broken', () => {
    for (const [name, { broken }] of Object.entries(parameters))
      for (const { constraint, value } of broken)
        fc.assert(
          fc.property(fc.tuple(some, value), ([values, wrong]) => {
            const issues = query.safeParse({ ...values, [name]: wrong }).error?.issues ?? []
            const named = new Set(issues.map(({ path }) => path[0]))
            expect([...named], `${name} ${constraint}`).toEqual([name])
          }),
          { numRuns: 10 },
        )
  })
})
