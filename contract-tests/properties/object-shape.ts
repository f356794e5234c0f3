import fc from 'fast-check'
import type { Schema } from '../../codegen/model/document.ts'
import { type Edge, edge, ofWrongType, type Shape } from './shape.ts'

type Fields = Record<string, unknown>

/** `if` some properties have some values, `then` others are required. */
type Condition = { when: Fields; requires: readonly string[]; schema: Schema }

const conditionOf = ({ if: condition, then }: Schema): Condition | undefined =>
  condition && then
    ? {
        when: Object.fromEntries(
          Object.entries(condition.properties ?? {}).map(([name, property]) => [
            name,
            property.const,
          ]),
        ),
        requires: then.required ?? [],
        schema: then,
      }
    : undefined

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name))

const meets = (fields: Fields, { when, requires }: Condition): boolean =>
  Object.entries(when).some(([name, value]) => fields[name] !== value) ||
  requires.every((name) => name in fields)

const requiredMessage = (schema: Schema, name: string): string | undefined =>
  schema.properties?.[name]?.['x-messages']?.required

/** The shape of an object schema with these properties. */
export const objectShape = (schema: Schema, properties: Record<string, Shape>): Shape => {
  const condition = conditionOf(schema)
  const arbitraries = Object.fromEntries(
    Object.entries(properties).map(([name, { valid }]) => [name, valid]),
  )
  const requiredKeys = Object.keys(properties).filter((name) => schema.required?.includes(name))
  const fields: fc.Arbitrary<Fields> = fc.record(arbitraries, {
    requiredKeys,
    noNullPrototype: true,
  })
  const valid = condition ? fields.filter((each) => meets(each, condition)) : fields

  const broken = ofWrongType('object')
  for (const [name, shape] of Object.entries(properties)) {
    if (requiredKeys.includes(name))
      broken.push({
        path: [name],
        constraint: 'required',
        message: requiredMessage(schema, name),
        value: valid.map((each) => without(each, name)),
      })
    for (const each of shape.broken)
      broken.push({
        ...each,
        path: [name, ...each.path],
        value: fc.tuple(valid, each.value).map(([rest, wrong]) => ({ ...rest, [name]: wrong })),
      })
  }
  for (const name of condition?.requires ?? [])
    broken.push({
      path: [name],
      constraint: `required when ${JSON.stringify(condition?.when)}`,
      message: condition && requiredMessage(condition.schema, name),
      value: valid.map((each) => without({ ...each, ...condition?.when }, name)),
    })

  const some = (names: readonly string[]): fc.Arbitrary<Fields> =>
    fc.record(
      Object.fromEntries(names.map((name) => [name, arbitraries[name] ?? fc.constant(null)])),
      { noNullPrototype: true },
    )
  /** Adds the properties that the condition requires, where it holds. */
  const completed = (each: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> =>
    condition
      ? fc
          .tuple(each, some(condition.requires))
          .map(([given, more]) => (meets(given, condition) ? given : { ...given, ...more }))
      : each
  const edges: Edge[] = [
    { path: [], constraint: 'required properties alone', value: completed(some(requiredKeys)) },
  ]
  for (const [name, shape] of Object.entries(properties))
    for (const { path, constraint, value } of shape.edges)
      edges.push({
        path: [name, ...path],
        constraint,
        value: completed(fc.tuple(fields, value).map(([rest, on]) => ({ ...rest, [name]: on }))),
      })
  return { valid, edges, broken }
}

/** The shape of an object whose properties all have one shape. */
export const recordShape = ({ valid }: Shape): Shape => ({
  valid: fc.dictionary(fc.string({ maxLength: 5 }), valid, { maxKeys: 3, noNullPrototype: true }),
  edges: [edge('no properties', {})],
  broken: ofWrongType('object'),
})
