import type { Content } from '../model/model.ts'
import type { Direction } from '../schema/checks.ts'
import type { Place } from '../schema/places.ts'
import { declaredOf, sample } from '../schema/sample.ts'
import { isText } from './declarations.ts'
import type { Layer } from './layer.ts'

/**
 * Returns the document's first valid example of a body, or else a valid sample of its schema, as code.
 * Returns undefined, with a warning, if there is neither.
 */
export const exampleOf = (
  layer: Layer,
  place: Place | undefined,
  { kind, examples, pointer }: Content,
  direction: Direction,
  where: string,
): string | undefined => {
  if (kind === 'bytes' || kind === 'multipart' || !place)
    return kind === 'text'
      ? '""'
      : kind === 'json'
        ? 'null'
        : kind === 'events'
          ? 'check.each([])'
          : 'new Uint8Array()'
  if (kind === 'text' && !isText(layer, place)) return '""'
  const { schema } = place
  const schemaObject = typeof schema === 'boolean' ? {} : schema
  const left = direction === 'response' ? 'writeOnly' : 'readOnly'
  const code = (value: unknown) => {
    const declared = declaredOf(value, schemaObject, layer.schemas, left)
    const isValid = layer.failuresOf(place, direction, declared).length === 0
    const valid = JSON.stringify(isValid ? declared : value)
    return kind === 'events' ? `check.each([${valid}])` : valid
  }
  for (const { name, value } of examples) {
    if (value === undefined) continue
    const [failure] = layer.failuresOf(place, direction, value)
    if (!failure) return code(value)
    const what = `the example \`${name}\`: ${failure.field || 'it'} ${failure.reason}`
    layer.report('warning', what, pointer)
  }
  for (let attempt = 0; attempt < 8; attempt++) {
    const made = sample(schemaObject, layer.schemas, attempt)
    if (layer.failuresOf(place, direction, made).length === 0) return code(made)
  }
  layer.report('warning', `no valid example for ${where}: its stub throws`, pointer)
  return undefined
}
