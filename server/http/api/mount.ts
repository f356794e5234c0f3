import type { Hono } from 'hono'
import {
  type Answer,
  type Endpoint,
  endpoints,
  type OperationId,
  type Operations,
  operationIds,
} from '../../../generated/operations.ts'
import { announcing } from './announcing.ts'
import type { Guard, Guarded } from './edge.ts'
import type { Call, Env } from './env.ts'
import { methodNotAllowed } from './errors.ts'
import { inputReader } from './read-input.ts'
import { json } from './respond.ts'
import { replySender } from './send-reply.ts'

export type MountOptions = {
  operations: Operations<Call>
  /** Puts the edge in front of what is mounted. */
  guard: Guard
  /** Whether a field that the contract does not name is an error, rather than dropped. */
  strict: boolean
}

/** An operation as the mount calls it, its input already validated. */
type Method = (input: unknown, call: Call) => Answer<OperationId>

const handler = (id: OperationId, { operations, strict }: MountOptions): Guarded => {
  const endpoint: Endpoint = endpoints[id]
  // The one cast: TypeScript cannot see that this input was read by this operation's own schemas.
  const method = operations[id] as Method
  const read = inputReader(endpoint)
  const send = replySender(id, endpoint, strict)
  return announcing(endpoint, async (context, call, headers) => {
    const request = await read(context, headers)
    if (request instanceof Response) return request
    return send(await method.call(operations, request.input, call), headers)
  })
}

/** Paths without parameters come first: they own their methods (design decision 25). */
const byPath = (): [string, OperationId[]][] => {
  const paths = new Map<string, OperationId[]>()
  for (const id of operationIds) {
    const { path } = endpoints[id]
    paths.set(path, [...(paths.get(path) ?? []), id])
  }
  return [...paths].toSorted(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
}

/**
 * Mounts every operation of the contract, and nothing else: other methods of its paths are answered
 * 405, or by the operation that the document names for them.
 */
export const mount = (app: Hono<Env>, options: MountOptions): void => {
  const { guard } = options
  for (const [path, ids] of byPath()) {
    const route = path.replaceAll(/\{([^}]+)\}/g, ':$1')
    const handlers = new Map(ids.map((id) => [endpoints[id].method, handler(id, options)]))
    const other = ids.find((id) => 'otherMethods' in endpoints[id])
    const head = handlers.get('HEAD')
    for (const [method, handle] of handlers) {
      // Hono runs the GET handler for HEAD.
      const asked: Guarded =
        method === 'GET' && head
          ? (context, call, headers) =>
              (context.req.method === 'HEAD' ? head : handle)(context, call, headers)
          : handle
      app.on(method, route, guard(asked))
    }
    const allow = [...handlers.keys(), ...(handlers.has('GET') && !head ? ['HEAD'] : [])].join(', ')
    const refuse: Guarded = (_, __, headers) =>
      json(405, methodNotAllowed, { ...headers, Allow: allow })
    app.all(route, guard(other ? handler(other, options) : refuse))
  }
}
