import type { Hono } from 'hono'
import {
  type Answer,
  type Endpoint,
  endpoints,
  type OperationId,
  type Operations,
  operationIds,
} from '../../../generated/operations.ts'
import { withDeprecationHeaders } from './deprecation-headers.ts'
import type { Protect, ProtectedHandler } from './edge.ts'
import type { Call, Env } from './env.ts'
import { methodNotAllowed } from './errors.ts'
import { markFinal } from './final-handler-router.ts'
import { honoPath } from './hono-path.ts'
import { inputReader } from './read-input.ts'
import { json } from './respond.ts'
import { replySender } from './send-reply.ts'

export type MountOptions = {
  operations: Operations<Call>
  /** Puts the edge in front of a handler. */
  protect: Protect
  /** Whether a field that the contract does not name is an error. If false, it is dropped. */
  strict: boolean
}

/** An operation as the handler calls it, its input already validated. */
type Method = (input: unknown, call: Call) => Answer<OperationId>

const operationHandler = (
  id: OperationId,
  { operations, strict }: MountOptions,
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
    const allow = [...handlers.keys(), ...(handlers.has('GET') && !head ? ['HEAD'] : [])].join(', ')
    const anyMethod = ids.find((id) => 'otherMethods' in endpoints[id])
    const otherMethods = anyMethod ? operationHandler(anyMethod, options) : rejectMethod(allow)
    app.all(route, markFinal(protect(otherMethods)))
  }
}
