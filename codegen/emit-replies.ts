import { banner, schemaTypes } from './banner.ts'
import { CheckEmitter } from './check-expression.ts'
import { componentName, type Document, type Schema } from './document.ts'
import { helpersOf } from './helpers.ts'
import { inDependencyOrder, type Operation, readWebhooks } from './model.ts'
import { identifier, key } from './names.ts'
import { lessEdge } from './type-expression.ts'

const head = `
import type { OperationId, Reply } from './operations.ts'
`

const violation = `
/** A reply that breaks the contract. It must not leave the process. */
export class ReplyViolation extends Error {
  override name = 'ReplyViolation'
}
`

/** What checks lean on, by how it is called; a helper comes after those that it leans on. */
const helpers: [call: string, code: string][] = [
  [
    'broken(',
    `
function broken(at: string, expected: string, value: unknown): never {
  const given = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value
  throw new ReplyViolation(\`\${at} must be \${expected}, not \${given}\`)
}
`,
  ],
  [
    'string(',
    `const string = (value: unknown, at: string): string =>
  typeof value === 'string' ? value : broken(at, 'a string', value)
`,
  ],
  [
    'number(',
    `const number = (value: unknown, at: string): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : broken(at, 'a number', value)
`,
  ],
  [
    'integer(',
    `const integer = (value: unknown, at: string): number =>
  typeof value === 'number' && Number.isInteger(value) ? value : broken(at, 'an integer', value)
`,
  ],
  [
    'boolean(',
    `const boolean = (value: unknown, at: string): boolean =>
  typeof value === 'boolean' ? value : broken(at, 'a boolean', value)
`,
  ],
  [
    'within(',
    `const within = (value: number, least: number, most: number, at: string): number =>
  value >= least && value <= most ? value : broken(at, \`\${least} to \${most}\`, value)
`,
  ],
  [
    'between(',
    `const between = (value: number, above: number, below: number, at: string): number =>
  value > above && value < below ? value : broken(at, \`between \${above} and \${below}\`, value)
`,
  ],
  [
    'sized(',
    `const sized = (value: string, least: number, most: number, at: string): string => {
  let length = 0
  for (const _ of value) length++
  return length >= least && length <= most ? value : broken(at, \`\${least} to \${most} characters long\`, value)
}
`,
  ],
  [
    'matching(',
    `const matching = (value: string, pattern: RegExp, at: string): string =>
  pattern.test(value) ? value : broken(at, \`like \${pattern.source}\`, value)
`,
  ],
  [
    'oneOf(',
    `const oneOf = <const T>(value: unknown, allowed: readonly T[], at: string): T => {
  for (const each of allowed) if (each === value) return each
  return broken(at, \`one of \${JSON.stringify(allowed)}\`, value)
}
`,
  ],
  [
    'isObject(',
    `const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
`,
  ],
  [
    'object(',
    `const object = (value: unknown, at: string): Record<string, unknown> =>
  isObject(value) ? value : broken(at, 'an object', value)
`,
  ],
  [
    'has(',
    'const has = (value: unknown, name: string): boolean => isObject(value) && name in value\n',
  ],
  [
    'list(',
    `const list = <T>(value: unknown, item: (value: unknown) => T, least: number, most: number, at: string): T[] => {
  if (!Array.isArray(value)) return broken(at, 'an array', value)
  if (value.length < least || value.length > most) return broken(at, \`\${least} to \${most} items long\`, value)
  const copy: T[] = []
  for (let i = 0; i < value.length; i++) copy.push(item(value[i]))
  return copy
}
`,
  ],
  [
    'record(',
    `const record = <T>(value: unknown, item: (value: unknown) => T, at: string): { [name: string]: T } =>
  Object.fromEntries(Object.entries(object(value, at)).map(([name, each]) => [name, item(each)]))
`,
  ],
  [
    'either(',
    `const either = <A, B>(first: () => A, second: () => B): A | B => {
  try {
    return first()
  } catch {
    return second()
  }
}
`,
  ],
]

/** Component schemas that something sent is made of: replies, and the payloads of webhooks. */
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
  for (const { replies } of operations)
    for (const { edge, schema } of replies) if (!edge && schema) visit(lessEdge(schema, schemas))
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
  const statuses = operation.replies.flatMap(({ edge, schema, status }) => {
    if (edge || !schema) return []
    const type = `Extract<Reply<'${operation.id}'>, { status: ${status} }>['body']`
    const at = `${operation.id} ${status}`
    return [
      `${status}: (body: unknown): ${type} => ${emitter.expression(lessEdge(schema, schemas), 'body', at)}`,
    ]
  })
  return `${operation.id}: { ${statuses.join(', ')} }`
}

/**
 * `replies.ts`: for each operation and status, a function that checks a body against the contract
 * and copies what the contract names, in one pass. What it does not name does not come through.
 */
export const emitReplies = (document: Document, operations: readonly Operation[]): string => {
  const emitter = new CheckEmitter(document.components?.schemas ?? {})
  const sent = sentComponents(document, operations)
  const components: string[] = []
  for (const [name, schema] of inDependencyOrder(document)) {
    if (!sent.has(name)) continue
    const from = emitter.functions.length
    const code = componentFunction(emitter, name, schema)
    components.push(...emitter.functions.slice(from), code)
  }
  const from = emitter.functions.length
  const entries = operations.map((operation) =>
    operationEntry(emitter, operation, document.components?.schemas ?? {}),
  )
  components.push(...emitter.functions.slice(from))
  const payloads = readWebhooks(document).map(
    ({ name, schema }) =>
      `${key(name)}: (payload: unknown) => ${emitter.expression(schema, 'payload', name)}`,
  )
  const body = `${components.join('\n\n')}

/** The check of every body that an operation may answer with, by operation and status. */
export const replies: { [Id in OperationId]: { [status: number]: (body: unknown) => unknown } } = {
${entries.join(',\n')}
}

/** The check of every payload that is sent to a subscriber, by event. */
export const payloads = {
${payloads.join(',\n')}
}
`
  return `${banner}${head}${schemaTypes(body)}${violation}${helpersOf(helpers, body)}\n${body}`
}
