import fc from 'fast-check'

/** The place of a value: property names and array indices from the outside in. */
export type Path = readonly (string | number)[]

/** Whole messages that the document fixes (`x-messages`), by the keyword that fails. */
export type Messages = Record<string, string>

/** Values that break one constraint of a schema, and no other. */
export type Broken = {
  path: Path
  /** The constraint, in the schema's words: `maxLength 100`. */
  constraint: string
  /** The response's whole message, where the document fixes it. */
  message: string | undefined
  value: fc.Arbitrary<unknown>
}

/** Valid values on a bound of a schema. */
export type Edge = { path: Path; constraint: string; value: fc.Arbitrary<unknown> }

/** Values that a schema allows, values on each of its bounds, and values that break each constraint. */
export type Shape = {
  valid: fc.Arbitrary<unknown>
  edges: readonly Edge[]
  broken: readonly Broken[]
}

/** Values that break a constraint of the schema itself. The constraint's first word is its keyword. */
export const breaks = (
  constraint: string,
  value: fc.Arbitrary<unknown>,
  messages: Messages = {},
): Broken => ({ path: [], constraint, message: messages[constraint.split(' ')[0] ?? ''], value })

/** One value on a bound of the schema itself. */
export const edge = (constraint: string, value: unknown): Edge => ({
  path: [],
  constraint,
  value: fc.constant(value),
})

const samples: Record<string, unknown[]> = {
  string: ['text', ''],
  number: [0, -1, 1.5],
  boolean: [true, false],
  array: [[], ['text']],
  object: [{}, { a: 1 }],
}

/** Values of every other type, and null. */
export const ofWrongType = (type: string, messages?: Messages): Broken[] => {
  const others = Object.entries(samples).filter(([name]) => name !== type)
  return [
    breaks('type', fc.constantFrom(...others.flatMap(([, values]) => values)), messages),
    breaks('type (null)', fc.constant(null), messages),
  ]
}
