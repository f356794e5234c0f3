import type { Parameter } from '../runtime/parameters.ts'

type Declared = Pick<Parameter, 'name' | 'style' | 'explode' | 'contentType'>

const text = (value: unknown): string => encodeURIComponent(String(value))

/** Returns the pairs of a query, as the style of a parameter writes a value (RFC 6570). */
export const queryPairs = (declared: Declared, value: unknown): string[] => {
  const { name, style, explode, contentType } = declared
  const key = encodeURIComponent(name)
  if (contentType !== undefined) return [`${key}=${text(JSON.stringify(value))}`]
  if (typeof value !== 'object' || value === null) return [`${key}=${text(value)}`]
  if (Array.isArray(value)) {
    const items = value.map(text)
    if (explode && style === 'form') return items.map((item) => `${key}=${item}`)
    const separator = { spaceDelimited: '%20', pipeDelimited: '|' }[style] ?? ','
    return [`${key}=${items.join(separator)}`]
  }
  const fields = Object.entries(value)
  if (style === 'deepObject') return fields.map(([field, each]) => `${key}[${field}]=${text(each)}`)
  return explode
    ? fields.map(([field, each]) => `${text(field)}=${text(each)}`)
    : [`${key}=${fields.flat().map(text).join(',')}`]
}

/** Returns a segment of a path, or a header, as the style of a parameter writes a value (RFC 6570). */
export const segment = ({ name, style, explode }: Declared, value: unknown): string => {
  const prefix = { label: '.', matrix: ';' }[style] ?? ''
  const separator = explode && prefix !== '' ? prefix : ','
  const isList = typeof value === 'object' && value !== null
  const named = (each: string) => (style === 'matrix' ? `${name}=${each}` : each)
  if (!isList) return `${prefix}${named(text(value))}`
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
