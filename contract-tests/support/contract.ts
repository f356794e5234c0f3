import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Document, Schema } from '../../packages/openapi-hono/model/document.ts'
import {
  type Operation,
  type Reply,
  readOperations,
} from '../../packages/openapi-hono/model/model.ts'
import type { Received, Sent } from './http.ts'

export const document: Document = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
)

export const operations: readonly Operation[] = readOperations(document)

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

/** How a response breaks the contract. */
export type Problem = {
  part: 'status' | 'headers' | 'body'
  /** The problem without the values of this response. Responses with one cause can be fixed at once. */
  cause: string
  /** The problem with the request and the values. */
  message: string
}

/**
 * Returns each way in which a response breaks the contract, once for each cause. For a path outside the contract,
 * checks the error responses alone.
 */
export const problemsOf = (sent: Sent, received: Received): Problem[] => {
  const operation = operationOf(sent)
  const { status } = received
  const what = `${sent.method ?? 'GET'} ${sent.path}: ${status}`
  const reply = operation
    ? operation.replies.find((each) => each.status === status)
    : outside(status)
  const isCounted = operation !== undefined || /^\/v1(\/|$)/.test(sent.path)
  // Every reply has the same headers of the edge, so those of an undeclared one can be checked too.
  const { headers = [] } = reply ?? operations[0]?.replies[0] ?? {}
  const inHeaders = (isCounted ? headers : []).flatMap(({ name, schema }) =>
    headerProblem(name, schema, received.headers[name.toLowerCase()]),
  )
  const undeclared: Found = {
    part: 'status',
    cause: `${status} is not declared${operation ? '' : ' outside the contract'}`,
    what: `is not declared for ${operation?.id ?? 'a path outside the contract'}`,
  }
  const inBody = reply && sent.method !== 'HEAD' ? bodyProblems(reply, received) : []
  const found = [...(reply ? [] : [undeclared]), ...inHeaders, ...inBody]
  const byCause = new Map(found.map((each) => [each.cause, each]))
  return [...byCause.values()].map(({ part, cause, what: how }) => ({
    part,
    cause,
    message: `${what} ${how}`,
  }))
}

/** Describes how a response breaks the contract first; undefined if it does not. */
export const problemOf = (sent: Sent, received: Received): string | undefined =>
  problemsOf(sent, received)[0]?.message

function isMatch(template: string, path: string): boolean {
  const parts = template.split('/')
  const segments = path.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, i) => (part.startsWith('{') ? segments[i] !== '' : part === segments[i]))
  )
}

/** The response declared for a path or method outside the contract: 400, 404, 405 or one of the edge's. */
function outside(status: number): Reply | undefined {
  const declared = operations[0]?.replies.find((reply) => reply.edge && reply.status === status)
  if (declared) return declared
  if (![400, 404, 405].includes(status)) return undefined
  const like = operations[0]?.replies.find((reply) => reply.status === 500)
  return like && { ...like, status }
}

type Found = Omit<Problem, 'message'> & { what: string }

function headerProblem(name: string, schema: Schema, given: unknown): Found[] {
  const part = 'headers'
  if (typeof given !== 'string')
    return [{ part, cause: `response lacks ${name}`, what: `lacks the header ${name}` }]
  const value = schema.type === 'integer' && /^\d+$/.test(given) ? Number(given) : given
  // One of several directives, in any case (RFC 9111 §5.2).
  const values = name === 'Cache-Control' ? given.toLowerCase().split(/\s*,\s*/) : [value]
  if (values.some((each) => validator(schema)(each))) return []
  return [{ part, cause: `response has an invalid ${name}`, what: `has ${name}: ${given}` }]
}

/** Describes an error of a schema by the field that must change, wherever a body has it. */
function causeOf({ keyword, params, instancePath, message = '' }: ErrorObject): string {
  if (keyword === 'required') return `body lacks \`${params.missingProperty}\``
  if (keyword === 'additionalProperties')
    return `body has the undeclared \`${params.additionalProperty}\``
  const field = instancePath.split('/').findLast((step) => /\D/.test(step))
  return `${field === undefined ? 'body' : `\`${field}\``} ${message}`
}

function bodyProblems(reply: Reply, { status, text, headers }: Received): Found[] {
  const part = 'body'
  const [type = ''] = String(headers['content-type'] ?? '').split(';')
  if (!sameMediaType(type, reply.contentType ?? '')) {
    const what = `is ${type || 'without a content type'}, not ${reply.contentType}`
    return [{ part, cause: `${status} ${what}`, what }]
  }
  let body: unknown = text
  if (reply.contentType === 'application/json')
    try {
      body = JSON.parse(text)
    } catch {
      return [{ part, cause: `${status} is not JSON`, what: `is not JSON: ${text.slice(0, 300)}` }]
    }
  const validate = reply.schema && validator(reply.schema)
  if (!validate || validate(body)) return []
  return (validate.errors ?? []).map((error) => ({
    part,
    cause: causeOf(error),
    what: `does not match its schema: ${error.instancePath || 'the body'} ${error.message} in ${text.slice(0, 300)}`,
  }))
}

/** Compiles a schema of the document. Its `$ref`s resolve against the whole document. */
export function validator(schema: Schema): ValidateFunction {
  const found = compiled.get(schema)
  if (found) return found
  const absolute: Schema = JSON.parse(
    JSON.stringify(withUtc(schema)).replaceAll('"#/components/', '"document#/components/'),
  )
  const validate = ajv.compile(absolute)
  compiled.set(schema, validate)
  return validate
}

const compiled = new Map<Schema, ValidateFunction>()

/** The formats of the document, each as its standard has it. */
const formats = {
  'date-time': isTimestamp,
  /** The document's guarantees promise UTC for every time that the server writes itself. */
  'UTC date-time': (text: string) => isTimestamp(text) && /(Z|\+00:00)$/.test(text),
  /** The bounds of an integer are checked instead. */
  int64: true as const,
}

/** The fields with times that a server writes itself. `expiresAt` is returned as it was sent. */
export const timeFields = new Set<string>()

const ajv = new Ajv2020({ allErrors: true, strict: false, formats })
ajv.addSchema(withUtc(document), 'document')

/** Returns a part of the document in which the times that a server writes itself are in UTC. */
function withUtc<Part>(part: Part): Part {
  return JSON.parse(JSON.stringify(part), (name, value) => {
    if (value?.format !== 'date-time' || name === 'expiresAt') return value
    timeFields.add(name)
    return { ...value, format: 'UTC date-time' }
  })
}

/** Whether two media types are equal, as HTTP compares them: the case of letters and the spaces do not count. */
export const sameMediaType = (a: string, b: string): boolean => normalized(a) === normalized(b)

/** Whether a text is an RFC 3339 timestamp of a day that exists. */
function isTimestamp(text: string): boolean {
  const [, day = ''] =
    /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.exec(
      text,
    ) ?? []
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

function normalized(type: string): string {
  return type
    .toLowerCase()
    .replaceAll(/\s*;\s*/g, ';')
    .replaceAll('"', '')
    .trim()
}
