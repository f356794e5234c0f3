import type { Schema } from '../model/document.ts'
import type { Report } from './report.ts'
import { isAnnotation } from './supported-keywords.ts'

const onlyIn = (schema: Schema, carried: readonly string[], where: string, report: Report) => {
  for (const keyword of Object.keys(schema))
    if (!carried.includes(keyword) && !isAnnotation(keyword))
      report(`\`${keyword}\` in a condition`, where)
}

/**
 * Reports unsupported conditions. Supported: `if` some properties have constant values, `then` others
 * are required.
 */
export const checkCondition = (schema: Schema, where: string, report: Report) => {
  const { if: condition, then, properties = {} } = schema
  if (Boolean(condition) !== Boolean(then)) report('`if` without `then`', where)
  if (!condition || !then) return
  for (const [part, each] of [
    ['if', condition],
    ['then', then],
  ] as const) {
    const at = `${where}/${part}`
    if (typeof each !== 'object') return
    onlyIn(each, ['properties', 'required'], at, report)
    const named = Object.keys(each.properties ?? {})
    for (const name of new Set([...named, ...(each.required ?? [])]))
      if (!properties[name]) report(`a condition on \`${name}\`, which is not a property,`, at)
    for (const [name, property] of Object.entries(each.properties ?? {}))
      onlyIn(property, part === 'if' ? ['const'] : [], `${at}/properties/${name}`, report)
  }
  const constant = Object.entries(condition.properties ?? {})
    .filter(([, property]) => 'const' in property)
    .map(([name]) => name)
  const required = condition.required ?? []
  for (const name of new Set([...constant, ...required]))
    if (!constant.includes(name) || !required.includes(name))
      report(`a condition on \`${name}\` without both \`required\` and \`const\``, `${where}/if`)
}
