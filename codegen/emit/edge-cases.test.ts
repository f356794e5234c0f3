import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { compileLayers } from '../../testkit/compile.ts'
import { identifier } from '../model/names.ts'
import { edgeCaseDocument, edgeCases, values } from '../testing/edge-cases.ts'
import { generateLayer } from '../testing/layer.ts'

type Layer = {
  schemas: Record<string, z.ZodType>
  replies: Record<string, { [status: number]: (body: unknown) => unknown }>
  payloads: Record<string, (payload: unknown) => unknown>
  stubs: Record<string, (input: unknown, call: unknown) => { body: unknown }>
}

let folder = ''
let layer: Layer
beforeAll(async () => {
  folder = await generateLayer('edge-cases', edgeCaseDocument)
  const load = (name: string) => import(join(folder, `${name}.ts`))
  const { replies, payloads } = await load('replies')
  const { stubs } = await load('stubs')
  layer = { schemas: await load('schemas'), replies, payloads, stubs }
})

const ajv = new Ajv2020({ strict: false, logger: false })
ajv.addSchema(edgeCaseDocument, 'document')
const accepts = (name: string, value: unknown) =>
  ajv.getSchema(`document#/components/schemas/${name}`)?.(value)

/** Returns the checked copy of a valid value, or undefined. */
const sent = (name: string, value: unknown): { value: unknown } | undefined => {
  try {
    return { value: layer.replies[`send${name}`]?.[200]?.(value) }
  } catch {
    return undefined
  }
}

test('the generated layer compiles', { timeout: 120_000 }, () => {
  expect(compileLayers([folder])).toEqual([])
})

describe.each(Object.keys(edgeCases))('%s', (name) => {
  const verdicts = (verdict: (value: unknown) => unknown) =>
    values.map((value) => [value, verdict(value)])
  const expected = verdicts((value) => accepts(name, value))

  test('the zod schema agrees with Ajv', () => {
    const schema = layer.schemas[identifier(name)]
    expect(verdicts((value) => schema?.safeParse(value).success)).toEqual(expected)
  })

  test('the reply check accepts what Ajv accepts, and changes no value', () => {
    for (const value of values) {
      const given = JSON.stringify(value)
      const copy = sent(name, value)
      if (accepts(name, value)) expect(copy, given).toBeDefined()
      if (copy) expect(accepts(name, copy.value), given).toBe(true)
    }
  })

  test('the stub’s reply is valid', () => {
    const { body } = layer.stubs[`send${name}`]?.({}, {}) ?? {}
    expect(accepts(name, body)).toBe(true)
  })
})

const read = (query: Record<string, string>) => {
  const { error, data } = layer.schemas.sendAliasQuery?.safeParse(query) ?? {}
  return error ? error.issues.map(({ message }) => message) : data
}

test.each([
  [{ bounded: '9'.repeat(23) }, ['must be at most 1000']],
  [{ bounded: `-${'9'.repeat(23)}` }, ['must be at least -5']],
  [{ bounded: '9'.repeat(400) }, ['must be at most 1000']],
  [{ bounded: `-${'9'.repeat(400)}` }, ['must be at least -5']],
  [{ bounded: '1001' }, ['must be at most 1000']],
  [{ bounded: '1.5' }, ['must be a whole number in decimal digits']],
  [{ bounded: '1000' }, { bounded: 1000, one: 10 }],
  [{ above: '9007199254740992' }, { above: 2 ** 53, one: 10 }],
])('the parameters %o are read as %o', (query, expected) => {
  expect(read(query)).toEqual(expected)
})

test('an integer out of range gets the message of the bound', () => {
  const reasons = (value: unknown) =>
    layer.schemas.IntegerExclusive?.safeParse(value).error?.issues.map(({ message }) => message)
  expect(reasons(1e20)).toEqual(['must be less than 10'])
  expect(reasons(-1e20)).toEqual(['must be more than 0'])
  expect(reasons(1.5)).toEqual(['must be an integer'])
})

test('a parameter of an operation overrides its path’s', () => {
  expect(read({ price: '5000.5' })).toEqual({ price: 5000.5, one: 10 })
})

test('inline schemas of a payload are checked', () => {
  expect(layer.payloads.sent?.({ a: { b: 'x' } })).toEqual({ a: { b: 'x' } })
  expect(() => layer.payloads.sent?.({ a: 1 })).toThrow('sent.a must be an object')
})
