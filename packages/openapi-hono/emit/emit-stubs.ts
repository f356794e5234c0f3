import type { Schema } from '../model/document.ts'
import type { Content, NamedExample, Operation, RangeReply, Reply } from '../model/model.ts'
import { key } from '../model/names.ts'
import { isObject } from '../runtime/check.ts'
import { jsonFirst } from '../runtime/media-types.ts'
import { text } from '../schema/keyword-checks.ts'
import type { Place } from '../schema/places.ts'
import { sample } from '../schema/sample.ts'
import { applicable, type Schemas, typesIn } from '../schema/walk-schemas.ts'
import { isText } from './declarations.ts'
import { acceptedTypes } from './emit-requests.ts'
import { codeOf, type Layer, ownHeaders, ownReplies } from './layer.ts'
import { Module, objectOf, operationDoc } from './module.ts'

/** Emits `stubs.ts`: an implementation of every operation that returns the document's example. */
export const emitStubs = (layer: Layer): string => {
  const module = new Module()
  const code = `
/**
 * Every operation, returning the document's first named example. Spread it and replace one
 * method at a time.
 */
export const stubs: Operations = implement<unknown>()({
${layer.operations.map((operation) => stub(layer, module, operation)).join(',\n')}
})
`
  return module.of(code, { './operations.ts': '{ implement, type Operations }' })
}

function stub(layer: Layer, module: Module, operation: Operation): string {
  const reply = firstReply(operation)
  const doc = `${operationDoc(operation)}\n${operation.id}:`
  const missing = (why: string) => `${doc} () => { throw new Error(${text(why)}) }`
  if (!reply) return missing('no response is declared')
  const headers = headersOf(layer, reply)
  if (!headers) return missing('the document has no example of a required header')
  if (reply.contents.length === 0) return `${doc} () => (${stubReply(reply, headers)})`
  const types = jsonFirst(reply.contents.map(({ contentType }) => contentType))
  const replies = types.flatMap((type) => {
    const content = reply.contents.find(({ contentType }) => contentType === type)
    const place = content && layer.replyPlace(operation, reply, content)
    const where = `${operation.id} ${statusOf(reply)}`
    const body = content && exampleOf(layer, place, content, where)
    return body === undefined ? [] : [{ type, body }]
  })
  const code = ({ type, body }: { type: string; body: Example }) =>
    stubReply(reply, headers, { type, body: body(module) })
  const [first, ...others] = replies
  if (!first) return missing('the document has no example')
  const accepted = acceptedTypes(operation)
  const choices = others.filter(({ type }) => accepted.includes(type))
  if (choices.length === 0) return `${doc} () => (${code(first)})`
  const cases = choices.map((each) => `accept === ${text(each.type)} ? ${code(each)} : `)
  return `${doc} ({ accept }) => (${cases.join('')}${code(first)})`
}

/** Returns the required headers of a reply, as code. Undefined if there is no valid value of one. */
function headersOf(layer: Layer, reply: Reply | RangeReply): string[] | undefined {
  const headers: string[] = []
  for (const header of ownHeaders(reply).filter(({ required }) => required)) {
    const { name, pointer } = header
    const place = layer.place(pointer)
    const value = place ? validValue(layer, place, header, `the header ${name}`) : ''
    if (value === undefined) return undefined
    headers.push(`${key(name)}: ${text(value)}`)
  }
  return headers
}

function stubReply(
  reply: Reply | RangeReply,
  headers: readonly string[],
  content?: { type: string; body: string },
): string {
  return objectOf({
    status: `${statusOf(reply)}`,
    contentType: reply.contents.length > 1 && text(content?.type),
    body: content?.body,
    headers: headers.length > 0 && `{ ${headers.join(', ')} }`,
  })
}

/** Returns the first reply by status. `default` follows those of success. */
function firstReply(operation: Operation): Reply | RangeReply | undefined {
  const order = (reply: Reply | RangeReply) => {
    const code = `${codeOf(reply)}`
    return code === 'default' ? '399' : code.replace('XX', '90')
  }
  return ownReplies(operation).toSorted((a, b) => Number(order(a)) - Number(order(b)))[0]
}

function statusOf(reply: Reply | RangeReply): number {
  if ('status' in reply) return reply.status
  return reply.range === 'default' ? 200 : Number(reply.range[0]) * 100
}

type Example = (module: Module) => string

const stream =
  (...items: string[]): Example =>
  (module) =>
    `${module.use('check')}.each([${items.join(', ')}])`

const noBytes: Example = () => 'new Uint8Array()'

/** Bodies that need no example. */
const empty: Readonly<Record<Content['kind'], Example>> = {
  json: () => 'null',
  text: () => '""',
  events: stream(),
  lines: stream(),
  form: noBytes,
  multipart: noBytes,
  bytes: noBytes,
}

/**
 * Returns the document's first valid example of a response body or a payload, or else a valid sample of
 * its schema. Returns undefined, with a warning, if there is neither.
 */
export function exampleOf(
  layer: Layer,
  place: Place | undefined,
  content: Content,
  where: string,
): Example | undefined {
  const { kind } = content
  const isChecked = place && kind !== 'bytes' && kind !== 'multipart'
  if (!isChecked || (kind === 'text' && !isText(place.schema, layer.schemas)))
    return uncheckedExample(content)
  const value = validValue(layer, place, content, where)
  if (value === undefined) return undefined
  return kind === 'events' || kind === 'lines' ? stream(text(value)) : () => text(value)
}

function uncheckedExample({ kind, examples }: Content): Example {
  const value = examples.find((each) => each.value !== undefined)?.value
  if (value === undefined) return empty[kind]
  if (kind === 'json' || kind === 'form') return () => text(value)
  const plain = typeof value === 'string' ? value : JSON.stringify(value)
  if (kind === 'text') return () => text(plain)
  // A text is the stream as it is sent.
  if (kind === 'events' && typeof value === 'string')
    return stream(...[...value.matchAll(/^data: ?(.*)$/gm)].map(([, data]) => text(data)))
  if (kind === 'events' || kind === 'lines') return stream(text(value))
  return typeof value === 'string' ? () => `new TextEncoder().encode(${text(value)})` : empty[kind]
}

function validValue(
  layer: Layer,
  place: Place,
  { examples, pointer }: { examples: readonly NamedExample[]; pointer: string },
  where: string,
): unknown {
  const failureOf = (value: unknown) => layer.failuresOf(place, 'response', value)[0]
  /** Returns the declared parts of a value. Others may be all that makes it valid, and tells alternatives apart. */
  const declared = (value: unknown) => {
    const failure = failureOf(value)
    const copy = failure ? undefined : layer.declaredOf(place, value)
    return { failure: failure ?? failureOf(copy), copy }
  }
  for (const { name, value } of examples) {
    if (value === undefined) continue
    const { failure = otherKind(value, [place.schema], layer.schemas), copy } = declared(value)
    if (!failure) return copy
    const what = `the example \`${name}\`: ${failure.field || 'it'} ${failure.reason}`
    layer.report('warning', what, pointer, 'example that is not valid')
  }
  for (let attempt = 0; attempt < 12; attempt++) {
    const made = sample(place.schema, layer.schemas, attempt)
    const { failure = otherKind(made, [place.schema], layer.schemas), copy } = declared(made)
    if (!failure) return copy
  }
  const what = `no valid example for ${where}: its stub throws`
  layer.report('warning', what, pointer, 'no valid example')
  return undefined
}

/**
 * Finds a valid value that is of another kind than its type. A schema without `type` takes values of every kind. With
 * `properties` or `items`, its type is that of one kind.
 */
function otherKind(
  value: unknown,
  given: readonly Schema[],
  schemas: Schemas,
  field = '',
): { field: string; reason: string } | undefined {
  const own = Array.isArray(value) ? 'array' : isObject(value) ? 'object' : 'other'
  const [kind, ...others] = new Set(given.map((schema) => [...typesIn(schema, schemas)].join()))
  if ((kind === 'object' || kind === 'array') && kind !== own && others.length === 0)
    return { field, reason: `must be an ${kind}` }
  if (own === 'other') return undefined
  const parts = given.flatMap((schema) => applicable(schema, schemas))
  for (const [name, inner] of Object.entries(Object(value))) {
    const at = own === 'array' ? `${field}[${name}]` : `${field}${field && '.'}${name}`
    const declared = parts.flatMap<Schema>(({ items, properties }) =>
      own === 'array' ? (items ?? []) : (properties?.[name] ?? []),
    )
    const found = otherKind(inner, declared, schemas, at)
    if (found) return found
  }
  return undefined
}
