import { componentName, type Document, type Parameter, type Schema } from '../model/document.ts'
import { failureMessage } from '../model/failure-messages.ts'
import { inDependencyOrder, type Operation } from '../model/model.ts'
import { identifier, key, referred } from '../model/names.ts'
import { banner } from './banner.ts'
import { bodyName, parametersName, replyName } from './constants.ts'
import { docComment } from './doc-comment.ts'
import { importsFor, schemaTypes } from './imports.ts'
import { type Scope, zodExpression } from './zod-expression.ts'

const target = (schema: Schema, scope: Scope): Schema =>
  schema.$ref === undefined ? schema : (scope.schemas[componentName(schema.$ref)] ?? {})

const digits = ({ type, minimum = -1 }: Schema) =>
  `/^${minimum < 0 ? '-?' : ''}[0-9]+${type === 'number' ? '(?:\\.[0-9]+)?' : ''}$/`

/** Returns an expression that reads a parameter from a string, or several strings, into its type. */
const parameterExpression = ({ schema = {}, required }: Parameter, scope: Scope): string => {
  const { default: fallback, ...rest } = schema
  const value = zodExpression(rest, scope)
  const missing = JSON.stringify(failureMessage(schema, 'required'))
  const { type, ...bounds } = target(schema, scope)
  const read = () => {
    switch (type) {
      case 'integer':
        return `check.numberParameter(${value}, ${digits({ type, ...bounds })}, 'must be a whole number in decimal digits', ${missing})`
      case 'number':
        return `check.numberParameter(${value}, ${digits({ type, ...bounds })}, 'must be a number in decimal digits', ${missing})`
      case 'boolean':
        return `check.booleanParameter('must be true or false', ${missing})`
      case 'array':
        return `check.arrayParameter(${value})`
      default:
        return value
    }
  }
  if (fallback !== undefined) return `${read()}.default(${JSON.stringify(fallback)})`
  return required ? read() : `${read()}.exactOptional()`
}

const parameterSchemas = (operation: Operation, scope: Scope) =>
  (['path', 'query'] as const).flatMap((place) => {
    const name = parametersName(operation, place)
    if (!name) return []
    const entries = operation.parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => `${key(parameter.name)}: ${parameterExpression(parameter, scope)}`)
    return [
      `/** ${place === 'path' ? 'Path' : 'Query'} parameters of \`${operation.id}\`. */
export const ${name} = z.object({ ${entries.join(', ')} })`,
    ]
  })

/** Schemas of request bodies and responses that are written inline in the operation. */
const inlineSchemas = (operation: Operation, scope: Scope) => {
  const candidates = [
    { name: bodyName(operation), schema: operation.body?.schema, what: 'Body' },
    ...operation.replies.map((reply) => ({
      name: replyName(operation, reply),
      schema: reply.schema,
      what: `Reply ${reply.status}`,
    })),
  ]
  return candidates.flatMap(({ name, schema, what }) =>
    name && schema && (schema.$ref === undefined || name !== referred(schema.$ref))
      ? [
          `/** ${what} of \`${operation.id}\`. */\nexport const ${name} = ${zodExpression(schema, scope)}`,
        ]
      : [],
  )
}

/**
 * Emits `schemas.ts`: a zod schema for each component schema, checked against its type from
 * openapi-typescript, and one for the path and the query of each operation.
 */
export const emitSchemas = (document: Document, operations: readonly Operation[]): string => {
  const scope: Scope = { schemas: document.components?.schemas ?? {}, prefix: '' }
  const components = inDependencyOrder(document).map(([name, schema]) => {
    const description = schema.description?.trim()
    return `${description ? `${docComment(description)}\n` : ''}export const ${identifier(name)} = ${zodExpression(schema, scope)} satisfies z.ZodType<S[${JSON.stringify(name)}]>`
  })
  const agreements = inDependencyOrder(document).map(
    ([name]) => `  Agree<z.output<typeof ${identifier(name)}>, S[${JSON.stringify(name)}]>,`,
  )
  const body = [
    ...components,
    ...operations.flatMap((operation) => [
      ...parameterSchemas(operation, scope),
      ...inlineSchemas(operation, scope),
    ]),
  ].join('\n\n')
  if (body === '') return `${banner}\nexport {}\n`
  const code = `
${body}
${agreements.length > 0 ? agreement(agreements) : ''}`
  const imports = importsFor(code, {
    z: "import { z } from 'zod'",
    check: "import * as check from './schema-checks.ts'",
  })
  return `${banner}\n${imports}${schemaTypes(code)}${code}`
}

/** Makes the compiler compare the types of two generators, component by component. */
const agreement = (agreements: readonly string[]) => `
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Agree<A, B> = Same<A, B> extends true ? true : { differ: [A, B] }
type AllAgree<T extends true[]> = T

/** Does not compile where these schemas differ from the types of openapi-typescript. */
export type Agreements = AllAgree<[
${agreements.join('\n')}
]>
`
