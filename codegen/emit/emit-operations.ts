import type { Document } from '../model/document.ts'
import { fixedMessages } from '../model/failure-messages.ts'
import type { Body, Operation, RangeReply, Reply } from '../model/model.ts'
import { key } from '../model/names.ts'
import { banner } from './banner.ts'
import { formFields } from './declarations.ts'
import { docComment } from './doc-comment.ts'
import { acceptedTypes } from './emit-inputs.ts'
import { checkedBodies, parameterPlaces, parametersIn, readsRequest } from './emit-requests.ts'
import { importsFor, schemaTypes } from './imports.ts'
import type { Layer } from './layer.ts'
import { exactness, openCall, replyTypes } from './operations-text.ts'
import { typeExpression } from './type-expression.ts'

const text = (value: unknown): string => JSON.stringify(value)

/** Returns a documentation comment for an operation: `` `GET /v1/orders/list`: List orders ``. */
export const operationDoc = ({ method, path, summary }: Operation): string =>
  docComment(`\`${method.toUpperCase()} ${path}\`${summary ? `: ${summary}` : ''}`)

/** Headers that an operation returns. The mount sends headers whose value the document fixes. */
const givenHeaders = (reply: Reply | RangeReply) =>
  reply.headers.filter(
    (header) =>
      !header.edge &&
      !('const' in header.schema) &&
      // OpenAPI ignores a header of this name: the content has the type.
      header.name.toLowerCase() !== 'content-type',
  )

const headersType = (reply: Reply | RangeReply): string => {
  const given = givenHeaders(reply)
  if (given.length === 0) return ''
  const optional = (isRequired: boolean) => (isRequired ? '' : '?')
  const types = given.map(
    ({ name, schema, required }) =>
      `${key(name)}${optional(required)}: ${typeExpression(schema) ?? 'unknown'}`,
  )
  return `; headers${optional(given.some(({ required }) => required))}: { ${types.join('; ')} }`
}

const statusType = (operation: Operation, reply: Reply | RangeReply): string => {
  if ('status' in reply) return `${reply.status}`
  const others = [
    ...operation.replies.map(({ status }) => `${status}`),
    ...(reply.range === 'default'
      ? operation.ranges
          .filter(({ range }) => range !== 'default')
          .map(({ range }) => `check.Statuses[${text(range)}]`)
      : []),
  ]
  const all = `check.Statuses[${text(reply.range)}]`
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

const ownReplies = (operation: Operation): (Reply | RangeReply)[] =>
  [...operation.replies, ...operation.ranges].filter((reply) => !reply.edge)

const replyName = (operation: Operation, reply: Reply | RangeReply): string =>
  `${operation.id}${'status' in reply ? reply.status : reply.range === 'default' ? 'Default' : reply.range}`

/** One type per reply: compile errors then read `createOrder201 | createOrder400`, without fields. */
const replyTypesOf = (layer: Layer, operation: Operation): string =>
  ownReplies(operation)
    .map((reply) => `type ${replyName(operation, reply)} = ${replyType(layer, operation, reply)}\n`)
    .join('')

const repliesType = (operation: Operation) => {
  const names = ownReplies(operation).map((reply) => replyName(operation, reply))
  return `${operationDoc(operation)}\n${operation.id}: ${names.join(' | ') || 'never'}`
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
  for (const place of parameterPlaces)
    if (parametersIn(operation, place).length > 0)
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
  const status = 'status' in reply ? `${reply.status}` : text(reply.range)
  return `${status}: { ${fields.join(', ')} }`
}

/** Emits `operations.ts`: the input and the replies of each operation, as types and as a table. */
export const emitOperations = (layer: Layer): string => {
  const { operations } = layer
  const members = (lines: string[]) => lines.map((line) => `${line}\n`).join('')
  const endpoints = operations.map((operation) => endpoint(layer, operation)).join(',\n')
  const code = `
${operations.map((operation) => replyTypesOf(layer, operation)).join('')}
/** The replies that each operation may return. Responses of the server's edge are left out. */
export type Replies = {
${members(operations.map(repliesType))}}

${replyTypes}${operations.some(isOpen) ? openCall : ''}
/** One method for each operation. \`Call\` is the server's context of a request. */
export type Operations<Call = unknown> = {
${members(operations.map(methodType))}}
${exactness}
/** Every operation of the document. */
export const endpoints = {
${endpoints}
} satisfies Record<OperationId, Endpoint>

/** The operations in the document's order. */
export const operationIds: readonly OperationId[] = ${text(operations.map(({ id }) => id))}
`
  const imports = importsFor(code, { check: "import type * as check from './check.ts'" })
  const requests = operations.some((each) => readsRequest(layer, each))
    ? "import { requests } from './requests.ts'\n"
    : ''
  return `${banner}
${imports}import type { Inputs } from './inputs.ts'
import type { Endpoint } from './mount.ts'
${requests}${schemaTypes(code)}${code}`
}
