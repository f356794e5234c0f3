import type { Context, Hono } from 'hono'
import { ReplyViolation } from '../../generated/check.ts'
import {
  type Answer,
  type Endpoint,
  endpoints,
  type OperationId,
  type Operations,
  operationIds,
  type Reply,
} from '../../generated/operations.ts'
import { replies } from '../../generated/replies.ts'
import type { Protect, ProtectedHandler } from './edge.ts'
import type { Call, Env } from './env.ts'
import { pathParameters, readBody, readPath, readQuery } from './input.ts'
import { type Failure, type HeaderMap, invalidInput, json, methodNotAllowed } from './respond.ts'

/** Rewrites a path template of the document for Hono: `/orders/{id}` becomes `/orders/:id`. */
const honoPath = (path: string): string => path.replaceAll(/\{([^}]+)\}/g, ':$1')

/** The operations by method and route, and those of all other methods by route. */
const operationsByRoute = new Map<string, OperationId>()
for (const id of operationIds) {
  const { method, path, otherMethods }: Endpoint = endpoints[id]
  operationsByRoute.set(`${method} ${honoPath(path)}`, id)
  if (otherMethods) operationsByRoute.set(honoPath(path), id)
}

/** Returns the id of the operation at a method and route. HEAD is GET's unless it has its own. */
export const operationOfRoute = (method: string, route: string): string | undefined =>
  operationsByRoute.get(`${method} ${route}`) ??
  (method === 'HEAD' ? operationsByRoute.get(`GET ${route}`) : undefined) ??
  operationsByRoute.get(route)

/**
 * Finds a field of a reply that the contract does not name: its checked copy lacks it. Such fields are
 * never sent. In tests they are an error.
 * @returns the field's path, such as `body.products[0].secret`.
 */
export const findUndeclaredField = (
  given: unknown,
  copy: unknown,
  at = 'body',
): string | undefined => {
  if (typeof given !== 'object' || given === null) return undefined
  if (typeof copy !== 'object' || copy === null) return at
  const known = new Map(Object.entries(copy))
  for (const [name, value] of Object.entries(given)) {
    const where = Array.isArray(given) ? `${at}[${name}]` : `${at}.${name}`
    if (!known.has(name)) return where
    const deeper = findUndeclaredField(value, known.get(name), where)
    if (deeper) return deeper
  }
  return undefined
}

/**
 * Returns a function that checks an operation's reply and makes the response. The body sent is the
 * checked copy, without fields that the contract does not name.
 * @param strict whether an undeclared field, or a missing required header, is an error.
 */
const replySender = (id: OperationId, endpoint: Endpoint, strict: boolean) => {
  const checks = replies[id]
  return (reply: Reply<OperationId>, given: HeaderMap): Response => {
    const declared = endpoint.replies[reply.status]
    const check = checks[reply.status]
    if (!declared || declared.edge || !check)
      throw new ReplyViolation(`${id} must not answer ${reply.status}`)
    const body = check(reply.body)
    const headers = declared.headers ? Object.assign(given, declared.headers) : given
    if (strict) {
      const extra = findUndeclaredField(reply.body, body)
      if (extra) throw new ReplyViolation(`${id} ${reply.status} must not have ${extra}`)
      const missing = declared.requiredHeaders?.find((name) => headers[name] === undefined)
      if (missing) throw new ReplyViolation(`${id} ${reply.status} must have ${missing}`)
    }
    return json(reply.status, body, headers)
  }
}

export type MountOptions = {
  operations: Operations<Call>
  /** Whether a field that the contract does not declare is an error. If false, it is dropped. */
  strict: boolean
  /** Puts the edge in front of a handler. */
  protect: Protect
}

/** An operation as the handler calls it, with validated input. */
type Method = (input: unknown, call: Call) => Answer<OperationId>

/**
 * Returns a function that reads and validates an operation's input: path, then query, then body. It
 * returns the 400 of the first part that is invalid.
 */
const inputReader = (endpoint: Endpoint) => {
  const { path, pathParameters: inPath, queryParameters: inQuery, body } = endpoint
  const readJson = body?.contents[body.contentType]?.read
  const places = pathParameters(path)
  return async (
    context: Context<Env>,
    headers: HeaderMap,
  ): Promise<Response | { input: unknown }> => {
    const reject = (part: 'body' | 'parameters', failures: readonly Failure[]): Response =>
      json(400, invalidInput(endpoint, part, failures), headers)
    const { url } = context.req.raw
    const input: { path?: unknown; query?: unknown; body?: unknown } = {}
    if (inPath) {
      const read = readPath(url, places, inPath)
      if (read.failures) return reject('parameters', read.failures)
      input.path = read.value
    }
    if (inQuery) {
      const read = readQuery(url, inQuery)
      if (read.failures) return reject('parameters', read.failures)
      input.query = read.value
    }
    if (body && readJson) {
      const read = await readBody(context, body.contentType, readJson)
      if (read.failures) return reject('body', read.failures)
      input.body = read.value
    }
    return { input }
  }
}

/** Returns a handler that reads an operation's input, calls the operation and sends its reply. */
const operationHandler = (
  id: OperationId,
  { operations, strict }: MountOptions,
): ProtectedHandler => {
  const endpoint: Endpoint = endpoints[id]
  // The one cast: TypeScript cannot see that this input was read by this operation's own schemas.
  const method = operations[id] as Method
  const read = inputReader(endpoint)
  const send = replySender(id, endpoint, strict)
  const { announces } = endpoint
  return async (context, call, headers) => {
    // Every response of a deprecated operation has them (RFC 9745, RFC 8594).
    if (announces) Object.assign(headers, announces)
    const request = await read(context, headers)
    if (request instanceof Response) return request
    return send(await method.call(operations, request.input, call), headers)
  }
}

/** Returns 405 and names the methods that the path has. */
const rejectMethod =
  (allowed: readonly string[]): ProtectedHandler =>
  (_, __, headers) =>
    json(405, methodNotAllowed, { ...headers, Allow: allowed.join(', ') })

/**
 * Mounts every operation of the contract. Every other method of their paths, TRACE included, returns
 * 405, unless the document names an operation for it. Without a valid key any method returns 401.
 */
export const mountOperations = (app: Hono<Env>, options: MountOptions): void => {
  const byPath = Map.groupBy(operationIds, (id) => endpoints[id].path)
  // Literal paths come first: they own their methods (design decision 25).
  const paths = [...byPath].toSorted(
    ([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')),
  )
  for (const [path, ids] of paths) {
    const handlers = new Map<string, ProtectedHandler>(
      ids.map((id) => [endpoints[id].method, operationHandler(id, options)]),
    )
    const get = handlers.get('GET')
    if (get && !handlers.has('HEAD')) handlers.set('HEAD', get)
    const anyMethod = ids.find((id) => 'otherMethods' in endpoints[id])
    const others = anyMethod
      ? operationHandler(anyMethod, options)
      : rejectMethod([...handlers.keys()])
    // One handler for all methods: Hono calls a single one without its middleware chain.
    const handle: ProtectedHandler = (context, call, headers) =>
      (handlers.get(context.req.method) ?? others)(context, call, headers)
    app.all(honoPath(path), options.protect(handle))
  }
}
