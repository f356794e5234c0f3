import fc from 'fast-check'
import type { Schema } from '../../codegen/model/document.ts'
import { integerBounds } from '../../codegen/model/integer-bounds.ts'
import { breaks, edge, ofWrongType, type Shape } from './shape.ts'

const safe = (value: number): number =>
  Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)

/** The shape of a schema of integers or numbers. */
export const numberShape = (schema: Schema): Shape => {
  const isInteger = [schema.type].flat().includes('integer')
  const bounds: Schema = isInteger ? integerBounds(schema) : schema
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = bounds
  const messages = schema['x-messages']
  const least = minimum ?? exclusiveMinimum
  const most = maximum ?? exclusiveMaximum
  // A missing bound is a thousand from zero, or just beyond the other bound.
  const low = least ?? Math.min(-1000, (most ?? 0) - 1)
  const high = most ?? Math.max(1000, (least ?? 0) + 1)
  const minExcluded = exclusiveMinimum !== undefined
  const maxExcluded = exclusiveMaximum !== undefined
  const inner = isInteger
    ? fc.integer({ min: safe(low), max: safe(high) })
    : fc.double({ min: low, max: high, minExcluded, maxExcluded, noNaN: true })
  const broken = ofWrongType('number', messages)
  const add = (constraint: string, value: number | undefined) => {
    if (value !== undefined) broken.push(breaks(constraint, fc.constant(value), messages))
  }
  broken.push(breaks('type', fc.constantFrom('1', '1e3'), messages))
  // Very large numbers have no fractions.
  const fractions = [low + 0.5, high - 0.5].filter((each) => !Number.isInteger(each))
  if (isInteger && fractions.length > 0)
    broken.push(breaks('type (a fraction)', fc.constantFrom(...fractions), messages))
  if (minimum !== undefined && minimum - 1 < minimum) add(`minimum ${minimum}`, minimum - 1)
  if (maximum !== undefined && maximum + 1 > maximum) add(`maximum ${maximum}`, maximum + 1)
  add(`exclusiveMinimum ${exclusiveMinimum}`, exclusiveMinimum)
  add(`exclusiveMaximum ${exclusiveMaximum}`, exclusiveMaximum)
  const edges = [
    ...(minimum === undefined ? [] : [edge(`minimum ${minimum}`, minimum)]),
    ...(maximum === undefined ? [] : [edge(`maximum ${maximum}`, maximum)]),
  ]
  const inclusive = [...(minExcluded ? [] : [low]), ...(maxExcluded ? [] : [high])]
  const onBounds = inclusive.map((bound) => fc.constant(bound))
  return { valid: fc.oneof(inner, ...onBounds), edges, broken }
}
