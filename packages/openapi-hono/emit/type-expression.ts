import { componentName, type Schema } from '../model/document.ts'
import { isScalar, keywords } from '../schema/keywords.ts'

/**
 * Returns the type of a schema, where a short expression has it: a component, a scalar, or a list of
 * these. `S` is openapi-typescript's `components['schemas']`.
 */
export const typeExpression = (schema: Schema): string | undefined => {
  const { $ref, type, items = {}, enum: listed } = schema
  const names = Object.keys(schema).filter((name) => name in keywords && !untyped.includes(name))
  const isOnly = (...allowed: string[]) => names.every((name) => allowed.includes(name))
  if ($ref !== undefined)
    return isOnly('$ref') && /^#\/components\/schemas\/[^/]+$/.test($ref)
      ? `S[${JSON.stringify(componentName($ref))}]`
      : undefined
  const values = 'const' in schema ? [schema.const] : listed
  if (values)
    return isOnly('type', 'enum', 'const') && values.every(isScalar)
      ? union(values.map((each) => JSON.stringify(each)))
      : undefined
  if (!isOnly('type', 'items')) return undefined
  if (type === undefined) return 'unknown'
  const item = typeExpression(items)
  return union(
    [type].flat().map((each) => (each === 'array' ? item && `(${item})[]` : scalars[each])),
  )
}

/** Keywords that change no type. */
const untyped = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum']
untyped.push('exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems')

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  null: 'null',
  integer: 'number',
  number: 'number',
}

/** Returns several types as one, or undefined if one of them has no expression. */
function union(types: readonly (string | undefined)[]): string | undefined {
  return types.includes(undefined) || types.length === 0
    ? undefined
    : [...new Set(types)].join(' | ')
}
