import type { Operation, RangeReply, Reply, ReplyHeader } from '../model/model.ts'
import { key } from '../model/names.ts'
import { sample } from '../schema/sample.ts'
import { banner } from './banner.ts'
import { operationDoc } from './emit-operations.ts'
import { exampleOf } from './example-of.ts'
import { importsFor } from './imports.ts'
import type { Layer } from './layer.ts'

const text = (value: unknown): string => JSON.stringify(value)

const headerSample = (layer: Layer, { name, schema }: ReplyHeader): string =>
  `${key(name)}: ${text(sample(schema, layer.schemas))}`

/** Returns an operation's first reply: the lowest status that is not the edge's. */
const firstReply = ({ replies, ranges }: Operation): Reply | RangeReply | undefined =>
  replies.filter((reply) => !reply.edge).toSorted((a, b) => a.status - b.status)[0] ??
  ranges.find((reply) => !reply.edge)

/** The status code that stands for a range. */
const statusOf = (reply: Reply | RangeReply): number =>
  'status' in reply ? reply.status : reply.range === 'default' ? 500 : Number(reply.range[0]) * 100

const stub = (layer: Layer, operation: Operation): string => {
  const reply = firstReply(operation)
  const doc = operationDoc(operation)
  const missing = (why: string) =>
    `${doc}\n${operation.id}: () => { throw new Error(${text(why)}) }`
  if (!reply) return missing('no response is declared')
  const status = statusOf(reply)
  const fields = [`status: ${status}`]
  const [content, ...others] = reply.contents
  if (content) {
    if (others.length > 0) fields.push(`contentType: ${text(content.contentType)}`)
    const where = `${operation.id} ${status}`
    const example = exampleOf(
      layer,
      layer.replyPlace(operation, reply, content),
      content,
      'response',
      where,
    )
    if (example === undefined) return missing('the document has no example')
    fields.push(`body: ${example}`)
  }
  const headers = reply.headers.filter(
    (header) => !header.edge && header.required && !('const' in header.schema),
  )
  if (headers.length > 0)
    fields.push(`headers: { ${headers.map((header) => headerSample(layer, header)).join(', ')} }`)
  return `${doc}\n${operation.id}: () => ({ ${fields.join(', ')} })`
}

/** Emits `stubs.ts`: an implementation of every operation that returns the document's example. */
export const emitStubs = (layer: Layer): string => {
  const stubs = layer.operations.map((operation) => stub(layer, operation)).join(',\n')
  const imports = importsFor(stubs, { check: "import * as check from './check.ts'" })
  return `${banner}
${imports}import { implement } from './operations.ts'

/**
 * Every operation, returning the document's first named example. Spread it and replace one
 * method at a time.
 */
export const stubs = implement<unknown>()({
${stubs}
})
`
}
