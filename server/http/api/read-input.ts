import type { Context } from 'hono'
import type { Endpoint } from '../../../generated/operations.ts'
import type { Env } from './env.ts'
import { invalidInput } from './errors.ts'
import { readBody } from './read-body.ts'
import { pathParameters, readPath, readQuery } from './read-parameters.ts'
import { type HeaderMap, json } from './respond.ts'

/**
 * Makes what reads and validates the input of an operation. It answers 400 in the contract's shape
 * when the input does not validate: path first, then query, then body.
 */
export const inputReader = (endpoint: Endpoint) => {
  const { path, pathParameters: pathSchema, queryParameters: querySchema, body } = endpoint
  const places = pathParameters(path)
  return async (
    context: Context<Env>,
    headers: HeaderMap,
  ): Promise<Response | { input: unknown }> => {
    const { url } = context.req.raw
    const input: { path?: unknown; query?: unknown; body?: unknown } = {}
    if (pathSchema) {
      const read = readPath(url, places, pathSchema)
      if (read.failures)
        return json(400, invalidInput(endpoint, 'parameters', read.failures), headers)
      input.path = read.value
    }
    if (querySchema) {
      const read = readQuery(url, querySchema)
      if (read.failures)
        return json(400, invalidInput(endpoint, 'parameters', read.failures), headers)
      input.query = read.value
    }
    if (body) {
      const read = await readBody(context, body.contentType, body.schema)
      if (read.failures) return json(400, invalidInput(endpoint, 'body', read.failures), headers)
      input.body = read.value
    }
    return { input }
  }
}
