import { expect, inject, test } from 'vitest'
import { z } from 'zod'
import { document, operations } from '../../../contract-tests/support/contract.ts'
import * as generated from '../../../generated/zod/schemas.ts'
import { valuesFor } from '../../../tests/kit/generator/values-for.ts'
import { componentName } from '../model/document.ts'
import { Layer } from './layer.ts'

const schemas = document.components?.schemas ?? {}
const layer = new Layer(document, () => {})

const zodSchemas = new Map<string, z.ZodType>(
  Object.entries(generated).flatMap(([name, schema]) =>
    schema instanceof z.ZodType ? [[name, schema]] : [],
  ),
)

/** The component schemas of request bodies. */
const requests = new Set(
  operations.flatMap(({ body }) => (body?.schema.$ref ? [componentName(body.schema.$ref)] : [])),
)

const field = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')

/** Drops fields inside other fields: zod checks no items of an array that is too long. */
const outermost = (fields: readonly string[]): string[] =>
  [...new Set(fields)]
    .filter(
      (each) =>
        !fields.some((other) => each.startsWith(`${other}.`) || each.startsWith(`${other}[`)),
    )
    .toSorted()

const [many, few] = inject('isThorough') ? [20_000, 2000] : [1000, 100]

// The checks themselves are compared with Hyperjump on random schemas.
test.each(Object.keys(schemas))(
  'the generated zod and the emitted check agree on values for %s',
  { timeout: 60_000 },
  (name) => {
    const place = layer.place(`#/components/schemas/${name}`)
    const zodSchema = zodSchemas.get(name)
    if (!place || !zodSchema) throw new Error(`${name} has no zod schema`)
    const [schema, isRequest] = [schemas[name] ?? {}, requests.has(name)]
    const values = valuesFor(schema, schemas, isRequest ? many : few)
    const isValid = values.map((value) => {
      const { error } = zodSchema.safeParse(value)
      const failures = layer.failuresOf(place, 'request', value)
      expect(error === undefined, JSON.stringify([value, failures])).toBe(failures.length === 0)
      // Clients see the invalid fields of requests. zod judges a condition only when all else is valid.
      if (isRequest)
        expect(outermost(failures.map((each) => each.field))).toEqual(
          expect.arrayContaining(outermost((error?.issues ?? []).map(({ path }) => field(path)))),
        )
      return error === undefined
    })
    if (!isRequest) return
    const share = isValid.filter(Boolean).length / values.length
    expect(share).toBeGreaterThan(0.02)
    expect(share).toBeLessThan(0.95)
  },
)
