import type { Context, Env, Hono } from 'hono'
import { bodyReader, type Limits, type RequestContent, UnreadableBody } from './bodies.ts'
import type { Failure, Read } from './check.ts'
import { acceptedType } from './media-types.ts'
import {
  compilePath,
  cookieReader,
  headerOf,
  headerReader,
  type Parameters,
  queryReader,
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

/** The places of parameters, in the order in which they are read. */
const places = ['path', 'query', 'header', 'cookie'] as const

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
  parameters?: { readonly [P in (typeof places)[number]]?: Parameters }
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
export type Part = (typeof places)[number] | 'body'

type PartFailure = Failure & { in: Part }

/** Why a request does not reach its operation. */
export type Rejection = {
  status: 400 | 401 | 405 | 406 | 413 | 415
  /** All failures of the parameters, or all of the body. */
  failures: readonly PartFailure[]
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
const firstReasons = (part: Part, all: readonly Failure[]): PartFailure[] => {
  const reasons = new Map<string, string>()
  for (const { field, reason } of all)
    if (!reasons.has(field || part) && reasons.size < mostFailures)
      reasons.set(field || part, reason)
  return [...reasons].map(([field, reason]) => ({ in: part, field, reason }))
}

/** Returns a handler that reads an operation's input, calls the operation and sends its reply. */
const operationHandler = <E extends Env, Call>(
  id: string,
  endpoint: Endpoint,
  readPath: (context: Context) => Read<unknown>,
  { layer, operations, options }: Mounting<E, Call>,
): Handler<E, Call> => {
  const { onReject = problem, checkResponses = true, limits } = options
  const { body, announces, accepts, replies } = endpoint
  const { path, query, header, cookie } = endpoint.parameters ?? {}
  const readers = {
    path: path && readPath,
    query: query && queryReader(query),
    header: header && headerReader(header),
    cookie: cookie && cookieReader(cookie),
  }
  const readBody = body && bodyReader(body.required, body.contents, limits)
  const hasTypes = body && Object.keys(body.contents).length > 1
  const send = replySender(id, replies, layer.replies[id] ?? {}, checkResponses)

  return async (context, call, headers) => {
    const handled = { context, endpoint, headers }
    const reject = (status: Rejection['status'], failures: Rejection['failures'] = []) =>
      onReject({ status, failures }, handled)
    // Every response of a deprecated operation has them (RFC 9745, RFC 8594).
    if (announces) Object.assign(headers, announces)
    const input: Partial<Record<Part | 'contentType' | 'accept', unknown>> = {}
    const failures: PartFailure[] = []
    try {
      for (const part of places) {
        const read = readers[part]?.(context)
        if (read?.failures) failures.push(...firstReasons(part, read.failures))
        else if (read) input[part] = read.value
      }
      if (failures.length > 0) return reject(400, failures)
      if (accepts) {
        input.accept = acceptedType(headerOf(context, 'accept'), accepts)
        if (input.accept === undefined) return reject(406)
      }
      if (readBody) {
        const read = await readBody(context)
        if (read.failures) return reject(400, firstReasons('body', read.failures))
        input.body = read.value
        if (hasTypes) input.contentType = read.contentType
      }
      const response = send(await operations[id]?.(input, call), headers)
      // Hono drops the body of a response to HEAD without reading it.
      if (context.req.method === 'HEAD') await response.body?.cancel()
      return response
    } catch (error) {
      if (error instanceof UnreadableBody)
        return reject(error.status, [{ in: 'body', field: 'body', reason: error.message }])
      throw error
    }
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
  options: Omit<MountOptions<E>, 'onError'> & { guard: Guard<E, Call> },
): void => {
  const { guard, onReject = problem } = options
  const mounting = { layer, operations, options }
  const mounted = Object.entries(layer.endpoints).flatMap(([id, endpoint]) =>
    (endpoint.basePaths ?? ['']).map((basePath) => {
      const path = compilePath(`${basePath}${endpoint.path}`, endpoint.parameters?.path)
      return { id, endpoint, path, handler: operationHandler(id, endpoint, path.read, mounting) }
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
          Object.assign(headers, allowed)
          return onReject({ status: 405, failures: [] }, { context, endpoint: undefined, headers })
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
    const alternatives = endpoint?.security ?? []
    const isOpen = alternatives.length === 0
    const authenticate = authenticator(alternatives, schemes, security)
    const challenge = challenges(alternatives, schemes)
    return async (context) => {
      const headers: HeaderMap = {}
      const handled = { context, endpoint, headers }
      try {
        const found = isOpen ? { principal: undefined } : await authenticate(context)
        if (found) return await handler(context, { ...found, context }, headers)
        if (challenge !== undefined) headers['WWW-Authenticate'] = challenge
        return onReject({ status: 401, failures: [] }, handled)
      } catch (error) {
        if (onError) return onError(error, handled)
        throw error
      }
    }
  }
  mountGuarded(app, layer, operations, { ...options, guard })
}
