import { expect, test } from 'vitest'
import type { Document, Schema } from '../model/document.ts'
import { failuresOf } from '../runtime/check.ts'
import { checkOf } from '../testing/check-of.ts'
import { normalise } from './normalise.ts'

const text: Schema = { type: 'string' }
const reference = { $ref: '#/components/schemas/Text' }

/** Reads schemas of OpenAPI 3.0. Returns them and what is reported. */
const normalised = (schemas: Record<string, Schema>) => {
  const warnings: string[] = []
  const document: Document = {
    openapi: '3.0.3',
    info: { title: 'Schemas', version: '1' },
    components: { schemas },
  }
  normalise(document, (_, message) => warnings.push(message))
  return { document, warnings }
}

// OpenAPI 3.0.3 §4.7.24.2, and its clarification of `nullable`.
test.each<[schema: Schema, accepts: boolean, warning?: RegExp]>([
  [{ type: 'string', nullable: true }, true],
  [{ type: 'string', nullable: true, enum: ['a', null] }, true],
  [{ type: 'string', nullable: true, enum: ['a'] }, false, /on an `enum` without null/],
  [{ nullable: true, allOf: [reference] }, false, /without a `type` beside it/],
  [{ ...reference, nullable: true }, false, /beside `\$ref`/],
  [{ type: 'string', nullable: true, allOf: [reference] }, false],
  [{ nullable: true }, true],
])('of OpenAPI 3.0, %j accepts null: %j', (schema, accepts, warning) => {
  const { document, warnings } = normalised({ Text: text, Tried: schema })
  const tried = { ...document.components?.schemas?.Tried, components: document.components }
  expect(checkOf(tried, () => {})(null)).toBe(accepts)
  expect(warnings).toEqual(warning ? [expect.stringMatching(warning)] : [])
})

test.each<[schema: Record<string, unknown>, value: unknown, failure: object]>([
  [{ prefixItems: [{}], items: false }, [1, 2], { field: '[1]', reason: 'is not allowed' }],
  [
    { items: [{ minimum: 1, exclusiveMinimum: true }] },
    [1],
    { field: '[0]', reason: 'must be more than 1' },
  ],
  [{ enum: [1, '1'] }, 2, { field: '', reason: 'must be one of 1, "1"' }],
  [{ enum: ['a', 'a', 1] }, 2, { field: '', reason: 'must be one of a, 1' }],
])('of %j, the failure of %j is %j', (schema, value, failure) => {
  const { Tried } = normalised({ Tried: schema }).document.components?.schemas ?? {}
  const is = checkOf(Tried, () => {})
  expect(failuresOf(is, value)).toEqual([failure])
})

const animal: Schema = { type: 'object', properties: { kind: text } }
const inherited = { $ref: '#/components/schemas/Animal' }
const discriminator = { propertyName: 'kind' }

test.each<[what: string, kind: (name: string) => Schema, warnings: RegExp[]]>([
  ['share their values', () => text, [/values of `Cat` also match `Dog`.*Give `kind` a value/]],
  ['differ by an enum', (name) => ({ enum: [name] }), []],
])('a oneOf whose alternatives %s is reported with what to change, or not', (_, kind, warnings) => {
  const subtype = (name: string): Schema => ({
    allOf: [inherited, { type: 'object', required: ['kind'], properties: { kind: kind(name) } }],
  })
  const oneOf = ['Cat', 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const found = normalised({
    Animal: { ...animal, discriminator },
    Cat: subtype('Cat'),
    Dog: subtype('Dog'),
    Pet: { oneOf },
  })
  expect(found.warnings).toEqual(warnings.map((each) => expect.stringMatching(each)))
})

test('alternatives that include the schema that lists them are reported', () => {
  const { warnings } = normalised({
    Animal: { ...animal, oneOf: [{ $ref: '#/components/schemas/Cat' }] },
    Cat: { allOf: [inherited] },
  })
  expect(warnings).toEqual([expect.stringMatching(/^`Animal` lists alternatives that include it/)])
})
