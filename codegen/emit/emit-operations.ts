import { bodyName, parametersName } from '../model/constants.ts'
import type { Document, Schema } from '../model/document.ts'
import { fixedMessages } from '../model/failure-messages.ts'
import type { Operation, Reply } from '../model/model.ts'
import { key } from '../model/names.ts'
import { banner } from './banner.ts'
import { docComment } from './doc-comment.ts'
import { schemaTypes } from './imports.ts'
import { endpointTypes, exactness, replyTypes } from './operations-text.ts'
import { typeExpression, withoutEdgeParts } from './type-expression.ts'

type Schemas = Record<string, Schema>

/** Returns a documentation comment for an operation: `` `GET /v1/orders/list`: List orders ``. */
export const operationDoc = ({ method, path, summary }: Operation): string =>
  docComment(`\`${method.toUpperCase()} ${path}\`${summary ? `: ${summary}` : ''}`)

/** Headers that an operation returns. The mount sends headers whose value the document fixes. */
const givenHeaders = (reply: Reply) =>
  reply.headers.filter((header) => !header.edge && !('const' in header.schema))

const replyType = (reply: Reply, schemas: Schemas) => {
  const body = reply.schema
    ? `; body: ${typeExpression(withoutEdgeParts(reply.schema, schemas))}`
    : ''
  const given = givenHeaders(reply)
  const optional = (isRequired: boolean) => (isRequired ? '' : '?')
  const types = given.map(
    ({ name, schema, required }) => `${key(name)}${optional(required)}: ${typeExpression(schema)}`,
  )
  const headers = `headers${optional(given.some(({ required }) => required))}: { ${types.join('; ')} }`
  return `{ status: ${reply.status}${body}${given.length > 0 ? `; ${headers}` : ''} }`
}

const ownReplies = (operation: Operation) => operation.replies.filter((reply) => !reply.edge)

/** One type per reply: compile errors then read `createOrder201 | createOrder400`, without fields. */
const replyTypesOf = (operation: Operation, schemas: Schemas) =>
  ownReplies(operation)
    .map((reply) => `type ${operation.id}${reply.status} = ${replyType(reply, schemas)}\n`)
    .join('')

const repliesType = (operation: Operation) => {
  const names = ownReplies(operation).map(({ status }) => `${operation.id}${status}`)
  return `${operationDoc(operation)}\n${operation.id}: ${names.join(' | ') || 'never'}`
}

const inputType = (operation: Operation) => {
  const parts = (['path', 'query'] as const).flatMap((place) => {
    const name = parametersName(operation, place)
    return name ? [`${place}: z.output<typeof schemas.${name}>`] : []
  })
  if (operation.body) {
    const type = typeExpression(operation.body.schema)
    parts.push(`body: ${type}${operation.body.required ? '' : ' | undefined'}`)
  }
  return `${operation.id}: { ${parts.join('; ')} }`
}

const methodType = (operation: Operation) =>
  `${operationDoc(operation)}\n${operation.id}(input: Input<'${operation.id}'>, call: Call): Answer<'${operation.id}'>`

const endpoint = (operation: Operation, schemas: Schemas) => {
  const fields = [
    `method: '${operation.method.toUpperCase()}'`,
    `path: ${JSON.stringify(operation.path)}`,
    `secured: ${operation.secured}`,
  ]
  if (operation.otherMethods) fields.push('otherMethods: true')
  if (operation.announces) fields.push(`announces: ${JSON.stringify(operation.announces)}`)
  for (const place of ['path', 'query'] as const) {
    const name = parametersName(operation, place)
    if (name) fields.push(`${place}Parameters: schemas.${name}`)
  }
  const { body } = operation
  if (body)
    fields.push(
      `body: { contentType: ${JSON.stringify(body.contentType)}, required: ${body.required}, invalid: ${JSON.stringify(body.invalid)}, schema: schemas.${bodyName(operation)} }`,
    )
  const messages = [...new Set(fixedMessages([operation.parameters, body?.schema], schemas))]
  if (messages.length > 0) fields.push(`messages: ${JSON.stringify(messages)}`)
  fields.push(`replies: { ${operation.replies.map(replyEntry).join(', ')} }`)
  return `${operation.id}: { ${fields.join(', ')} }`
}

const replyEntry = (reply: Reply) => {
  const fixed = reply.headers.flatMap(({ name, schema }) =>
    'const' in schema ? [`${key(name)}: ${JSON.stringify(String(schema.const))}`] : [],
  )
  const fields = [`contentType: ${JSON.stringify(reply.contentType)}`]
  if (fixed.length > 0) fields.push(`headers: { ${fixed.join(', ')} }`)
  const required = reply.headers.flatMap(({ name, required }) => (required ? [name] : []))
  if (required.length > 0) fields.push(`requiredHeaders: ${JSON.stringify(required)}`)
  if (reply.edge) fields.push('edge: true')
  return `${reply.status}: { ${fields.join(', ')} }`
}

const head = "\nimport type { z } from 'zod'\n"
const importsSchemas = "import * as schemas from './schemas.ts'\n"

const validatesInput = (operation: Operation) =>
  operation.body !== undefined || operation.parameters.length > 0

/** Emits `operations.ts`: the input and the replies of each operation, as types and as a table. */
export const emitOperations = (document: Document, operations: readonly Operation[]): string => {
  const schemas = document.components?.schemas ?? {}
  const members = (lines: string[]) => lines.map((line) => `${line}\n`).join('')
  const endpoints = operations.map((operation) => endpoint(operation, schemas)).join(',\n')
  const code = `
${operations.map((operation) => replyTypesOf(operation, schemas)).join('')}
/** The replies that each operation may return. Responses of the server's edge are left out. */
export type Replies = {
${members(operations.map(repliesType))}}

/** The validated input of each operation. */
export type Inputs = {
${members(operations.map((operation) => inputType(operation)))}}
${replyTypes}
/** One method for each operation. \`Call\` is the server's context of a request. */
export type Operations<Call = unknown> = {
${members(operations.map(methodType))}}
${exactness}${endpointTypes}
/** Every operation of the document. */
export const endpoints = {
${endpoints}
} satisfies Record<OperationId, Endpoint>

/** The operations in the document's order. */
export const operationIds: readonly OperationId[] = ${JSON.stringify(operations.map(({ id }) => id))}
`
  const imports = `${head}${operations.some(validatesInput) ? importsSchemas : ''}`
  return `${banner}${imports}${schemaTypes(code)}${code}`
}
