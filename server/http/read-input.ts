import type { Endpoint } from '../../generated/operations.ts'
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
  return async (request: Request, headers: HeaderMap): Promise<Response | { input: unknown }> => {
    const input: { path?: unknown; query?: unknown; body?: unknown } = {}
    if (pathSchema) {
      const read = readPath(request.url, places, pathSchema)
      if (read.failures)
        return json(400, invalidInput(endpoint, 'parameters', read.failures), headers)
      input.path = read.value
    }
    if (querySchema) {
      const read = readQuery(request.url, querySchema)
      if (read.failures)
        return json(400, invalidInput(endpoint, 'parameters', read.failures), headers)
      input.query = read.value
    }
    if (body) {
      const read = await readBody(request, body.contentType, body.schema)
      if (read.failures) return json(400, invalidInput(endpoint, 'body', read.failures), headers)
      input.body = read.value
    }
    return { input }
  }
}
