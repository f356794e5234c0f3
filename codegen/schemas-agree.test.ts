import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { near } from '../contract-tests/support/arbitrary.ts'
import * as generated from '../generated/schemas.ts'
import { componentName, type Document } from './document.ts'
import { readOperations } from './model.ts'

const document: Document = JSON.parse(
  readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8'),
)
const schemas = document.components?.schemas ?? {}

const ajv = new Ajv2020({ allErrors: true, strict: false, formats: { 'date-time': true } })
ajv.addSchema(document, 'document')

const zodSchemas = new Map<string, z.ZodType>(
  Object.entries(generated).flatMap(([name, schema]) =>
    schema instanceof z.ZodType ? [[name, schema]] : [],
  ),
)

/** Component schemas that a request body is made of. */
const requests = [
  ...new Set(
    readOperations(document).flatMap(({ body }) =>
      body?.schema.$ref ? [componentName(body.schema.$ref)] : [],
    ),
  ),
]

/** Of places of which one holds the other, the holder: what is in a wrong array is not looked at. */
const outermost = (places: readonly string[]): string[] =>
  [...new Set(places)]
    .filter((place) => !places.some((other) => place.startsWith(`${other}/`)))
    .toSorted()

const pointer = (path: readonly PropertyKey[]) => path.map((step) => `/${String(step)}`).join('')

/** Where Ajv finds fault; a missing property is found where it should be. */
const placeOf = ({ instancePath, keyword, params }: ErrorObject) =>
  keyword === 'required' ? `${instancePath}/${params.missingProperty}` : instancePath

/** The places at fault. Conditions are only looked at in a value that is right but for them. */
const faults = (errors: readonly ErrorObject[]): string[] => {
  const isConditional = ({ schemaPath, keyword }: ErrorObject) =>
    keyword === 'if' || schemaPath.includes('/then/')
  const plain = errors.filter((error) => !isConditional(error))
  const looked = plain.length > 0 ? plain : errors.filter(({ keyword }) => keyword !== 'if')
  return outermost(looked.map(placeOf))
}

const validAndNot = (name: string) => {
  const schema = schemas[name] ?? {}
  return fc.oneof(near(schema, schemas, 0), near(schema, schemas, 3))
}

const agree = (name: string, runs: number) => {
  const validate = ajv.getSchema(`document#/components/schemas/${name}`)
  const schema = zodSchemas.get(name)
  if (!validate || !schema) throw new Error(`${name} is not in both`)
  let valid = 0
  fc.assert(
    fc.property(validAndNot(name), (value) => {
      const result = schema.safeParse(value)
      const expected = validate(value)
      if (expected) valid++
      expect(result.success, JSON.stringify(validate.errors)).toBe(expected)
    }),
    { numRuns: runs },
  )
  return valid / runs
}

describe('the generated zod and Ajv 2020 on the document', () => {
  test.each(requests)(
    'agree on 10,000 values about the request body %s, of which many are valid and many are not',
    { timeout: 60_000 },
    (name) => {
      const share = agree(name, 10_000)
      expect(share).toBeGreaterThan(0.05)
      expect(share).toBeLessThan(0.95)
    },
  )

  test.each(Object.keys(schemas))('agree on 500 values about %s', (name) => {
    agree(name, 500)
  })

  test.each(requests)('find the same places of %s at fault', (name) => {
    const validate = ajv.getSchema(`document#/components/schemas/${name}`)
    const schema = zodSchemas.get(name)
    fc.assert(
      fc.property(near(schemas[name] ?? {}, schemas, 5), (value) => {
        const issues = schema?.safeParse(value).error?.issues ?? []
        validate?.(value)
        const places = outermost(issues.map(({ path }) => pointer(path)))
        expect(places).toEqual(faults(validate?.errors ?? []))
      }),
      { numRuns: 1000 },
    )
  })
})
