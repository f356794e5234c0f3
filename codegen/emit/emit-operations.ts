import type { Document } from '../model/document.ts'
import { fixedMessages } from '../model/failure-messages.ts'
import type { Body, Operation, RangeReply, Reply } from '../model/model.ts'
import { key } from '../model/names.ts'
import { formFields } from './declarations.ts'
import { acceptedTypes, checkedBodies, placedParameters, readsRequest } from './emit-requests.ts'
import { codeOf, type Layer, ownReplies } from './layer.ts'
import { moduleOf, operationDoc, text } from './module.ts'
import { exactness, openCall, replyTypes } from './operations-text.ts'
import { typeExpression } from './type-expression.ts'

/** Returns the type of the headers that an operation returns. The mount sends those of a fixed value. */
const headersType = ({ headers }: Reply | RangeReply): string => {
  const given = headers.filter(
    ({ name, edge, schema }) =>
      // OpenAPI ignores a header of this name: the content has the type.
      !edge && !('const' in schema) && name.toLowerCase() !== 'content-type',
  )
  if (given.length === 0) return ''
  const optional = (isRequired: boolean) => (isRequired ? '' : '?')
  const types = given.map(
    ({ name, schema, required }) =>
      `${key(name)}${optional(required)}: ${typeExpression(schema) ?? 'unknown'}`,
  )
  return `; headers${optional(given.some(({ required }) => required))}: { ${types.join('; ')} }`
}

const statusType = ({ replies, ranges }: Operation, reply: Reply | RangeReply): string => {
  const statuses = (range: string) => `check.Statuses[${text(range)}]`
  if ('status' in reply) return `${reply.status}`
  const others = replies.map(({ status }) => `${status}`)
  for (const { range } of reply.range === 'default' ? ranges : [])
    if (range !== 'default') others.push(statuses(range))
  const all = statuses(reply.range)
  return others.length === 0 ? all : `Exclude<${all}, ${others.join(' | ')}>`
}

const replyType = (layer: Layer, operation: Operation, reply: Reply | RangeReply): string => {
  const status = `status: ${statusType(operation, reply)}`
  const headers = headersType(reply)
  const types = reply.contents.map((content) => {
    const contentType =
      reply.contents.length > 1 ? `; contentType: ${text(content.contentType)}` : ''
    return `{ ${status}${contentType}; body: ${layer.replyBodyType(operation, reply, content)}${headers} }`
  })
  return types.length > 0 ? types.join(' | ') : `{ ${status}${headers} }`
}

const replyName = ({ id }: Operation, reply: Reply | RangeReply): string =>
  `${id}${codeOf(reply) === 'default' ? 'Default' : codeOf(reply)}`

/** One type per reply: compile errors then read `createOrder201 | createOrder400`, without fields. */
const replyTypesOf = (layer: Layer, operation: Operation): string =>
  ownReplies(operation)
    .map((reply) => `type ${replyName(operation, reply)} = ${replyType(layer, operation, reply)}\n`)
    .join('')

const repliesType = (operation: Operation) => {
  const names = ownReplies(operation).map((reply) => replyName(operation, reply))
  return `${operationDoc(operation)}\n${operation.id}: ${names.join(' | ') || 'never'}`
}

/** What the compiler says of a reply that the operation must not return. */
const mayReturn = (operation: Operation) => {
  const codes = ownReplies(operation).map(codeOf)
  return `${operation.id}: ${text(`${operation.id} may return ${codes.join(' | ') || 'nothing'}`)}`
}

/** Returns whether requests without credentials reach an operation of an API that has security. */
const isOpen = ({ security }: Operation): boolean =>
  security.length === 0 || security.some((schemes) => Object.keys(schemes).length === 0)

const methodType = (operation: Operation) =>
  `${operationDoc(operation)}\n${operation.id}(input: Input<'${operation.id}'>, call: ${isOpen(operation) ? 'Open<Call>' : 'Call'}): Answer<'${operation.id}'>`

const bodyEntry = (layer: Layer, operation: Operation, body: Body): string => {
  const checked = checkedBodies(layer, operation)
  const contents = body.contents.map((content) => {
    const read = `read: requests.${operation.id}.body[${text(content.contentType)}]`
    const parts = checked.includes(content) ? [read] : []
    if (content.kind === 'form' || content.kind === 'multipart')
      parts.push(`fields: [${formFields(layer, content).join(', ')}]`)
    return `${key(content.contentType)}: { ${parts.join(', ')} }`
  })
  const fields = [
    `required: ${body.required}`,
    `invalid: ${text(body.invalid)}`,
    `contents: { ${contents.join(', ')} }`,
  ]
  return `body: { ${fields.join(', ')} }`
}

/** Returns the paths of the servers' URLs. Variables have their defaults. */
const basePaths = (document: Document, { servers }: Operation): string[] => {
  const all = servers.length > 0 ? servers : (document.servers ?? [])
  const paths = all.map(({ url, variables = {} }) => {
    const filled = url.replaceAll(/\{([^}]*)\}/g, (_, name) =>
      String(variables[name]?.default ?? ''),
    )
    const base = 'http://localhost'
    return URL.canParse(filled, base) ? new URL(filled, base).pathname.replace(/\/$/, '') : ''
  })
  return [...new Set(paths)]
}

const endpoint = (layer: Layer, operation: Operation) => {
  const fields = [
    `method: ${text(operation.method.toUpperCase())}`,
    `path: ${text(operation.path)}`,
  ]
  const paths = basePaths(layer.document, operation)
  if (paths.some((each) => each !== '')) fields.push(`basePaths: ${text(paths)}`)
  if (operation.security.length > 0) fields.push(`security: ${text(operation.security)}`)
  if (operation.otherMethods) fields.push('otherMethods: true')
  if (operation.announces) fields.push(`announces: ${text(operation.announces)}`)
  for (const { place } of placedParameters(operation))
    fields.push(`${place}Parameters: requests.${operation.id}.${place}`)
  const { body } = operation
  if (body) fields.push(bodyEntry(layer, operation, body))
  const accepts = acceptedTypes(operation)
  if (accepts.length > 0) fields.push(`accepts: ${text(accepts)}`)
  const messages = [
    ...new Set(fixedMessages([operation.parameters, body?.contents], layer.schemas)),
  ]
  if (messages.length > 0) fields.push(`messages: ${text(messages)}`)
  fields.push(
    `replies: { ${[...operation.replies, ...operation.ranges].map(replyEntry).join(', ')} }`,
  )
  return `${operation.id}: { ${fields.join(', ')} }`
}

const replyEntry = (reply: Reply | RangeReply) => {
  const fixed = reply.headers.flatMap(({ name, schema }) =>
    'const' in schema ? [`${key(name)}: ${text(String(schema.const))}`] : [],
  )
  const fields = [`contentType: ${text(reply.contentType)}`]
  if (reply.contents.length > 1)
    fields.push(`contentTypes: ${text(reply.contents.map(({ contentType }) => contentType))}`)
  if (fixed.length > 0) fields.push(`headers: { ${fixed.join(', ')} }`)
  const required = reply.headers.flatMap(({ name, required }) => (required ? [name] : []))
  if (required.length > 0) fields.push(`requiredHeaders: ${text(required)}`)
  if (reply.edge) fields.push('edge: true')
  return `${text(codeOf(reply))}: { ${fields.join(', ')} }`
}

/** Emits `operations.ts`: the input and the replies of each operation, as types and as a table. */
export const emitOperations = (layer: Layer): string => {
  const { operations } = layer
  const members = (lines: string[]) => lines.map((line) => `${line}\n`).join('')
  const code = `
${operations.map((operation) => replyTypesOf(layer, operation)).join('')}
/** The replies that each operation may return. Responses of the server's edge are left out. */
export type Replies = {
${members(operations.map(repliesType))}}

${replyTypes}${operations.some(isOpen) ? openCall : ''}
/** One method for each operation. \`Call\` is the server's context of a request. */
export type Operations<Call = unknown> = {
${members(operations.map(methodType))}}
type MayReturn = {
${members(operations.map(mayReturn))}}
${exactness}
/** Every operation of the document. */
export const endpoints = {
${operations.map((operation) => endpoint(layer, operation)).join(',\n')}
} satisfies Record<OperationId, Endpoint>

/** The operations in the document's order. */
export const operationIds: readonly OperationId[] = ${text(operations.map(({ id }) => id))}
`
  return moduleOf(
    code,
    "import type { Inputs } from './inputs.ts'",
    "import type { Endpoint } from './mount.ts'",
    ...(operations.some((each) => readsRequest(layer, each))
      ? ["import { requests } from './requests.ts'"]
      : []),
  )
}

/** Emits `operations.txt`: one line for each operation, so that a change of the API is a one-line diff. */
export const emitOperationsTxt = (operations: readonly Operation[]): string => {
  const rows = operations.map(({ id, method, path, replies }) => [
    id,
    method.toUpperCase(),
    path,
    replies.map(({ status }) => status).join(' '),
  ])
  const widths = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  return rows
    .map((row) => `${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}\n`)
    .join('')
}
