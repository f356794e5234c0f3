import type { Hono } from 'hono'
import { invalidInput } from '../../generated/edge.ts'
import { type BadRequest, type Endpoint, mountGuarded } from '../../generated/mount.ts'
import {
  endpoints,
  type OperationId,
  type Operations,
  operationIds,
} from '../../generated/operations.ts'
import { compilePath } from '../../generated/path.ts'
import { replies } from '../../generated/replies.ts'
import type { Call, Env } from './call.ts'
import type { Protect } from './edge.ts'
import { type HeaderMap, json, methodNotAllowed } from './respond.ts'

export type MountOptions = {
  operations: Operations<Call>
  /** Whether a field that the contract does not declare is an error. If false, it is dropped. */
  strict: boolean
  /** Puts the edge in front of a handler. */
  protect: Protect
}

/**
 * Mounts every operation of the contract behind the edge. Without a valid key, any method of any path
 * returns 401, TRACE included.
 */
export const mountOperations = (app: Hono<Env>, { operations, strict, protect }: MountOptions) =>
  mountGuarded(app, { endpoints, replies }, operations, {
    guard: protect,
    onReject: reject,
    // The app sets no headers on Hono's context before an operation.
    respond: (_, body, status, headers) => new Response(body, { status, headers }),
    checkResponses: strict ? 'strict' : true,
    limits: bodyLimits,
  })

/** The largest request body in bytes: 256 KiB (design decision 12). */
export const maxBodyBytes = 256 * 1024

/** 256 KiB of JSON can hold 130,000 values, and all would be validated. */
export const bodyLimits = { bytes: maxBodyBytes, depth: 64, values: 10_000 }

/** Returns the 400 of a request that is not valid, or the 405 of a method that its path does not have. */
function reject(
  { failures }: BadRequest,
  { endpoint, headers }: { endpoint: Endpoint | undefined; headers: HeaderMap },
): Response {
  if (!endpoint) return json(405, methodNotAllowed, headers)
  return json(400, invalidInput(endpoint, failures), headers)
}

/** The operations by method and route, and those of all other methods by route. */
const operationsByRoute = new Map<string, OperationId>()
for (const id of operationIds) {
  const { method, path, otherMethods, parameters }: Endpoint = endpoints[id]
  const { route } = compilePath(path, parameters?.path?.declared)
  operationsByRoute.set(`${method} ${route}`, id)
  if (otherMethods) operationsByRoute.set(route, id)
}

/** Returns the id of the operation at a method and route. HEAD is GET's unless it has its own. */
export const operationOfRoute = (method: string, route: string): string | undefined =>
  operationsByRoute.get(`${method} ${route}`) ??
  (method === 'HEAD' ? operationsByRoute.get(`GET ${route}`) : undefined) ??
  operationsByRoute.get(route)
