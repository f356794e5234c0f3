// Generated from the OpenAPI document. Do not edit.

import type { Env, Hono } from 'hono'
import type { ClientErrorStatusCode } from 'hono/utils/http-status'
import { type EdgeOptions, mountBehindEdge as mountLayerBehindEdge } from './edge.ts'
import { type Call, type MountOptions, mountLayer } from './mount.ts'
import { endpoints, type OperationId, type Operations, type Replies } from './operations.ts'
import { replies } from './replies.ts'
import * as security from './security.ts'

/** A handler for each security scheme. It returns the principal, or undefined. */
export type Security<Principal, E extends Env = Env> = {
  apiKey: security.SecurityHandler<string, Principal, E>
}

/** The declared replies that `onReject` may return. The operation of the request must declare them. */
export type Rejected = Replies[OperationId] & { status: ClientErrorStatusCode }

const layer = {
  endpoints,
  replies,
  authenticator: security.authenticator({ apiKey: security.http('Bearer') }),
}

/**
 * Registers every operation of the document on a Hono app.
 * @example
 * mount(app, implement<Call>()({ ...stubs }), { security: { … } })
 */
export const mount = <Principal, E extends Env = Env>(
  app: Hono<E>,
  operations: Operations<Call<Principal, E>>,
  options: MountOptions<E, Rejected> & { security: Security<Principal, E> },
): void => mountLayer(app, layer, operations, options)

/** Registers every operation of the document behind an edge, which sends the responses that no operation does. */
export const mountBehindEdge = <Principal, E extends Env = Env>(
  app: Hono<E>,
  operations: Operations<Call<Principal, E>>,
  options: EdgeOptions<E> & { security: Security<Principal, E> },
): void => mountLayerBehindEdge(app, layer, operations, options)
