import type { Document, Schema } from '../model/document.ts'
import { schemasOf } from '../model/walk-schemas.ts'
import { refusals } from './refusals.ts'
import type { Report } from './report.ts'

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object'

/** Reports what of a schema's `const` and `enum` would be lost by their form. */
export const checkEnumeration = (schema: Schema, where: string, report: Report) => {
  const { enum: values } = schema
  if (values && values.length === 0) report('an empty `enum`', where)
  if (values && 'const' in schema) report('`enum` beside `const`', where)
  if ('const' in schema && schema.const === null)
    report("`const: null` (say `type: 'null'`)", where)
  for (const value of [...(values ?? []), schema.const])
    if (!isScalar(value))
      report(`${JSON.stringify(value)} as a value of \`const\` or \`enum\``, where)
  const allowsNull = Array.isArray(schema.type) && schema.type.includes('null')
  if (allowsNull && ((values && !values.includes(null)) || 'const' in schema))
    report('a type with `null` beside a `const` or `enum` without it', where)
}

/** Reports the values in schemas that what stands beside them refuses, so that they say two things. */
export const checkValues = (document: Document, report: Report) => {
  const refusal = refusals(document)
  for (const { schema, where } of schemasOf(document)) {
    if (typeof schema === 'boolean') continue
    const { const: constant, enum: values = [], default: fallback, ...rest } = schema
    const named = [
      ...('const' in schema ? [['const', constant] as const] : []),
      ...values.map((value) => ['enum', value] as const),
    ]
    for (const [keyword, value] of named) {
      const refused = refusal(rest, value)
      if (refused)
        report(`\`${keyword}\` ${JSON.stringify(value)}, which \`${refused}\` refuses,`, where)
    }
    if (fallback === undefined) continue
    const { default: _, ...withoutDefault } = schema
    const refused = refusal(withoutDefault, fallback)
    if (refused)
      report(`\`default\` ${JSON.stringify(fallback)}, which \`${refused}\` refuses,`, where)
  }
}
