import { componentName, type Document, type Schema } from '../model/document.ts'
import { inDependencyOrder, type Operation, readWebhooks } from '../model/model.ts'
import { identifier, key } from '../model/names.ts'
import { banner } from './banner.ts'
import { CheckEmitter, isInline } from './check-expression.ts'
import { importsFor, schemaTypes } from './imports.ts'
import { withoutEdgeParts } from './type-expression.ts'

/** The replies with a body that an operation may return. */
const bodiesOf = ({ replies }: Operation) =>
  replies.flatMap(({ edge, schema, status }) => (edge || !schema ? [] : [{ schema, status }]))

/** Returns the component schemas that replies and webhook payloads use. */
const sentComponents = (document: Document, operations: readonly Operation[]): Set<string> => {
  const schemas = document.components?.schemas ?? {}
  const sent = new Set<string>()
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    for (const [name, value] of Object.entries(part)) {
      if (name !== '$ref' || typeof value !== 'string') visit(value)
      else if (!sent.has(componentName(value))) {
        sent.add(componentName(value))
        visit(schemas[componentName(value)])
      }
    }
  }
  for (const operation of operations)
    for (const { schema } of bodiesOf(operation)) visit(withoutEdgeParts(schema, schemas))
  visit(readWebhooks(document).map(({ schema }) => schema))
  return sent
}

const componentFunction = (emitter: CheckEmitter, name: string, schema: Schema): string => {
  const type = `S[${JSON.stringify(name)}]`
  const body =
    schema.properties && schema.type === 'object'
      ? emitter.objectFunction(schema, name, type)
      : `(value: unknown): ${type} => ${emitter.expression(schema, 'value', name)}`
  return `const ${identifier(name)} = ${body}`
}

const operationEntry = (
  emitter: CheckEmitter,
  operation: Operation,
  schemas: Record<string, Schema>,
): string => {
  const statuses = bodiesOf(operation).map(({ schema, status }) => {
    const type = `Extract<Reply<'${operation.id}'>, { status: ${status} }>['body']`
    const at = `${operation.id} ${status}`
    return `${status}: (body: unknown): ${type} => ${emitter.expression(withoutEdgeParts(schema, schemas), 'body', at)}`
  })
  return `${operation.id}: { ${statuses.join(', ')} }`
}

/**
 * Emits `replies.ts`: for each operation and status, a function that checks a body and copies the
 * declared fields, in one pass. Undeclared fields are dropped.
 */
export const emitReplies = (document: Document, operations: readonly Operation[]): string => {
  const emitter = new CheckEmitter(document.components?.schemas ?? {})
  const sent = sentComponents(document, operations)
  const components: string[] = []
  for (const [name, schema] of inDependencyOrder(document)) {
    if (!sent.has(name) || isInline(schema)) continue
    const from = emitter.functions.length
    const code = componentFunction(emitter, name, schema)
    components.push(...emitter.functions.slice(from), code)
  }
  const from = emitter.functions.length
  const entries = operations.map((operation) =>
    operationEntry(emitter, operation, document.components?.schemas ?? {}),
  )
  const payloads = readWebhooks(document).map(
    ({ name, schema }) =>
      `${key(name)}: (payload: unknown) => ${emitter.expression(schema, 'payload', name)}`,
  )
  components.push(...emitter.functions.slice(from))
  const types = operations.some((operation) => bodiesOf(operation).length > 0)
    ? 'OperationId, Reply'
    : 'OperationId'
  const body = `${components.join('\n\n')}

/** Checks and copies the body of a reply, by operation and status. */
export const replies: { [Id in OperationId]: { [status: number]: (body: unknown) => unknown } } = {
${entries.join(',\n')}
}

/** Checks and copies the payload of a webhook, by event. */
export const payloads = {
${payloads.join(',\n')}
}
`
  const imports = importsFor(body, { check: "import * as check from './reply-checks.ts'" })
  return `${banner}
import type { ${types} } from './operations.ts'
${imports}${schemaTypes(body)}
${body}`
}
