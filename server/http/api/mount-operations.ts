import type { Hono } from 'hono'
import { endpoints, type OperationId, operationIds } from '../../../generated/operations.ts'
import type { Protect, ProtectedHandler } from './edge.ts'
import type { Env } from './env.ts'
import { methodNotAllowed } from './errors.ts'
import { markFinal } from './final-handler-router.ts'
import { type OperationOptions, operationHandler } from './operation-handler.ts'
import { honoPath } from './operation-of-route.ts'
import { json } from './respond.ts'

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
