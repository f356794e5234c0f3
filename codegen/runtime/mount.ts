import type { Context, Env, Hono } from 'hono'
import { bodyReader, headerOf, type Limits, type RequestContent, UnreadableBody } from './bodies.ts'
import type { Failure, Read } from './check.ts'
import { acceptedType } from './media-types.ts'
import {
  compilePath,
  type Parameters,
  queryReader,
  readCookies,
  readHeaders,
} from './parameters.ts'
import {
  type Alternatives,
  authenticator,
  challenges,
  type Scheme,
  type SecurityHandlers,
} from './security.ts'
import {
  type BodyCheck,
  type CheckResponses,
  type DeclaredReply,
  type HeaderMap,
  replySender,
} from './send-reply.ts'

/** An operation's declaration, as a server needs it. */
export type Endpoint = {
  method: string
  /** The path template, parameters in braces. */
  path: string
  /** The paths of the servers' URLs, where one has a path. */
  basePaths?: readonly string[]
  /** The alternatives of security schemes. An operation without them is open. */
  security?: Alternatives
  /** Whether it also handles methods that OpenAPI cannot name. */
  otherMethods?: true
  /** Headers of every response of a deprecated operation. */
  announces?: HeaderMap
  pathParameters?: Parameters
  queryParameters?: Parameters
  headerParameters?: Parameters
  cookieParameters?: Parameters
  body?: {
    required: boolean
    /** The response to an invalid body: `errors` has a list of errors, `message` a message alone. */
    invalid: string
    /** How a body is read, by content type. */
    contents: { readonly [contentType: string]: RequestContent }
  }
  /** The content types of replies that a client chooses from with `Accept`. */
  accepts?: readonly string[]
  /** Validation messages that are the response's whole message. */
  messages?: readonly string[]
  replies: { readonly [status: string]: DeclaredReply }
}

/** The tables of a generated layer. */
export type Layer = {
  endpoints: Readonly<Record<string, Endpoint>>
  replies: Readonly<Record<string, Readonly<Record<string, BodyCheck>>>>
  schemes?: Readonly<Record<string, Scheme>>
}

/** The part of a request that is not valid. */
export type Part = 'path' | 'query' | 'header' | 'cookie' | 'body'

/** Why a request does not reach its operation. */
export type Rejection = {
  status: 400 | 401 | 405 | 406 | 413 | 415
  /** All failures of the parameters, or all of the body. */
  failures: readonly (Failure & { in: Part })[]
}

/** A request that is handled. */
export type Handled<E extends Env = Env> = {
  context: Context<E>
  /** The operation; undefined for a method that its path does not have. */
  endpoint: Endpoint | undefined
  /** Headers that the response must have, such as `Allow`, and those of the guard. */
  headers: HeaderMap
}

/** Handles a request that may proceed. @param headers to be set on the response. */
export type Handler<E extends Env, Call> = (
  context: Context<E>,
  call: Call,
  headers: HeaderMap,
) => Response | Promise<Response>

/** Puts something in front of the handler of an operation, or of a path's other methods. */
export type Guard<E extends Env, Call> = (
  handler: Handler<E, Call>,
  endpoint?: Endpoint,
) => (context: Context<E>) => Response | Promise<Response>

export type MountOptions<E extends Env = Env> = {
  /** Makes the response to a request that is rejected. Default: RFC 9457's problem details. */
  onReject?: ((rejection: Rejection, handled: Handled<E>) => Response) | undefined
  /** Makes the response when an operation fails. Default: the error goes to Hono's `onError`. */
  onError?: ((error: unknown, handled: Handled<E>) => Response | Promise<Response>) | undefined
  /** Whether replies are checked. Default: true. With `strict`, an undeclared field is an error, too. */
  checkResponses?: CheckResponses
  limits?: Limits
}

/** What an operation gets besides its input. */
export type Call<Principal = undefined, E extends Env = Env> = {
  /** What the security handler returned. */
  principal: Principal
  context: Context<E>
}

/** Operations of any layer. A method accepts the input that its own endpoint has read. */
type AnyOperations<Call> = Readonly<
  Record<string, { operation(input: unknown, call: Call): unknown }['operation']>
>

const titles: Record<Rejection['status'], string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
}

/** Returns problem details of a rejection (RFC 9457). */
const problem = (
  { status, failures }: Rejection,
  { headers }: { headers: HeaderMap },
): Response => {
  const errors = failures.length > 0 ? { errors: failures } : {}
  const body = { title: titles[status], status, ...errors }
  headers['Content-Type'] = 'application/problem+json'
  return new Response(JSON.stringify(body), { status, headers })
}

/** Bounds the length of the response to an invalid request. */
const mostFailures = 1000

/** Returns the first reason of each invalid field. A whole part that is not valid has its name. */
const firstReasons = (part: Part, all: readonly Failure[]): (Failure & { in: Part })[] => {
  const reasons = new Map<string, string>()
  for (const { field, reason } of all)
    if (!reasons.has(field || part) && reasons.size < mostFailures)
      reasons.set(field || part, reason)
  return [...reasons].map(([field, reason]) => ({ in: part, field, reason }))
}

type Input = Partial<Record<Part | 'contentType' | 'accept', unknown>>
type Reader = (context: Context) => Read<unknown>

/** Returns the readers of an endpoint's parameters, by their place. */
const parameterReaders = (endpoint: Endpoint, readPath: (url: string) => Read<unknown>) => {
  const { pathParameters, queryParameters, headerParameters, cookieParameters } = endpoint
  const readers: [Part, Reader][] = []
  if (pathParameters) readers.push(['path', ({ req }) => readPath(req.raw.url)])
  if (queryParameters) {
    const read = queryReader(queryParameters)
    readers.push(['query', ({ req }) => read(req.raw.url)])
  }
  if (headerParameters)
    readers.push([
      'header',
      (context) => readHeaders(headerParameters, (name) => headerOf(context, name)),
    ])
  if (cookieParameters)
    readers.push([
      'cookie',
      (context) => readCookies(cookieParameters, headerOf(context, 'cookie')),
    ])
  return readers
}

/** Returns a handler that reads an operation's input, calls the operation and sends its reply. */
const operationHandler = <E extends Env, Call>(
  id: string,
  { layer, operations, options }: Mounting<E, Call>,
  endpoint: Endpoint,
  readPath: (url: string) => Read<unknown>,
): Handler<E, Call> => {
  const { onReject = problem, onError, checkResponses = true, limits } = options
  const { body, announces, accepts } = endpoint
  const readers = parameterReaders(endpoint, readPath)
  const readBody = body && bodyReader(body.required, body.contents, limits)
  const hasTypes = body && Object.keys(body.contents).length > 1
  const send = replySender(id, endpoint.replies, layer.replies[id] ?? {}, checkResponses)
  const reject = (
    handled: Handled<E>,
    status: Rejection['status'],
    failures: Rejection['failures'] = [],
  ) => onReject({ status, failures }, handled)

  const handle = async (handled: Handled<E>, call: Call): Promise<Response> => {
    const { context, headers } = handled
    const input: Input = {}
    try {
      let failures: (Failure & { in: Part })[] | undefined
      for (const [part, read] of readers) {
        const result = read(context)
        if (result.failures)
          failures = [...(failures ?? []), ...firstReasons(part, result.failures)]
        else input[part] = result.value
      }
      if (failures) return reject(handled, 400, failures)
      if (accepts) {
        input.accept = acceptedType(headerOf(context, 'accept'), accepts)
        if (input.accept === undefined) return reject(handled, 406)
      }
      if (readBody) {
        const read = await readBody(context)
        if (read.failures) return reject(handled, 400, firstReasons('body', read.failures))
        input.body = read.value
        if (hasTypes) input.contentType = read.contentType
      }
      const reply = await operations[id]?.(input, call)
      const response = send(reply, headers)
      // Hono drops the body of a response to HEAD without reading it.
      if (context.req.method === 'HEAD') await response.body?.cancel()
      return response
    } catch (error) {
      if (error instanceof UnreadableBody)
        return reject(handled, error.status, [{ in: 'body', field: 'body', reason: error.message }])
      if (onError) return onError(error, handled)
      throw error
    }
  }

  return (context, call, headers) => {
    // Every response of a deprecated operation has them (RFC 9745, RFC 8594).
    if (announces) Object.assign(headers, announces)
    return handle({ context, endpoint, headers }, call)
  }
}

type Mounting<E extends Env, Call> = {
  layer: Layer
  operations: AnyOperations<Call>
  options: MountOptions<E>
}

/**
 * Registers every operation of a layer on a Hono app. Every other method of their paths is rejected
 * with 405, unless the document names an operation for it.
 * @param guard decides which requests proceed, and what operations get besides their input.
 */
export const mountGuarded = <E extends Env, Call>(
  app: Hono<E>,
  layer: Layer,
  operations: AnyOperations<Call>,
  options: MountOptions<E> & { guard: Guard<E, Call> },
): void => {
  const { guard, onReject = problem } = options
  const mounting = { layer, operations, options }
  const mounted = Object.entries(layer.endpoints).flatMap(([id, endpoint]) =>
    (endpoint.basePaths ?? ['']).map((basePath) => {
      const path = compilePath(`${basePath}${endpoint.path}`, endpoint.pathParameters)
      return { id, endpoint, path, handler: operationHandler(id, mounting, endpoint, path.read) }
    }),
  )
  // Literal segments come first: a literal path owns its methods.
  const sorted = [...mounted].sort(({ path: a }, { path: b }) =>
    a.rank < b.rank ? -1 : Number(a.rank > b.rank),
  )
  for (const shape of new Set(sorted.map(({ path }) => path.shape))) {
    const all = sorted.filter(({ path }) => path.shape === shape)
    const handlers = new Map(
      all.map(({ endpoint, handler }) => [endpoint.method, guard(handler, endpoint)]),
    )
    const get = handlers.get('GET')
    if (get && !handlers.has('HEAD')) handlers.set('HEAD', get)
    const allowed = { Allow: [...handlers.keys()].join(', ') }
    const other = all.find(({ endpoint }) => endpoint.otherMethods)
    const others = other
      ? guard(other.handler, other.endpoint)
      : guard((context, _, headers) => {
          const handled = { context, endpoint: undefined, headers }
          Object.assign(headers, allowed)
          return onReject({ status: 405, failures: [] }, handled)
        })
    // One handler for all methods: Hono calls a single one without its middleware chain.
    const route = all[0]?.path.route ?? ''
    app.all(route, (context) => (handlers.get(context.req.method) ?? others)(context))
  }
}

/**
 * Registers every operation of a layer on a Hono app, with the document's security.
 * @param security the handlers of the security schemes.
 */
export const mountLayer = <Principal, E extends Env>(
  app: Hono<E>,
  layer: Layer,
  operations: AnyOperations<Call<Principal | undefined, E>>,
  options: MountOptions<E> & { security: SecurityHandlers<Principal, E> },
): void => {
  const { security, onReject = problem, onError } = options
  const { schemes = {} } = layer
  const guard: Guard<E, Call<Principal | undefined, E>> = (handler, endpoint) => {
    const alternatives = endpoint?.security
    if (!alternatives || alternatives.length === 0)
      return (context) => handler(context, { principal: undefined, context }, {})
    const authenticate = authenticator(alternatives, schemes, security)
    const challenge = challenges(alternatives, schemes)
    const authenticated = async (context: Context<E>) => {
      try {
        return await authenticate(context)
      } catch (error) {
        if (onError) return onError(error, { context, endpoint, headers: {} })
        throw error
      }
    }
    return async (context) => {
      const found = await authenticated(context)
      if (found instanceof Response) return found
      if (found) return handler(context, { ...found, context }, {})
      const headers: HeaderMap = challenge === undefined ? {} : { 'WWW-Authenticate': challenge }
      return onReject({ status: 401, failures: [] }, { context, endpoint, headers })
    }
  }
  mountGuarded(app, layer, operations, { ...options, guard })
}
