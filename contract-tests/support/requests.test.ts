import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { faults, pointer, validatorOf } from '../../codegen/testing/ajv.ts'
import { endpoints } from '../../generated/operations.ts'
import type { Parameters, Raw } from '../../generated/parameters.ts'
import { document } from '../../testkit/contract.ts'
import { allOperations } from './requests.ts'
import { shapesIn } from './schema-shape.ts'

const schemas = document.components?.schemas ?? {}
const shapeOf = shapesIn(schemas)
/** The bodies of requests. */
const bodies = Object.entries(schemas)
  .filter(([name]) => /(Create|Update|Cancel)$/.test(name))
  .map(([name, schema]) => ({ name, ...shapeOf(schema) }))
const bodyOf = (wanted: string) => bodies.find(({ name }) => name === wanted)

test.each(bodies)(
  'Ajv accepts valid values and bounds of $name, and rejects each broken constraint',
  ({ name, valid, edges, broken }) => {
    const validate = validatorOf(name)
    const check = (
      values: fc.Arbitrary<unknown>,
      expected: string[],
      what: string,
      numRuns: number,
    ) =>
      fc.assert(
        fc.property(values, (value) => {
          validate(value)
          expect(faults(validate.errors ?? []), `${what} ${JSON.stringify(value)}`).toEqual(
            expected,
          )
        }),
        { numRuns },
      )
    check(valid, [], 'valid', 100)
    for (const { constraint, value } of edges) check(value, [], constraint, 5)
    // Ajv accepts lone surrogates.
    for (const { path, constraint, value } of broken)
      if (constraint !== 'no lone surrogate') check(value, [pointer(path)], constraint, 10)
  },
)

test('every bound of a request’s fields has values, in letters of one and of two UTF-16 units', () => {
  const onBound = (property: string, wanted: string) =>
    (bodyOf('ContactCreate')?.edges ?? [])
      .filter(({ path, constraint }) => path.join('.') === property && constraint === wanted)
      .map(({ path: [name = ''], value }) => Object(fc.sample(value, 1)[0])[name])
  const letters = (length: number) => ['x', 'é', '😀'].map((letter) => letter.repeat(length))
  expect(onBound('firstName', 'minLength 1')).toEqual(letters(1))
  expect(onBound('street1', 'maxLength 200')).toEqual(letters(200))
  expect(onBound('email', 'maxLength 254').map(({ length }) => length)).toContain(254)
  expect(bodyOf('OrderLineCreate')?.edges.map(({ constraint }) => constraint)).toEqual(
    expect.arrayContaining(['required properties alone', 'minimum 1', 'maximum 100000']),
  )
})

test('every constraint of a request’s fields has values that break it', () => {
  const constraints = ['ContactCreate', 'OrderCreate'].flatMap((name) =>
    bodyOf(name)?.broken.map(({ path, constraint }) => `${path.join('.')}: ${constraint}`),
  )
  expect(constraints).toEqual(
    expect.arrayContaining([
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
    ]),
  )
  const invite = bodyOf('InviteCreate')?.broken.find(({ constraint }) => /when/.test(constraint))
  const message = 'email is required when sendEmailNotification is enabled'
  expect(invite).toMatchObject({ path: ['email'], message })
})

const readers = Object.entries(endpoints).flatMap(([id, endpoint]): [string, Parameters][] =>
  'queryParameters' in endpoint ? [[id, endpoint.queryParameters]] : [],
)

describe.each(readers)('the parameters of %s', (id, query) => {
  const parameters = allOperations.find((each) => each.id === id)?.queryParameters ?? {}
  const some = fc.record(
    Object.fromEntries(Object.entries(parameters).map(([name, { valid }]) => [name, valid])),
  )
  const faultsOf = (values: Raw) => [
    ...new Set(query.read(values, (text) => text).failures?.map(({ field }) => field)),
  ]

  test('are accepted when valid, and rejected by name when one constraint is broken', () => {
    fc.assert(
      fc.property(some, (values) => {
        expect(faultsOf(values)).toEqual([])
      }),
    )
    for (const [name, { broken }] of Object.entries(parameters))
      for (const { constraint, value } of broken)
        fc.assert(
          fc.property(fc.tuple(some, value), ([values, wrong]) => {
            expect(faultsOf({ ...values, [name]: wrong }), constraint).toEqual([name])
          }),
          { numRuns: 10 },
        )
  })
})
