import type { Parameter } from '../../../packages/openapi-hono/runtime/readings.ts'

type Declared = Pick<Parameter, 'name' | 'style' | 'explode' | 'contentType'>

const text = (value: unknown): string => encodeURIComponent(String(value))

const isList = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns the pairs of a query, as the style of a parameter writes a value (RFC 6570). */
export const queryPairs = (declared: Declared, value: unknown): string[] => {
  const { name, style, explode, contentType } = declared
  const key = encodeURIComponent(name)
  if (contentType !== undefined) return [`${key}=${text(JSON.stringify(value))}`]
  if (!isList(value)) return [`${key}=${text(value)}`]
  if (style === 'deepObject') return deepPairs(key, value)
  if (Array.isArray(value)) {
    const items = value.map(text)
    if (explode && style === 'form') return items.map((item) => `${key}=${item}`)
    const separator = { spaceDelimited: '%20', pipeDelimited: '|' }[style] ?? ','
    return [`${key}=${items.join(separator)}`]
  }
  const fields = Object.entries(value)
  if (!explode) return [`${key}=${fields.flat().map(text).join(',')}`]
  return fields.flatMap(([field, each]) =>
    [each].flat().map((item) => `${text(field)}=${text(item)}`),
  )
}

/** Returns the pairs of the style \`deepObject\`, with lists and objects as most clients write them. */
const deepPairs = (key: string, value: unknown): string[] => {
  if (!isList(value)) return [`${key}=${text(value)}`]
  const isOfObjects = Array.isArray(value) && value.some(isList)
  return Object.entries(value).flatMap(([name, each]) =>
    deepPairs(`${key}[${Array.isArray(value) && !isOfObjects ? '' : text(name)}]`, each),
  )
}

/** Returns a segment of a path, or a header, as the style of a parameter writes a value (RFC 6570). */
export const segment = (declared: Declared, value: unknown): string => {
  const { name, style, explode, contentType } = declared
  if (contentType !== undefined) return text(JSON.stringify(value))
  const prefix = { label: '.', matrix: ';' }[style] ?? ''
  const separator = explode && prefix !== '' ? prefix : ','
  const named = (each: string) => (style === 'matrix' ? `${name}=${each}` : each)
  if (!isList(value)) return `${prefix}${named(text(value))}`
  if (Array.isArray(value)) {
    const items = value.map(text)
    return explode
      ? `${prefix}${items.map(named).join(separator)}`
      : `${prefix}${named(items.join(','))}`
  }
  const fields = Object.entries(value)
  return explode
    ? `${prefix}${fields.map((pair) => pair.map(text).join('=')).join(separator)}`
    : `${prefix}${named(fields.flat().map(text).join(','))}`
}
