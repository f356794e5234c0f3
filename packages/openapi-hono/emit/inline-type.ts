import { componentName, type Schema } from '../model/document.ts'
import { isScalar, keywords } from '../schema/keyword-checks.ts'
import { asType, type Type } from './module.ts'

/**
 * Returns the type of a schema, where a short expression has it: a component, a scalar, or a list of
 * these. `S` is openapi-typescript's `components['schemas']`.
 */
export const inlineType = (schema: Schema): Type | undefined => {
  const { $ref, type, items = {}, enum: listed } = schema
  const names = Object.keys(schema).filter((name) => name in keywords && !untyped.includes(name))
  const isOnly = (...allowed: string[]) => names.every((name) => allowed.includes(name))
  if ($ref !== undefined)
    return isOnly('$ref') && /^#\/components\/schemas\/[^/]+$/.test($ref)
      ? componentType(componentName($ref))
      : undefined
  const values = 'const' in schema ? [schema.const] : listed
  if (values)
    return isOnly('type', 'enum', 'const') && values.every(isScalar)
      ? union(values.map((each) => asType(JSON.stringify(each))))
      : undefined
  if (!isOnly('type', 'items')) return undefined
  if (type === undefined) return asType('unknown')
  const item = inlineType(items)
  const list = item && { ...item, code: `(${item.code})[]` }
  return union([type].flat().map((each) => (each === 'array' ? list : scalars[each])))
}

export const componentType = (name: string): Type =>
  asType(`S[${JSON.stringify(name)}]`, 'components')

const untyped = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum']
untyped.push('exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems')

const scalars: Readonly<Record<string, Type>> = {
  string: asType('string'),
  boolean: asType('boolean'),
  null: asType('null'),
  integer: asType('number'),
  number: asType('number'),
}

function union(types: readonly (Type | undefined)[]): Type | undefined {
  const known = types.filter((each) => each !== undefined)
  if (known.length < types.length || known.length === 0) return undefined
  const codes = new Set(known.map(({ code }) => code))
  return asType([...codes].join(' | '), ...known.flatMap(({ names }) => names))
}
