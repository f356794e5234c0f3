// Generated from the OpenAPI document. Do not edit.

import type { Context, Env, Hono, Next } from 'hono'
import {
  type BadRequest,
  declaredRejection,
  type Part,
  type PartFailure,
  problem,
} from './bad-request.ts'
import { bodyReader, type Limits, type RequestContent, UnreadableBody } from './bodies.ts'
import { type Failure, ReplyViolation } from './check.ts'
import type { Parameters } from './parameters.ts'
import { type CompiledPath, compilePath } from './path.ts'
import type { Alternatives, Authenticator, SecurityHandlers } from './security.ts'
import {
  type BodyCheck,
  type CheckResponses,
  type DeclaredReply,
  type HeaderMap,
  type PlainReply,
  type Respond,
  replySender,
} from './send-reply.ts'

export type { BadRequest }

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
  /** Returns the content type of a reply that a client prefers by its `Accept`; undefined if it accepts none. */
  accepts?: (accept: string | undefined) => string | undefined
  /** Validation messages that are the response's whole message. */
  messages?: readonly string[]
  replies: { readonly [status: string]: DeclaredReply }
}

/** The tables of a generated layer. */
export type Layer = {
  endpoints: Readonly<Record<string, Endpoint>>
  replies: Readonly<Record<string, Readonly<Record<string, BodyCheck>>>>
  /** Checks the credentials of requests. A layer without it has operations that are open alone. */
  authenticator?: Authenticator
}

export type Handled<E extends Env = Env> = {
  context: Context<E>
  /** The operationId; undefined for a method that its path does not have. */
  id?: string | undefined
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

export type Reject<E extends Env> = (
  rejection: BadRequest,
  handled: Omit<Handled<E>, 'id' | 'endpoint'>,
) => Response | Promise<Response>

/**
 * Puts something in front of the handler of an operation, or of a path's other methods.
 * @param reject rejects a request before its handler is called.
 */
export type Guard<E extends Env, Call> = (
  handler: Handler<E, Call>,
  endpoint: Endpoint | undefined,
  reject: Reject<E>,
) => (context: Context<E>) => Response | Promise<Response>

export type MountOptions<E extends Env = Env, Rejected = PlainReply> = {
  /**
   * Makes the response to a request that is rejected, or returns a reply that the operation declares.
   * @example
   * onReject: ({ status, failures }, { id }) =>
   *   id === 'buyTicket' ? { status: 422, body: { errors: failures } } : new Response(null, { status })
   */
  onReject?: ((rejection: BadRequest, handled: Handled<E>) => Response | Rejected) | undefined
  /**
   * What is sent without `onReject`. `problem`, the default, sends problem details (RFC 9457). `declared`
   * sends the reply that an operation declares, with 400 or 422 for input, and problem details where it
   * declares none.
   */
  rejections?: 'problem' | 'declared' | undefined
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
export type AnyOperations<Call> = Readonly<
  Record<string, { operation(input: unknown, call: Call): unknown }['operation']>
>

/**
 * Registers every operation of a layer on a Hono app, with the document's security. `mount` of a
 * generated layer calls it with the layer's types.
 * @param security the handlers of the security schemes.
 * @example
 * mountLayer(app, { endpoints, replies, authenticator }, operations, {
 *   security: { staffKey: (key) => staff.get(key) },
 * })
 */
export const mountLayer = <Principal, E extends Env>(
  app: Hono<E>,
  layer: Layer,
  operations: AnyOperations<Call<Principal | undefined, E>>,
  options: MountOptions<E> & { security: SecurityHandlers<Principal, E> },
): void => {
  const { security, onError } = options
  const guard: Guard<E, Call<Principal | undefined, E>> = (handler, endpoint, reject) => {
    const alternatives = endpoint?.security
    const authenticate = alternatives && layer.authenticator?.(alternatives, security)
    return async (context) => {
      const headers: HeaderMap = {}
      try {
        const found = await authenticate?.(context)
        if (!found?.rejection)
          return await handler(context, { principal: found?.principal, context }, headers)
        if (found.challenge !== undefined) headers['WWW-Authenticate'] = found.challenge
        return await reject(found.rejection, { context, headers })
      } catch (error) {
        if (onError) return onError(error, { context, endpoint, headers })
        throw error
      }
    }
  }
  mountGuarded(app, layer, operations, { ...options, guard })
}

/**
 * Registers every operation of a layer on a Hono app. Every other method of their paths goes to the app's next
 * handler, such as that of another layer, and is rejected with 405 if there is none.
 * @param guard decides which requests proceed, and the second argument of operations.
 * @param respond makes the responses of operations. One that is not the default does without the headers
 *   that were set on Hono's context, which takes a few microseconds.
 * @example
 * mountGuarded(app, { endpoints, replies }, operations, {
 *   guard: (handler) => (context) => handler(context, { user: userOf(context) }, {}),
 * })
 */
export const mountGuarded = <E extends Env, Call>(
  app: Hono<E>,
  layer: Layer,
  operations: AnyOperations<Call>,
  options: Omit<MountOptions<E>, 'onError'> & { guard: Guard<E, Call>; respond?: Respond },
): void => {
  const { checkResponses = true, limits, respond } = options
  const mounted = Object.entries(layer.endpoints).flatMap(([id, endpoint]) => {
    const checks = layer.replies[id] ?? {}
    const send = replySender(id, endpoint.replies, checks, checkResponses, respond)
    const reject = rejecter(options, { id, endpoint, checks, send })
    const call = (input: unknown, given: Call) => operations[id]?.(input, given)
    return (endpoint.basePaths ?? ['']).map((basePath) => {
      const path = compilePath(`${basePath}${endpoint.path}`, endpoint.parameters?.path?.declared)
      const mounted = { endpoint, path, limits, send, reject }
      const handler = operationHandler(mounted, call)
      return { endpoint, path, guarded: options.guard(handler, endpoint, reject) }
    })
  })
  const rejectOther = rejecter(options)
  // How the first path of a request rejects it. A literal path owns its methods: no other operation gets them.
  const rejections = new WeakMap<Context, (context: Context<E>) => Response | Promise<Response>>()
  // Literal segments come first: a literal path owns its methods.
  const sorted = [...mounted].sort(({ path: a }, { path: b }) =>
    a.rank < b.rank ? -1 : Number(a.rank > b.rank),
  )
  for (const shape of new Set(sorted.map(({ path }) => path.shape))) {
    const all = sorted.filter(({ path }) => path.shape === shape)
    const handlers = new Map(all.map(({ endpoint, guarded }) => [endpoint.method, guarded]))
    const get = handlers.get('GET')
    if (get && !handlers.has('HEAD')) handlers.set('HEAD', get)
    const allowed = { Allow: [...handlers.keys()].join(', ') }
    const reject405: Handler<E, Call> = (context, _, headers) =>
      rejectOther(
        { status: 405, failures: [] },
        { context, headers: Object.assign(headers, allowed) },
      )
    const other = all.find(({ endpoint }) => endpoint.otherMethods)?.guarded
    const others = other ?? options.guard(reject405, undefined, rejectOther)
    // One handler for all methods: Hono calls a single one without its middleware chain. Two parameters are those of
    // middleware.
    const route = all[0]?.path.route ?? ''
    app.all(route, (context, ...[next]) => {
      const rejection = rejections.get(context)
      const handler = rejection ? undefined : handlers.get(context.req.method)
      if (handler) return handler(context)
      const { matchedRoutes, routeIndex } = context.req
      if (other || routeIndex === matchedRoutes.length - 1) return (rejection ?? others)(context)
      rejections.set(context, others)
      return nextResponse(context, next)
    })
  }
}

async function nextResponse(context: Context, next: Next): Promise<Response> {
  await next()
  return context.res
}

type Send = ReturnType<typeof replySender>

function rejecter<E extends Env>(
  { onReject, rejections }: MountOptions<E>,
  operation?: {
    id: string
    endpoint: Endpoint
    checks: Readonly<Record<string, BodyCheck>>
    send: Send
  },
): Reject<E> {
  const { id, endpoint, checks = {}, send } = operation ?? {}
  return (rejection, { context, headers }) => {
    const declared = () =>
      endpoint && rejections === 'declared'
        ? declaredRejection(rejection, endpoint.replies, checks, context)
        : undefined
    const reply = onReject?.(rejection, { context, id, endpoint, headers }) ?? declared()
    if (reply === undefined) return problem(rejection, { context, headers })
    if (isResponse(reply)) return reply
    if (send) return send(context, reply, headers)
    throw new ReplyViolation(
      'A method that a path does not have can only be rejected by a Response',
    )
  }
}

/** Whether a value is a response. Node has several classes of them. */
function isResponse(value: Response | PlainReply): value is Response {
  return 'bodyUsed' in value
}

/** The places of parameters, in the order in which they are read. */
const places = ['path', 'query', 'querystring', 'header', 'cookie'] as const

type Operation<E extends Env> = {
  endpoint: Endpoint
  path: CompiledPath
  limits: Limits | undefined
  send: Send
  reject: Reject<E>
}

function operationHandler<E extends Env, Call>(
  { endpoint, path, limits, send, reject }: Operation<E>,
  call: (input: unknown, call: Call) => unknown,
): Handler<E, Call> {
  const { body, announces, accepts } = endpoint
  const parts = places.flatMap((part) => {
    const declared = endpoint.parameters?.[part]
    return declared ? [[part, declared] as const] : []
  })
  const readBody = body && bodyReader(body.required, body.contents, limits)
  const hasTypes = body && Object.keys(body.contents).length > 1

  return async (context, given, headers) => {
    const rejected = (status: BadRequest['status'], failures: BadRequest['failures'] = []) =>
      reject({ status, failures }, { context, headers })
    // Every response of a deprecated operation has them (RFC 9745, RFC 8594).
    if (announces) Object.assign(headers, announces)
    const input: Partial<Record<Part | 'contentType' | 'accept', unknown>> = {}
    const failures: PartFailure[] = []
    try {
      for (const [part, declared] of parts) {
        const read = declared.read(context, path)
        if (read.failures) failures.push(...firstReasons(part, read.failures))
        else input[part] = read.value
      }
      if (failures.length > 0) return rejected(400, failures)
      if (accepts) {
        input.accept = accepts(context.req.header('Accept'))
        if (input.accept === undefined) return rejected(406)
      }
      if (readBody) {
        const read = await readBody(context)
        if (read.failures) return rejected(400, firstReasons('body', read.failures))
        input.body = read.value
        if (hasTypes) input.contentType = read.contentType
      }
      return await send(context, await call(input, given), headers)
    } catch (error) {
      if (error instanceof UnreadableBody)
        return rejected(error.status, [{ in: 'body', field: 'body', reason: error.message }])
      throw error
    }
  }
}

/** Bounds the length of the response to an invalid request. */
const maxFailures = 1000

/** Returns the first reason of each invalid field. A whole part that is not valid has its name. */
function firstReasons(part: Part, all: readonly Failure[]): PartFailure[] {
  const reasons = new Map<string, string>()
  for (const { field, reason } of all)
    if (!reasons.has(field || part) && reasons.size < maxFailures)
      reasons.set(field || part, reason)
  return [...reasons].map(([field, reason]) => ({ in: part, field, reason }))
}
