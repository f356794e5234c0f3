import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'
import * as generated from '../../generated/schemas.ts'
import { document, operations } from '../../testkit/contract.ts'
import { componentName } from '../model/document.ts'
import { jsonValues } from '../testing/json-values.ts'
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

const [many, few] = inject('isThorough') ? [10_000, 1000] : [200, 60]

// The checks themselves are compared with Hyperjump on random schemas.
test.each(Object.keys(schemas))(
  'the generated zod and the emitted check agree on values for %s',
  { timeout: 60_000 },
  (name) => {
    const place = layer.place(`#/components/schemas/${name}`)
    const zodSchema = zodSchemas.get(name)
    if (!place || !zodSchema) throw new Error(`${name} has no zod schema`)
    const [schema, isRequest] = [schemas[name] ?? {}, requests.has(name)]
    const values = fc.oneof(...[0, 3, 5].map((wrong) => jsonValues(schema, schemas, wrong)))
    let [asked, valid] = [0, 0]
    fc.assert(
      fc.property(values, (value) => {
        const { error } = zodSchema.safeParse(value)
        const failures = layer.failuresOf(place, 'request', value)
        asked++
        if (!error) valid++
        expect(error === undefined, JSON.stringify(failures)).toBe(failures.length === 0)
        // Clients see the invalid fields of requests.
        if (isRequest)
          expect(outermost((error?.issues ?? []).map(({ path }) => field(path)))).toEqual(
            outermost(failures.map((each) => each.field)),
          )
      }),
      { numRuns: isRequest ? many : few },
    )
    if (!isRequest) return
    expect(valid / asked).toBeGreaterThan(0.05)
    expect(valid / asked).toBeLessThan(0.95)
  },
)
