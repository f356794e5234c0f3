import type { Content, Operation, RangeReply, Reply } from '../model/model.ts'
import { key } from '../model/names.ts'
import type { Place } from '../schema/places.ts'
import { declaredOf, sample } from '../schema/sample.ts'
import { isText } from './declarations.ts'
import { type Layer, ownReplies } from './layer.ts'
import { moduleOf, objectOf, operationDoc, text } from './module.ts'

/** Bodies that need no example, as code. */
const empty: Readonly<Record<Content['kind'], string>> = {
  json: 'null',
  text: '""',
  events: 'check.each([])',
  form: 'new Uint8Array()',
  multipart: 'new Uint8Array()',
  bytes: 'new Uint8Array()',
}

/**
 * Returns the document's first valid example of a response body or a payload, or else a valid sample of
 * its schema, as code. Returns undefined, with a warning, if there is neither.
 */
export const exampleOf = (
  layer: Layer,
  place: Place | undefined,
  { kind, examples, pointer }: Content,
  where: string,
): string | undefined => {
  if (kind === 'bytes' || kind === 'multipart' || !place) return empty[kind]
  const schema = typeof place.schema === 'boolean' ? {} : place.schema
  if (kind === 'text' && !isText(schema, layer.schemas)) return empty.text
  const failureOf = (value: unknown) => layer.failuresOf(place, 'response', value)[0]
  const code = (value: unknown) => {
    const declared = declaredOf(value, schema, layer.schemas)
    const valid = text(failureOf(declared) ? value : declared)
    return kind === 'events' ? `check.each([${valid}])` : valid
  }
  for (const { name, value } of examples) {
    if (value === undefined) continue
    const failure = failureOf(value)
    if (!failure) return code(value)
    const what = `the example \`${name}\`: ${failure.field || 'it'} ${failure.reason}`
    layer.report('warning', what, pointer)
  }
  for (let attempt = 0; attempt < 8; attempt++) {
    const made = sample(schema, layer.schemas, attempt)
    if (!failureOf(made)) return code(made)
  }
  layer.report('warning', `no valid example for ${where}: its stub throws`, pointer)
  return undefined
}

/** Returns an operation's first reply: the lowest status that is not the edge's. */
const firstReply = (operation: Operation): Reply | RangeReply | undefined => {
  const statuses = ownReplies(operation).flatMap((reply) => ('status' in reply ? [reply] : []))
  return statuses.toSorted((a, b) => a.status - b.status)[0] ?? ownReplies(operation)[0]
}

/** The status code that stands for a range. */
const statusOf = (reply: Reply | RangeReply): number =>
  'status' in reply ? reply.status : reply.range === 'default' ? 500 : Number(reply.range[0]) * 100

const stub = (layer: Layer, operation: Operation): string => {
  const reply = firstReply(operation)
  const head = `${operationDoc(operation)}\n${operation.id}: () =>`
  const missing = (why: string) => `${head} { throw new Error(${text(why)}) }`
  if (!reply) return missing('no response is declared')
  const status = statusOf(reply)
  const [content, ...others] = reply.contents
  const place = content && layer.replyPlace(operation, reply, content)
  const example = content && exampleOf(layer, place, content, `${operation.id} ${status}`)
  if (content && example === undefined) return missing('the document has no example')
  const headers = reply.headers.flatMap(({ name, schema, edge, required }) =>
    edge || !required || 'const' in schema
      ? []
      : [`${key(name)}: ${text(sample(schema, layer.schemas))}`],
  )
  const fields = objectOf({
    status: `${status}`,
    contentType: others.length > 0 && text(content?.contentType),
    body: example,
    headers: headers.length > 0 && `{ ${headers.join(', ')} }`,
  })
  return `${head} (${fields})`
}

/** Emits `stubs.ts`: an implementation of every operation that returns the document's example. */
export const emitStubs = (layer: Layer): string => {
  const code = `
/**
 * Every operation, returning the document's first named example. Spread it and replace one
 * method at a time.
 */
export const stubs: Operations = implement<unknown>()({
${layer.operations.map((operation) => stub(layer, operation)).join(',\n')}
})
`
  return moduleOf(code, "import { implement, type Operations } from './operations.ts'")
}
