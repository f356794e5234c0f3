import { stripTypeScriptTypes } from 'node:module'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import * as check from '../runtime/check.ts'
import { type ObjectSchema, objectSchemas, objects } from '../testing/random-schemas.ts'
import { Checks } from './checks.ts'
import { Copies } from './copies.ts'
import { Places, schemaOf } from './places.ts'

const ofObjects = objectSchemas(['#/$defs/a', '#/$defs/b'])
const schemas = fc
  .tuple(ofObjects, ofObjects, ofObjects)
  .map(([root, a, b]): ObjectSchema => ({ ...root, $defs: { a, b } }))

const base = 'https://document.invalid/schema'

/** Returns the check and the copy of a schema as functions of this process. Undefined if it refers to itself. */
const emitted = (schema: ObjectSchema) => {
  const places = new Places()
  places.addDocument(base, schema)
  const place = places.addSchema({ schema: schemaOf(schema) ?? {}, base, uri: `${base}#` })
  const found: string[] = []
  const checks = new Checks({ places, report: (what) => found.push(what) })
  const none = () => undefined
  const source = { checks, nameOf: none, typeOf: () => 'unknown', defaultOf: none }
  const copies = new Copies(source, 'response')
  const [copy, is] = [copies.copy(place), checks.check(place)]
  checks.reportCycles()
  if (found.length > 0) return undefined
  const code = checks.code(false)
  const declared = /^(?:function (?=check)|const (?=constant))(\w+)/gm
  const names = [...code.matchAll(declared)].map(([, each]) => each)
  const own = stripTypeScriptTypes(
    `const checks = { ${names.join(', ')} }\n${copies.code()}\nconst copy = ${copy}`,
  )
  return new Function('check', `${code}\n${own}\nreturn { is: ${is}, copy }`)(check)
}

/** Returns the names in `properties` of the schemas that apply to a value. Of `oneOf`, it may be any. */
const namesIn = (schema: ObjectSchema, defs: ObjectSchema['$defs'], depth = 0): string[] => {
  if (depth > 8) return []
  const { properties = {}, $ref, allOf = [], anyOf = [], if: condition, then } = schema
  const target = $ref === undefined ? undefined : defs?.[$ref.slice('#/$defs/'.length)]
  const inner = [...allOf, ...anyOf, target ?? [], condition ?? [], then ?? []].flat()
  return [...Object.keys(properties), ...inner.flatMap((each) => namesIn(each, defs, depth + 1))]
}

// Undeclared properties of an invalid value are dropped, so that its copy may be valid.
test('a copy is valid, and one of a valid value has all that the schema declares', () => {
  let copies = 0
  fc.assert(
    fc.property(schemas, fc.array(objects, { minLength: 20, maxLength: 20 }), (schema, all) => {
      const made = emitted(schema)
      if (!made) return
      const { is, copy } = made
      const names = namesIn(schema, schema.$defs)
      for (const value of all)
        if (is(value)) {
          const copied = copy(value)
          expect(is(copied)).toBe(true)
          if (copied !== value) copies++
          const kept = Object.entries(value ?? {}).filter(([each]) => names.includes(each))
          if (value === null) expect(copied).toBe(null)
          else expect(copied).toMatchObject(Object.fromEntries(kept))
        } else
          try {
            expect(is(copy(value))).toBe(true)
          } catch (error) {
            expect(String(error)).toContain('does not match')
          }
    }),
    { numRuns: inject('isThorough') ? 20_000 : 1500 },
  )
  expect(copies).toBeGreaterThan(50)
})
