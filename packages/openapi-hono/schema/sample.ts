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

/** The same choices each time: the first value that is allowed. */
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
    boolean: () => false,
    number: numberSample,
    text: stringSample,
  }
}

/** Samples of patterns that were asked for before: the same ones occur again and again. */
const known = new Map<string, string[]>()

function stringSample({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema) {
  const texts = pattern === undefined ? [] : (known.get(pattern) ?? matching(pattern))
  if (pattern !== undefined) known.set(pattern, texts)
  const fits = ({ length }: readonly string[]) => length >= minLength && length <= maxLength
  return texts.find((text) => fits([...text])) ?? texts[0] ?? 'x'.repeat(minLength)
}

function matching(pattern: string): string[] {
  try {
    // The texts begin and end with the pattern, which need not say so.
    const whole = new RegExp(`^(?:${pattern})$`, 'u')
    return fc.sample(fc.stringMatching(whole), { numRuns: 20, seed: 1 })
  } catch {
    // fast-check does not know every syntax of patterns.
    return []
  }
}

function numberSample(schema: Schema): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf: step = 1 } = schema
  const [least, most] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum]
  if (least !== undefined) {
    const first = Math.ceil(least / step) * step
    const value = exclusiveMinimum !== undefined && first <= exclusiveMinimum ? first + step : first
    const isWhole = [schema.type].flat().includes('integer')
    return isWhole || most === undefined || value < most ? value : (least + most) / 2
  }
  if (maximum !== undefined) return Math.min(0, Math.floor(maximum / step) * step)
  if (exclusiveMaximum === undefined) return 0
  return Math.min(0, Math.ceil(exclusiveMaximum / step) * step - step)
}
