import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import * as generated from '../../generated/schemas.ts'
import { componentName } from '../model/document.ts'
import { readOperations } from '../model/model.ts'
import { document, faults, outermost, pointer, validatorOf } from '../testing/ajv.ts'
import { jsonValues } from '../testing/json-values.ts'

const schemas = document.components?.schemas ?? {}

const zodSchemas = new Map<string, z.ZodType>(
  Object.entries(generated).flatMap(([name, schema]) =>
    schema instanceof z.ZodType ? [[name, schema]] : [],
  ),
)

/** The component schemas of request bodies. */
const requests = [
  ...new Set(
    readOperations(document).flatMap(({ body }) =>
      body?.schema.$ref ? [componentName(body.schema.$ref)] : [],
    ),
  ),
]

const validAndNot = (name: string) => {
  const schema = schemas[name] ?? {}
  return fc.oneof(jsonValues(schema, schemas, 0), jsonValues(schema, schemas, 3))
}

const agree = (name: string, runs: number) => {
  const validate = validatorOf(name)
  const schema = zodSchemas.get(name)
  if (!schema) throw new Error(`${name} has no zod schema`)
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

const [values, few] = inject('isThorough') ? [10_000, 1000] : [200, 60]

describe('the generated zod and Ajv 2020 on the document', () => {
  test.each(requests)(
    `agree on ${values} values about the request body %s, of which many are valid and many are not`,
    { timeout: 60_000 },
    (name) => {
      const share = agree(name, values)
      expect(share).toBeGreaterThan(0.05)
      expect(share).toBeLessThan(0.95)
    },
  )

  test.each(Object.keys(schemas))(`agree on ${few} values about %s`, (name) => {
    agree(name, few)
  })

  test.each(requests)('find the same invalid fields of %s', (name) => {
    const validate = validatorOf(name)
    const schema = zodSchemas.get(name)
    fc.assert(
      fc.property(jsonValues(schemas[name] ?? {}, schemas, 5), (value) => {
        const issues = schema?.safeParse(value).error?.issues ?? []
        validate(value)
        const places = outermost(issues.map(({ path }) => pointer(path)))
        expect(places).toEqual(faults(validate.errors ?? []))
      }),
      { numRuns: few },
    )
  })
})
