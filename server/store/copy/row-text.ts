import type { Row, Value } from './copy-sides.ts'

const special = /[\\\n\r\t]/
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

const textOf = (value: Value): string => {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  return special.test(value) ? value.replace(/[\\\n\r\t]/g, (found) => escapes[found] ?? '') : value
}

/** Returns a row as a line of PostgreSQL's `copy`. Equal rows of both databases have equal lines. */
export const rowText = (row: Row): string => `${row.map(textOf).join('\t')}\n`
