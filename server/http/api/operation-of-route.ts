import { type Endpoint, endpoints, operationIds } from '../../../generated/operations.ts'

/** Rewrites a path template of the document for Hono: `/orders/{id}` becomes `/orders/:id`. */
export const honoPath = (path: string): string => path.replaceAll(/\{([^}]+)\}/g, ':$1')

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
