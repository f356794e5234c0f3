import { failedKeywordIn } from '../checks/failed-keyword.ts'
import type { Document } from '../model/document.ts'
import type { Operation, Reply, ReplyHeader } from '../model/model.ts'
import { banner } from './banner.ts'
import { operationDoc } from './emit-operations.ts'
import { type ExampleScope, exampleExpression } from './example-expression.ts'

const headerSample = ({ name, schema }: ReplyHeader, scope: ExampleScope, where: string) =>
  `${JSON.stringify(name)}: ${exampleExpression(schema, [], scope, `${where} ${name}`)}`

/** Returns an operation's first reply: the lowest status that is not the edge's. */
const firstReply = (operation: Operation): Reply | undefined =>
  operation.replies.filter((reply) => !reply.edge).toSorted((a, b) => a.status - b.status)[0]

const stub = (operation: Operation, scope: ExampleScope): string => {
  const reply = firstReply(operation)
  const doc = operationDoc(operation)
  if (!reply) return `${doc}\n${operation.id}: () => { throw new Error('no response is declared') }`
  const where = `${operation.id} ${reply.status}`
  const fields = [`status: ${reply.status}`]
  if (reply.schema)
    fields.push(`body: ${exampleExpression(reply.schema, reply.examples, scope, where)}`)
  const headers = reply.headers.filter(
    (header) => !header.edge && header.required && !('const' in header.schema),
  )
  if (headers.length > 0)
    fields.push(`headers: { ${headers.map((h) => headerSample(h, scope, where)).join(', ')} }`)
  return `${doc}\n${operation.id}: () => ({ ${fields.join(', ')} })`
}

/** Emits `stubs.ts`: an implementation of every operation that returns the document's example. */
export const emitStubs = (document: Document, operations: readonly Operation[]): string => {
  const scope = {
    schemas: document.components?.schemas ?? {},
    failedKeyword: failedKeywordIn(document),
  }
  return `${banner}
import { implement } from './operations.ts'

/**
 * Every operation, returning the document's first named example. Spread it and replace one
 * method at a time.
 */
export const stubs = implement<unknown>()({
${operations.map((operation) => stub(operation, scope)).join(',\n')}
})
`
}
