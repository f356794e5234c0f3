import fc from 'fast-check'
import type { Schema } from '../model/document.ts'
import { type Choices, chooseValue } from './choose-value.ts'
import type { Schemas } from './walk-schemas.ts'

/**
 * Returns a value for a schema without examples. It may be invalid: keywords that no simple value
 * meets are ignored.
 * @param attempt from 1 on, other alternatives are taken; from 4 on, no examples; from 8 on, optional
 * properties, too.
 */
export const sample = (schema: Schema, schemas: Schemas, attempt = 0): unknown =>
  chooseValue(schema, schemas, simple(attempt, attempt % 4))

/**
 * The same choices each time.
 * @param branch the index of the value that is taken, of those that are allowed.
 */
function simple(attempt: number, branch: number): Choices {
  const hasOptional = ({ depth }: { depth: number }) => attempt >= 8 && depth < 4
  return {
    branch: (count) => branch % count,
    example: attempt < 4,
    ofItem: (index, unique) => simple(attempt, unique ? index : branch),
    isNull: true,
    hasOptional,
    // The type of a tuple has all of its items.
    length: ({ minItems = 0, prefixItems = [] }, place) =>
      Math.max(minItems, prefixItems.length, hasOptional(place) ? 1 : 0),
    boolean: () => branch % 2 === 1,
    number: (schema) => numberSample(schema, branch),
    text: (schema) => stringSample(schema, branch),
  }
}

/** Samples of patterns that were asked for before: the same ones occur again and again. */
const known = new Map<string, string[]>()

function stringSample(schema: Schema, index: number) {
  const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const plain = (index === 0 || maxLength === 0 ? '' : `${index}`).padStart(minLength, 'x')
  if (pattern === undefined) return plain
  const texts = known.get(pattern) ?? matching(pattern)
  known.set(pattern, texts)
  const fits = ({ length }: readonly string[]) => length >= minLength && length <= maxLength
  const fitting = texts.filter((text) => fits([...text]))
  return fitting[index % fitting.length] ?? texts[0]?.padEnd(minLength, 'x') ?? plain
}

function matching(pattern: string): string[] {
  try {
    // The texts begin and end with the pattern, which need not say so.
    const whole = new RegExp(`^(?:${pattern})$`, 'u')
    return [...new Set(fc.sample(fc.stringMatching(whole), { numRuns: 20, seed: 1 }))]
  } catch {
    // fast-check does not know every syntax of patterns.
    return []
  }
}

function numberSample(schema: Schema, index: number): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf: step = 1 } = schema
  const [least, most] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum]
  if (least !== undefined) {
    const first = Math.ceil(least / step) * step
    const isFirst = exclusiveMinimum === undefined || first > exclusiveMinimum
    const value = first + (isFirst ? index : index + 1) * step
    const isWhole = [schema.type].flat().includes('integer')
    return isWhole || most === undefined || value < most ? value : (least + most) / 2
  }
  if (maximum !== undefined) return Math.min(0, Math.floor(maximum / step) * step) - index * step
  if (exclusiveMaximum === undefined) return index * step
  return Math.min(0, Math.ceil(exclusiveMaximum / step) * step - step) - index * step
}
