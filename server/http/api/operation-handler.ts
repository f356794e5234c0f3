import type { Context } from 'hono'
import {
  type Answer,
  type Endpoint,
  endpoints,
  type OperationId,
  type Operations,
} from '../../../generated/operations.ts'
import { withDeprecationHeaders } from './deprecation-headers.ts'
import type { ProtectedHandler } from './edge.ts'
import type { Call, Env } from './env.ts'
import { type Failure, invalidInput } from './errors.ts'
import { readBody } from './read-body.ts'
import { pathParameters, readPath, readQuery } from './read-parameters.ts'
import { type HeaderMap, json } from './respond.ts'
import { replySender } from './send-reply.ts'

export type OperationOptions = {
  operations: Operations<Call>
  /** Whether a field that the contract does not declare is an error. If false, it is dropped. */
  strict: boolean
}

/** An operation as the handler calls it, with validated input. */
type Method = (input: unknown, call: Call) => Answer<OperationId>

/**
 * Returns a function that reads and validates an operation's input: path, then query, then body. It
 * returns the 400 of the first part that is invalid.
 */
const inputReader = (endpoint: Endpoint) => {
  const { path, pathParameters: pathSchema, queryParameters: querySchema, body } = endpoint
  const places = pathParameters(path)
  const reject = (
    part: 'body' | 'parameters',
    failures: readonly Failure[],
    headers: HeaderMap,
  ): Response => json(400, invalidInput(endpoint, part, failures), headers)
  return async (
    context: Context<Env>,
    headers: HeaderMap,
  ): Promise<Response | { input: unknown }> => {
    const { url } = context.req.raw
    const input: { path?: unknown; query?: unknown; body?: unknown } = {}
    if (pathSchema) {
      const read = readPath(url, places, pathSchema)
      if (read.failures) return reject('parameters', read.failures, headers)
      input.path = read.value
    }
    if (querySchema) {
      const read = readQuery(url, querySchema)
      if (read.failures) return reject('parameters', read.failures, headers)
      input.query = read.value
    }
    if (body) {
      const read = await readBody(context, body.contentType, body.schema)
      if (read.failures) return reject('body', read.failures, headers)
      input.body = read.value
    }
    return { input }
  }
}

/** Returns a handler that reads an operation's input, calls the operation and sends its reply. */
export const operationHandler = (
  id: OperationId,
  { operations, strict }: OperationOptions,
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
