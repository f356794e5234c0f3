import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { edgeCaseDocument, edgeCases } from '../../codegen/testing/edge-cases.ts'
import { generateLayer } from '../../codegen/testing/layer.ts'
import { readProperties } from './operation-properties.ts'
import { shapesIn } from './schema-shape.ts'

const shapeOf = shapesIn(edgeCases)
const ajv = new Ajv2020({ strict: false, logger: false })
ajv.addSchema(edgeCaseDocument, 'document')
const accepts = (name: string, value: unknown) =>
  ajv.getSchema(`document#/components/schemas/${name}`)?.(value)

describe.each(Object.keys(edgeCases))('%s', (name) => {
  test('has valid, boundary and broken values, and Ajv agrees', () => {
    const shape = shapeOf(edgeCases[name] ?? {})
    const judged = (value: fc.Arbitrary<unknown>) =>
      fc.sample(value, 10).map((each) => accepts(name, each))
    expect(new Set(judged(shape.valid))).toEqual(new Set([true]))
    for (const { constraint, value } of shape.edges)
      expect(judged(value), constraint).not.toContain(false)
    for (const { path, constraint, value } of shape.broken)
      expect(judged(value), `${path} ${constraint}`).not.toContain(true)
  })
})

test('parameters have valid, boundary and broken values, and the generated schema agrees', async () => {
  const folder = await generateLayer('parameter-edgeCases', edgeCaseDocument)
  const { sendAliasQuery }: { sendAliasQuery: z.ZodType } = await import(join(folder, 'schemas.ts'))
  const properties = readProperties(edgeCaseDocument).find(({ id }) => id === 'sendAlias')
  for (const [name, { valid, edges, broken }] of Object.entries(
    properties?.queryParameters ?? {},
  )) {
    const judged = (value: fc.Arbitrary<unknown>) =>
      fc.sample(value, 10).map((each) => sendAliasQuery.safeParse({ [name]: each }).success)
    expect(judged(valid), name).not.toContain(false)
    for (const each of edges) expect(judged(each.value), each.constraint).not.toContain(false)
    for (const each of broken) expect(judged(each.value), each.constraint).not.toContain(true)
  }
})
