import fc from 'fast-check'
import { expect, test } from 'vitest'
import { document } from './contract.ts'
import { schemaValuesIn } from './schema-values.ts'

// That the values are valid or break exactly one constraint, the laws see on the server.
const schemas = document.components?.schemas ?? {}
const schemaValuesOf = schemaValuesIn(schemas)
const bodyOf = (name: string) => schemaValuesOf(schemas[name] ?? {})

test('every bound of a request’s fields has values, in letters of one and of two UTF-16 units', () => {
  const onBound = (property: string, wanted: string) =>
    bodyOf('ContactCreate')
      .edges.filter(({ path, constraint }) => path.join('.') === property && constraint === wanted)
      .map(({ path: [name = ''], value }) => Object(fc.sample(value, 1)[0])[name])
  const letters = (length: number) => ['x', 'é', '😀'].map((letter) => letter.repeat(length))
  expect(onBound('firstName', 'minLength 1')).toEqual(letters(1))
  expect(onBound('street1', 'maxLength 200')).toEqual(letters(200))
  expect(onBound('email', 'maxLength 254').map(({ length }) => length)).toContain(254)
  expect(bodyOf('OrderLineCreate').edges.map(({ constraint }) => constraint)).toEqual(
    expect.arrayContaining(['required properties alone', 'minimum 1', 'maximum 100000']),
  )
})

test('every constraint of a request’s fields has values that break it', () => {
  const constraints = ['ContactCreate', 'OrderCreate'].flatMap((name) =>
    bodyOf(name).broken.map(({ path, constraint }) => `${path.join('.')}: ${constraint}`),
  )
  const some = `: type (null), firstName: required, firstName: minLength 1, firstName: maxLength 100,
    email: pattern, tags.1: pattern, products: minItems 1, products: maxItems 500,
    products.0.quantity: maximum 100000, shipTo.email: required`
  expect(constraints).toEqual(expect.arrayContaining(some.split(/,\s+/)))
  const invite = bodyOf('InviteCreate').broken.find(({ constraint }) => /when/.test(constraint))
  const message = 'email is required when sendEmailNotification is enabled'
  expect(invite).toMatchObject({ path: ['email'], message })
})
