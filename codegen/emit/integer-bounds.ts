import type { Schema } from '../model/document.ts'

type Bounds = { minimum?: number; maximum?: number }

/** Returns the least and the greatest integer that a schema allows, where it has bounds. */
export const integerBounds = (schema: Schema): Bounds => {
  const bounds: Bounds = {}
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  if (minimum !== undefined) bounds.minimum = Math.ceil(minimum)
  else if (exclusiveMinimum !== undefined) bounds.minimum = Math.floor(exclusiveMinimum) + 1
  if (maximum !== undefined) bounds.maximum = Math.floor(maximum)
  else if (exclusiveMaximum !== undefined) bounds.maximum = Math.ceil(exclusiveMaximum) - 1
  return bounds
}
