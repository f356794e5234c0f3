import type { Context, Hono } from 'hono'
import {
  type Answer,
  type DeclaredReply,
  type Endpoint,
  endpoints,
  type OperationId,
  type Operations,
  operationIds,
  type Reply,
} from '../../../generated/operations.ts'
import { replies } from '../../../generated/replies.ts'
import { ReplyViolation } from '../../../generated/reply-checks.ts'
import type { Call, Env } from '../kit/env.ts'
import {
  type Failure,
  type HeaderMap,
  invalidInput,
  json,
  methodNotAllowed,
} from '../kit/respond.ts'
import { markFinal } from '../kit/router.ts'
import { type Protect, type ProtectedHandler, withDeprecationHeaders } from './edge.ts'
import { pathParameters, readBody, readPath, readQuery } from './input.ts'

/** Rewrites a path template of the document for Hono: `/orders/{id}` becomes `/orders/:id`. */
const honoPath = (path: string): string => path.replaceAll(/\{([^}]+)\}/g, ':$1')

const byMethod = new Map(
  operationIds.map((id) => [`${endpoints[id].method} ${honoPath(endpoints[id].path)}`, id]),
)

const ofOtherMethods = new Map(
  operationIds.flatMap((id) => {
    const endpoint: Endpoint = endpoints[id]
    return endpoint.otherMethods ? [[honoPath(endpoint.path), id]] : []
  }),
)

/** Returns the id of the operation at a method and route. HEAD is GET's unless it has its own. */
export const operationOfRoute = (method: string, route: string): string | undefined =>
  byMethod.get(`${method} ${route}`) ??
  (method === 'HEAD' ? byMethod.get(`GET ${route}`) : undefined) ??
  ofOtherMethods.get(route)

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

/** Finds the first header that the contract requires of a reply and that is not set. */
const missingHeader = (declared: DeclaredReply, headers: HeaderMap): string | undefined =>
  declared.requiredHeaders?.find((name) => headers[name] === undefined)

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
      const missing = missingHeader(declared, headers)
      if (missing) throw new ReplyViolation(`${id} ${reply.status} must have ${missing}`)
    }
    return json(reply.status, body, headers)
  }
}

type OperationOptions = {
  operations: Operations<Call>
  /** Whether a field that the contract does not declare is an error. If false, it is dropped. */
  strict: boolean
}

/** An operation as the handler calls it, with validated input. */
type Method = (input: unknown, call: Call) => Answer<OperationId>

/**
 * Returns a function that reads and validates an operation's input: path, then query, then body. It
 * returns the 400 of the first part that is invalid.
 */
const inputReader = (endpoint: Endpoint) => {
  const { path, pathParameters: pathSchema, queryParameters: querySchema, body } = endpoint
  const places = pathParameters(path)
  const reject = (
    part: 'body' | 'parameters',
    failures: readonly Failure[],
    headers: HeaderMap,
  ): Response => json(400, invalidInput(endpoint, part, failures), headers)
  return async (
    context: Context<Env>,
    headers: HeaderMap,
  ): Promise<Response | { input: unknown }> => {
    const { url } = context.req.raw
    const input: { path?: unknown; query?: unknown; body?: unknown } = {}
    if (pathSchema) {
      const read = readPath(url, places, pathSchema)
      if (read.failures) return reject('parameters', read.failures, headers)
      input.path = read.value
    }
    if (querySchema) {
      const read = readQuery(url, querySchema)
      if (read.failures) return reject('parameters', read.failures, headers)
      input.query = read.value
    }
    if (body) {
      const read = await readBody(context, body.contentType, body.schema)
      if (read.failures) return reject('body', read.failures, headers)
      input.body = read.value
    }
    return { input }
  }
}

/** Returns a handler that reads an operation's input, calls the operation and sends its reply. */
const operationHandler = (
  id: OperationId,
  { operations, strict }: OperationOptions,
): ProtectedHandler => {
  const endpoint: Endpoint = endpoints[id]
  // The one cast: TypeScript cannot see that this input was read by this operation's own schemas.
  const method = operations[id] as Method
  const read = inputReader(endpoint)
  const send = replySender(id, endpoint, strict)
  return withDeprecationHeaders(endpoint, async (context, call, headers) => {
    const request = await read(context, headers)
    if (request instanceof Response) return request
    return send(await method.call(operations, request.input, call), headers)
  })
}

export type MountOptions = OperationOptions & {
  /** Puts the edge in front of a handler. */
  protect: Protect
}

/** Groups operations by path. Literal paths come first: they own their methods (design decision 25). */
const operationsByPath = (): [string, OperationId[]][] => {
  const paths = new Map<string, OperationId[]>()
  for (const id of operationIds) {
    const { path } = endpoints[id]
    paths.set(path, [...(paths.get(path) ?? []), id])
  }
  return [...paths].toSorted(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
}

/** Returns 405 and names the methods that the path has. */
const rejectMethod =
  (allow: string): ProtectedHandler =>
  (_, __, headers) =>
    json(405, methodNotAllowed, { ...headers, Allow: allow })

/**
 * Mounts every operation of the contract. Every other method of their paths, TRACE included, returns
 * 405, unless the document names an operation for it. Without a valid key any method returns 401.
 */
export const mountOperations = (app: Hono<Env>, options: MountOptions): void => {
  const { protect } = options
  for (const [path, ids] of operationsByPath()) {
    const route = honoPath(path)
    const handlers = new Map(ids.map((id) => [endpoints[id].method, operationHandler(id, options)]))
    const head = handlers.get('HEAD')
    for (const [method, handler] of handlers) {
      // Hono runs the GET handler for HEAD.
      const getOrHead: ProtectedHandler =
        method === 'GET' && head
          ? (context, call, headers) =>
              (context.req.method === 'HEAD' ? head : handler)(context, call, headers)
          : handler
      app.on(method, route, markFinal(protect(getOrHead)))
    }
    const allow = new Set([...handlers.keys(), ...(handlers.has('GET') ? ['HEAD'] : [])])
    const anyMethod = ids.find((id) => 'otherMethods' in endpoints[id])
    const otherMethods = anyMethod
      ? operationHandler(anyMethod, options)
      : rejectMethod([...allow].join(', '))
    app.all(route, markFinal(protect(otherMethods)))
  }
}
