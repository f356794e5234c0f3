import type { Body, Operation, RangeReply, Reply, ReplyHeader } from '../model/model.ts'
import { key } from '../model/names.ts'
import { escapePointer } from '../model/pointer.ts'
import { fixedMessages, isInherited, text } from '../schema/keyword-checks.ts'
import { typesIn } from '../schema/walk-schemas.ts'
import { declaration, formFields, uselessEncoding } from './declarations.ts'
import { acceptedTypes, placedParameters } from './emit-requests.ts'
import { inlineType } from './inline-type.ts'
import {
  allReplies,
  type CopyContext,
  codeOf,
  type Layer,
  ownHeaders,
  ownReplies,
} from './layer.ts'
import { asType, listOf, Module, objectOf, operationDoc } from './module.ts'

/** Emits `operations.ts`: the input and the replies of each operation, as types and as a table. */
export const emitOperations = (layer: Layer): string => {
  const { operations } = layer
  const module = new Module()
  const context = { layer, module, copies: layer.copiesIn(module, 'response') }
  const entries = operations.map((operation) => endpoint(context, operation))
  const copies = context.copies.code().trim()
  const members = (lines: string[]) => lines.map((line) => `${line}\n`).join('')
  const code = `
${operations.map((operation) => replyTypesOf(layer, module, operation)).join('')}
/** The replies that each operation may return. Responses of the server's edge are left out. */
export type Replies = {
${members(operations.map(repliesType))}}

/** One method for each operation. \`Call\` is the server's context of a request. */
export type Operations<${operations.length > 0 ? 'Call' : '_Call'} = unknown> = {
${members(operations.map(methodType))}}
type MayReturn = {
${members(operations.map(mayReturn))}}
${module.type(operationTypes)}
/** Every operation of the document. */
export const endpoints = {
${entries.join(',\n')}
} satisfies Record<OperationId, Endpoint>

/** The operations in the document's order. */
export const operationIds: readonly OperationId[] = ${text(operations.map(({ id }) => id))}
${copies && `\n${copies}\n`}`
  return module.of(code, {
    './inputs.ts': 'type { Inputs }',
    './mount.ts': 'type { Endpoint }',
  })
}

/** One type per reply: compile errors then read `createOrder201 | createOrder400`, without fields. */
function replyTypesOf(layer: Layer, module: Module, operation: Operation): string {
  return ownReplies(operation)
    .map((reply) => {
      const type = replyType(layer, module, operation, reply)
      return `type ${replyName(operation, reply)} = ${type}\n`
    })
    .join('')
}

function replyName({ id }: Operation, reply: Reply | RangeReply): string {
  return `${id}${codeOf(reply) === 'default' ? 'Default' : codeOf(reply)}`
}

function replyType(
  layer: Layer,
  module: Module,
  operation: Operation,
  reply: Reply | RangeReply,
): string {
  const status = `status: ${statusType(operation, reply)}`
  const headers = headersType(module, operation, reply)
  const types = reply.contents.map((content) => {
    const contentType =
      reply.contents.length > 1 ? `; contentType: ${text(content.contentType)}` : ''
    const body = module.type(layer.replyBodyType(operation, reply, content))
    // A JSON value of any type may be none.
    const optional = content.schema === undefined && content.kind === 'json' ? '?' : ''
    return `{ ${status}${contentType}; body${optional}: ${body}${headers} }`
  })
  return types.length > 0 ? types.join(' | ') : `{ ${status}${headers} }`
}

function statusType({ replies, ranges }: Operation, reply: Reply | RangeReply): string {
  const statuses = (range: string) => `check.Statuses[${text(range)}]`
  if ('status' in reply) return `${reply.status}`
  const others = replies.map(({ status }) => `${status}`)
  for (const { range } of reply.range === 'default' ? ranges : [])
    if (range !== 'default') others.push(statuses(range))
  const all = statuses(reply.range)
  return others.length === 0 ? all : `Exclude<${all}, ${others.join(' | ')}>`
}

/** Returns the type of the headers that an operation returns. The mount sends those of a fixed value. */
function headersType(module: Module, { id }: Operation, reply: Reply | RangeReply): string {
  const given = ownHeaders(reply)
  if (given.length === 0) return ''
  const optional = (isRequired: boolean) => (isRequired ? '' : '?')
  const types = given.map(({ name, schema, required }) => {
    const path = `operations[${text(id)}]["responses"][${text(codeOf(reply))}]["headers"][${text(name)}]`
    const declared = inlineType(schema) ?? asType(`Exclude<${path}, undefined>`, 'operations')
    // A literal without an inherited name has another type there.
    const type = isInherited(name) && !required ? asType('unknown') : declared
    return `${key(name)}${optional(required)}: ${module.type(type)}`
  })
  return `; headers${optional(given.some(({ required }) => required))}: { ${types.join('; ')} }`
}

function repliesType(operation: Operation) {
  const names = ownReplies(operation).map((reply) => replyName(operation, reply))
  return `${operationDoc(operation)}\n${operation.id}: ${names.join(' | ') || 'never'}`
}

function methodType(operation: Operation) {
  return `${operationDoc(operation)}\n${operation.id}(input: Input<'${operation.id}'>, call: ${isOpen(operation) ? 'Open<Call>' : 'Call'}): Answer<'${operation.id}'>`
}

/** Returns whether requests without credentials reach an operation of an API that has security. */
function isOpen({ security }: Operation): boolean {
  return security.length === 0 || security.some((schemes) => Object.keys(schemes).length === 0)
}

/** What the compiler says of a reply that the operation must not return. */
function mayReturn(operation: Operation) {
  const codes = ownReplies(operation).map(codeOf)
  return `${operation.id}: ${text(`${operation.id} may return ${codes.join(' | ') || 'nothing'}`)}`
}

function endpoint(context: CopyContext, operation: Operation): string {
  const { layer, module } = context
  const { id, method, path, basePaths, security, otherMethods } = operation
  const { announces, body } = operation
  const accepts = listOf(acceptedTypes(operation))
  const messages = fixedMessages([operation.parameters, body?.contents], layer.schemas)
  const entry = objectOf({
    method: text(method.toUpperCase()),
    path: text(path),
    basePaths: basePaths.some((each) => each !== '') && text(basePaths),
    security: listOf(security),
    otherMethods: otherMethods && 'true',
    announces: announces && text(announces),
    parameters: placedParameters(operation).length > 0 && `${module.use('requests')}.${id}`,
    body: body && bodyEntry(layer, module, operation, body),
    accepts: accepts && `${module.use('mediaTypes')}.choiceOf(${accepts})`,
    messages: listOf([...new Set(messages)]),
    replies: `{ ${allReplies(operation)
      .map((each) => replyEntry(context, each))
      .join(', ')} }`,
  })
  return `${id}: ${entry}`
}

/** Kinds of bodies that are read whole. Others are streams. */
const isWhole = /^(?:json|form|multipart|text)$/

function bodyEntry(layer: Layer, module: Module, operation: Operation, body: Body): string {
  const source = layer.sourceFor(module)
  const contents = body.contents.map((content) => {
    const { contentType, kind } = content
    const isChecked = layer.isChecked(content, 'request')
    const schema = layer.bodyPlace(operation, content)?.schema ?? {}
    const isForm = kind === 'form' || kind === 'multipart'
    for (const [name, what] of isForm ? uselessEncoding(content, schema, layer.schemas) : []) {
      const pointer = `${content.pointer.replace(/schema$/, 'encoding')}/${escapePointer(name)}`
      layer.report('warning', what, pointer, 'encoding without effect')
    }
    const whole = { name: 'body', style: 'simple', explode: false }
    const entry = objectOf({
      as: isWhole.test(kind) && `${module.use('bodies')}.${kind}`,
      read: isChecked && `${module.use('requests')}.${operation.id}.body[${text(contentType)}]`,
      ...(isForm ? formFields(content, schema, source) : {}),
      ...(kind === 'text' && isChecked
        ? { fields: `[${declaration(whole, schema, source)}]` }
        : {}),
    })
    return `${key(contentType)}: ${entry}`
  })
  return objectOf({
    required: `${body.required}`,
    invalid: text(body.invalid),
    contents: `{ ${contents.join(', ')} }`,
  })
}

function replyEntry(context: CopyContext, reply: Reply | RangeReply): string {
  const { module } = context
  const { contents, headers, edge } = reply
  const kinds = contents.map(
    ({ contentType, kind, isItem }) =>
      `${key(contentType)}: ${module.use('send')}.${isItem && kind === 'events' ? 'wholeEvents' : kind}`,
  )
  const fixed = headers.flatMap(({ name, schema }) =>
    'const' in schema ? [`${key(name)}: ${text(String(schema.const))}`] : [],
  )
  const own = edge ? [] : ownHeaders(reply)
  const given = own.map((header) => headerEntry(context, header))
  const required = headers.flatMap(({ name, edge, required }) => (required && edge ? [name] : []))
  const entry = objectOf({
    contents: kinds.length > 0 && `{ ${kinds.join(', ')} }`,
    headers: fixed.length > 0 && `{ ${fixed.join(', ')} }`,
    given: given.length > 0 && `{ ${given.join(', ')} }`,
    requiredHeaders: listOf(required),
    edge: edge && 'true',
  })
  return `${text(codeOf(reply))}: ${entry}`
}

function headerEntry({ layer, module, copies }: CopyContext, header: ReplyHeader): string {
  const { name, schema, pointer, required, isJson, explode } = header
  const place = layer.place(pointer)
  const entry = objectOf({
    is: place ? layer.checks.checkIn(module, place, 'response') : `${module.use('check')}.all`,
    copy: place && typesIn(schema, layer.schemas).has('object') && copies.copy(place),
    required: required && 'true',
    isJson: isJson && 'true',
    explode: explode && 'true',
  })
  // TypeScript takes the type of an inherited name for that of every object's.
  return `${key(name)}: ${entry}${isInherited(name) ? ' as const' : ''}`
}

/** Emits `operations.txt`: one line for each operation, so that a change of the API is a one-line diff. */
export const emitOperationsTxt = (operations: readonly Operation[]): string => {
  const rows = operations.map(({ id, method, path, replies, ranges }) => [
    id,
    method.toUpperCase(),
    path,
    [...replies.map(({ status }) => status), ...ranges.map(({ range }) => range)].join(' '),
  ])
  const widths = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  return rows
    .map((row) => `${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}\n`)
    .join('')
}

/** The types of `operations.ts` that are the same for every document. */
const operationTypes = asType(
  `
export type OperationId = keyof Replies

/** A reply that the document allows an operation, as plain data. */
export type Reply<Id extends OperationId> = Replies[Id]

/** The validated input of an operation. */
export type Input<Id extends OperationId> = Inputs[Id]

export type Answer<Id extends OperationId> = Reply<Id> | Promise<Reply<Id>>

/** What an operation gets that is open to requests without a principal. */
export type Open<Call> = Call extends { principal: infer P } ? Omit<Call, 'principal'> & { principal: P | undefined } : Call

/** The names of all alternatives, those of digits as texts. */
type KeysOf<T> = T extends unknown ? TextOf<keyof T> : never
type TextOf<K> = K extends number ? \`\${K}\` : K
type ValueAt<T, K> = T extends unknown
  ? K extends keyof T
    ? T[K]
    : K extends \`\${infer N extends number}\`
      ? (N extends keyof T ? T[N] : never)
      : never
  : never
/** The names, up to ten levels deep, that a given value has and the declared type does not. */
type Undeclared<Given, Declared, Depth extends 0[] = []> = unknown extends Declared
  ? never
  : Given extends string | number | Uint8Array | Blob // their properties are no fields
  ? never
  : Depth['length'] extends 10
  ? never
  : Given extends check.ServerSentEvent<infer G>
  ? Undeclared<G, Declared, [...Depth, 0]>
  : Given extends AsyncIterable<infer G>
  ? Undeclared<G, Declared extends AsyncIterable<infer D> ? Exclude<D, check.ServerSentEvent<unknown>> : never, [...Depth, 0]>
  : Given extends readonly (infer G)[]
    ? Undeclared<G, Extract<Declared, readonly unknown[]>[number], [...Depth, 0]>
    : Given extends object
      ? {
          [K in KeysOf<Given>]: [Exclude<ValueAt<Given, K>, undefined>] extends [never]
            ? never
            : K extends KeysOf<Declared>
              ? Undeclared<ValueAt<Given, K>, ValueAt<Declared, K>, [...Depth, 0]>
              : K
        }[KeysOf<Given>]
      : never
type OfStatus<R, Status> = R extends { status: infer Declared }
  ? Status extends Declared
    ? R
    : never
  : never
type UndeclaredInReply<Given, Id extends OperationId> = Given extends { status: infer Status }
  ? Undeclared<Given, OfStatus<Reply<Id>, Status>>
  : never
type StatusOf<Given> = Given extends { status: infer Status } ? Status : never
/** A reply of another status. It is accepted first, so that the error can be a short text. */
type Forbidden<Id extends OperationId> = {
  status: Exclude<check.Statuses['default'], Reply<Id>['status']>
  body?: unknown
  headers?: unknown
}
/** What is wrong with the reply of an operation; unknown if nothing is. */
type Verdict<Id, Given> = Id extends OperationId
  ? [StatusOf<Given>] extends [Reply<Id>['status']]
    ? [UndeclaredInReply<Given, Id>] extends [never]
      ? unknown
      : { undeclared: UndeclaredInReply<Given, Id> }
    : MayReturn[Id]
  : { notAnOperation: Id }
type AnyReply<Id extends OperationId> = Reply<Id> | Forbidden<Id>
type AnyAnswer<Id extends OperationId> = AnyReply<Id> | Promise<AnyReply<Id>>
type Results = { [Id in OperationId]: AnyAnswer<Id> }
type Verdicts<Given> = { [Id in keyof Given]: Verdict<Id, Awaited<Given[Id]>> }
type Implementation<Given, Call> = {
  [Id in keyof Given]: (
    ...args: Id extends OperationId ? Parameters<Operations<Call>[Id]> : never[]
  ) => Given[Id]
}

/**
 * Takes an implementation of every operation and of nothing else. TypeScript lets an inferred reply
 * carry fields that the contract does not declare; here they do not compile.
 */
export function implement<Call>(): <Given extends Results & Verdicts<Given>>(
  operations: Implementation<Given, Call>,
) => Operations<Call>
// The result has the declared types, also after an error: \`mount\` would report it a second time.
export function implement(): unknown {
  return (operations: unknown) => operations
}
`,
  'check',
)
