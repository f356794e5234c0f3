import { type Endpoint, endpoints, operationIds } from '../../../generated/operations.ts'

const routeOf = (path: string): string => path.replaceAll(/\{([^}]+)\}/g, ':$1')

const byMethod = new Map(
  operationIds.map((id) => [`${endpoints[id].method} ${routeOf(endpoints[id].path)}`, id]),
)

const ofOtherMethods = new Map(
  operationIds.flatMap((id) => {
    const endpoint: Endpoint = endpoints[id]
    return endpoint.otherMethods ? [[routeOf(endpoint.path), id]] : []
  }),
)

/** The operation that a method of a route is, if it is one; HEAD is GET's where it is not its own. */
export const operationOf = (method: string, route: string): string | undefined =>
  byMethod.get(`${method} ${route}`) ??
  (method === 'HEAD' ? byMethod.get(`GET ${route}`) : undefined) ??
  ofOtherMethods.get(route)
