import { banner } from './banner.ts'
import type { Document, Schema } from './document.ts'
import { operationDoc } from './emit-operations.ts'
import type { Operation, Reply, ReplyHeader } from './model.ts'
import { NotCarriedError } from './not-carried-error.ts'
import { refusals } from './refusals.ts'
import { declaredOf, sample } from './sample.ts'

/** What a stub needs to know of the document: its components, and what a schema refuses. */
type Scope = { schemas: Record<string, Schema>; refusal: ReturnType<typeof refusals> }

/** An example, or else a sample, that the schema allows. */
const answerOf = (
  schema: Schema,
  examples: Reply['examples'],
  { schemas, refusal }: Scope,
  where: string,
): string => {
  const [example] = examples
  const value = example ? example.value : sample(schema, schemas)
  const refused = refusal(schema, value)
  if (refused && example)
    throw new NotCarriedError([
      `the example \`${example.name}\`, which \`${refused}\` refuses, at ${where}`,
    ])
  if (refused) throw new NotCarriedError([`an answer without an example at ${where}`])
  return JSON.stringify(declaredOf(value, schema, schemas))
}

const headerSample = ({ name, schema }: ReplyHeader, scope: Scope, where: string) =>
  `${JSON.stringify(name)}: ${answerOf(schema, [], scope, `${where} ${name}`)}`

/** The first answer that an operation may give: the lowest status that is not the edge's. */
const firstReply = (operation: Operation): Reply | undefined =>
  operation.replies.filter((reply) => !reply.edge).toSorted((a, b) => a.status - b.status)[0]

const stub = (operation: Operation, scope: Scope): string => {
  const reply = firstReply(operation)
  const doc = operationDoc(operation)
  if (!reply) return `${doc}\n${operation.id}: () => { throw new Error('no answer is declared') }`
  const where = `${operation.id} ${reply.status}`
  const fields = [`status: ${reply.status}`]
  if (reply.schema) fields.push(`body: ${answerOf(reply.schema, reply.examples, scope, where)}`)
  const headers = reply.headers.filter(
    (header) => !header.edge && header.required && !('const' in header.schema),
  )
  if (headers.length > 0)
    fields.push(`headers: { ${headers.map((h) => headerSample(h, scope, where)).join(', ')} }`)
  return `${doc}\n${operation.id}: () => ({ ${fields.join(', ')} })`
}

/** `stubs.ts`: an implementation of every operation that answers with the document's example. */
export const emitStubs = (document: Document, operations: readonly Operation[]): string => {
  const scope = { schemas: document.components?.schemas ?? {}, refusal: refusals(document) }
  return `${banner}
import { implement } from './operations.ts'

/**
 * Every operation, answering with the document's first named example. Spread it and replace one
 * method at a time.
 */
export const stubs = implement<unknown>()({
${operations.map((operation) => stub(operation, scope)).join(',\n')}
})
`
}
