import type { Document, Schema } from '../model/document.ts'
import { schemasOf } from '../model/walk-schemas.ts'
import { failedKeywordIn } from './failed-keyword.ts'
import type { Report } from './report.ts'

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object'

/** Reports unsupported forms of `const` and `enum`. */
export const checkEnumeration = (schema: Schema, where: string, report: Report) => {
  const { enum: values } = schema
  if (values && values.length === 0) report('an empty `enum`', where)
  if (values && 'const' in schema) report('`enum` beside `const`', where)
  if ('const' in schema && schema.const === null)
    report("`const: null` (use `type: 'null'`)", where)
  for (const value of [...(values ?? []), schema.const])
    if (!isScalar(value))
      report(`${JSON.stringify(value)} as a value of \`const\` or \`enum\``, where)
  const allowsNull = Array.isArray(schema.type) && schema.type.includes('null')
  if (allowsNull && ((values && !values.includes(null)) || 'const' in schema))
    report('a type with `null` beside a `const` or `enum` without it', where)
}

/** Reports `const`, `enum` and `default` values that the schema's other keywords reject. */
export const checkValues = (document: Document, report: Report) => {
  const failedKeyword = failedKeywordIn(document)
  for (const { schema, where } of schemasOf(document)) {
    if (typeof schema === 'boolean') continue
    const { const: constant, enum: values = [], default: fallback, ...rest } = schema
    const named = [
      ...('const' in schema ? [['const', constant] as const] : []),
      ...values.map((value) => ['enum', value] as const),
    ]
    for (const [keyword, value] of named) {
      const failed = failedKeyword(rest, value)
      if (failed)
        report(`\`${keyword}\` ${JSON.stringify(value)}, which \`${failed}\` rejects,`, where)
    }
    if (fallback === undefined) continue
    const { default: _, ...withoutDefault } = schema
    const failed = failedKeyword(withoutDefault, fallback)
    if (failed)
      report(`\`default\` ${JSON.stringify(fallback)}, which \`${failed}\` rejects,`, where)
  }
}
