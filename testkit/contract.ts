import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Document, Schema } from '../codegen/model/document.ts'
import { type Operation, type Reply, readOperations, readWebhooks } from '../codegen/model/model.ts'
import type { Received, Sent } from './http.ts'

/** The bundled document. */
export const document: Document = JSON.parse(
  readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8'),
)

/** The operations of the bundled document. */
export const operations: readonly Operation[] = readOperations(document)

/** The events of the bundled document. */
export const events = readWebhooks(document)

const ajv = new Ajv2020({ strict: false, formats: { 'date-time': isTimestamp } })
ajv.addSchema(document, 'document')

function isTimestamp(text: string): boolean {
  return !Number.isNaN(Date.parse(text))
}

const compiled = new Map<Schema, ValidateFunction>()

/** Compiles a schema of the document. Its `$ref`s resolve against the whole document. */
const validator = (schema: Schema): ValidateFunction => {
  const found = compiled.get(schema)
  if (found) return found
  const absolute: Schema = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'),
  )
  const validate = ajv.compile(absolute)
  compiled.set(schema, validate)
  return validate
}

const isMatch = (template: string, path: string): boolean => {
  const parts = template.split('/')
  const segments = path.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, i) => (part.startsWith('{') ? segments[i] !== '' : part === segments[i]))
  )
}

/** Finds the operation of a request. A path without parameters takes precedence over one with parameters. */
export const operationOf = ({ method = 'GET', path }: Sent): Operation | undefined => {
  const [plain = ''] = path.split(/[?#]/)
  const matching = operations.filter((operation) => isMatch(operation.path, plain))
  const literal = matching.filter((operation) => operation.path === plain)
  const candidates = literal.length > 0 ? literal : matching
  const named = (wanted: string) =>
    candidates.find((operation) => operation.method.toUpperCase() === wanted)
  const head = method === 'HEAD' ? named('GET') : undefined
  return named(method) ?? head ?? candidates.find((operation) => operation.otherMethods)
}

const headerProblem = (name: string, schema: Schema, given: unknown): string | undefined => {
  if (typeof given !== 'string') return `lacks the header ${name}`
  const value = schema.type === 'integer' ? Number(given) : given
  return validator(schema)(value) ? undefined : `has ${name}: ${given}`
}

const bodyProblem = (reply: Reply, { text, headers }: Received): string | undefined => {
  const type = String(headers['content-type'] ?? '')
  if (type.split(';')[0] !== reply.contentType) return `is ${type}, not ${reply.contentType}`
  let body: unknown = text
  if (reply.contentType === 'application/json')
    try {
      body = JSON.parse(text)
    } catch {
      return `is not JSON: ${text}`
    }
  const validate = reply.schema && validator(reply.schema)
  if (!validate || validate(body)) return undefined
  return `does not match its schema: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`
}

/** Describes how a response breaks the contract; undefined if it does not.
 * For a path outside the contract, checks the error responses alone. */
export const problemOf = (sent: Sent, received: Received): string | undefined => {
  const operation = operationOf(sent)
  const isHead = sent.method === 'HEAD'
  const what = `${sent.method ?? 'GET'} ${sent.path}: ${received.status}`
  const reply = operation
    ? operation.replies.find(({ status }) => status === received.status)
    : outside(received.status)
  if (!reply) return `${what} is not declared for ${operation?.id ?? 'a path outside the contract'}`
  const isCounted = operation !== undefined || /^\/v1(\/|$)/.test(sent.path)
  for (const { name, schema } of isCounted ? reply.headers : []) {
    const problem = headerProblem(name, schema, received.headers[name.toLowerCase()])
    if (problem) return `${what} ${problem}`
  }
  const problem = isHead ? undefined : bodyProblem(reply, received)
  return problem && `${what} ${problem}`
}

/** The response declared for a path or method outside the contract: 400, 404, 405 or one of the edge's. */
const outside = (status: number): Reply | undefined => {
  const declared = operations[0]?.replies.find((reply) => reply.edge && reply.status === status)
  if (declared) return declared
  if (![400, 404, 405].includes(status)) return undefined
  const like = operations[0]?.replies.find((reply) => reply.status === 500)
  return like && { ...like, status }
}
