import { banner } from './banner.ts'
import { NotCarriedError } from './carried.ts'
import { componentName, type Document, type Schema } from './document.ts'
import { operationDoc } from './emit-operations.ts'
import type { Operation, Reply, ReplyHeader } from './model.ts'

type Schemas = Record<string, Schema>

/** A value that a schema itself offers, for documents that give an answer no example. */
const sample = (schema: Schema, schemas: Schemas, where: string): unknown => {
  if (schema.$ref !== undefined)
    return sample(schemas[componentName(schema.$ref)] ?? {}, schemas, where)
  if ('const' in schema) return schema.const
  if (schema.example !== undefined) return schema.example
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {}, schemas, where)
  const type = [schema.type].flat()
  if (type.includes('null')) return null
  if (type.includes('object'))
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => schema.required?.includes(name))
        .map(([name, property]) => [name, sample(property, schemas, `${where}.${name}`)]),
    )
  if (type.includes('array'))
    return schema.minItems ? [sample(schema.items ?? {}, schemas, where)] : []
  if (type.includes('boolean')) return false
  if (type.includes('integer') || type.includes('number')) return schema.minimum ?? 0
  if (type.includes('string') && !schema.pattern) return 'x'.repeat(schema.minLength ?? 0)
  throw new NotCarriedError([`an answer without an example, at ${where},`])
}

const headerSample = (header: ReplyHeader, schemas: Schemas, where: string) =>
  `${JSON.stringify(header.name)}: ${JSON.stringify(sample(header.schema, schemas, `${where} ${header.name}`))}`

/** The first answer that an operation may give: the lowest status that is not the edge's. */
const firstReply = (operation: Operation): Reply | undefined =>
  operation.replies.filter((reply) => !reply.edge).toSorted((a, b) => a.status - b.status)[0]

const stub = (operation: Operation, schemas: Schemas): string => {
  const reply = firstReply(operation)
  const doc = operationDoc(operation)
  if (!reply) return `${doc}\n${operation.id}: () => { throw new Error('no answer is declared') }`
  const where = `${operation.id} ${reply.status}`
  const fields = [`status: ${reply.status}`]
  if (reply.schema) {
    const body = reply.examples[0] ? reply.examples[0].value : sample(reply.schema, schemas, where)
    fields.push(`body: ${JSON.stringify(body)}`)
  }
  const headers = reply.headers.filter(
    (header) => !header.edge && header.required && !('const' in header.schema),
  )
  if (headers.length > 0)
    fields.push(`headers: { ${headers.map((h) => headerSample(h, schemas, where)).join(', ')} }`)
  return `${doc}\n${operation.id}: () => ({ ${fields.join(', ')} })`
}

/** `stubs.ts`: an implementation of every operation that answers with the document's example. */
export const emitStubs = (document: Document, operations: readonly Operation[]): string => {
  const schemas = document.components?.schemas ?? {}
  return `${banner}
import { implement } from './operations.ts'

/**
 * Every operation, answering with the document's first named example. Spread it and replace one
 * method at a time.
 */
export const stubs = implement<unknown>()({
${operations.map((operation) => stub(operation, schemas)).join(',\n')}
})
`
}
