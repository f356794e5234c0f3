import fc from 'fast-check'
import type { OperationId } from '../../generated/operations.ts'
import { document } from '../../testkit/contract.ts'
import { type OperationProperties, readProperties } from '../properties/operation-properties.ts'
import type { ApiRequest } from './api.ts'

/** All operations, in the order of the document. */
export const allOperations: readonly OperationProperties[] = readProperties(document)

/** The operations with a request body. */
export const withBody = allOperations.filter(({ body }) => body !== undefined)

type Values = Record<string, string | string[]>

const withPath = (template: string, values: Values): string =>
  template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))

const withQuery = (path: string, values: Values): string => {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`),
  )
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

/** Path parameters must be single segments: empty values and dots would change the path. */
const isSegment = (value: string | string[]) =>
  typeof value === 'string' && !/^\.{0,2}$/.test(value)

const valuesOf = (parameters: OperationProperties['queryParameters'], segments = false) => {
  const requiredKeys = Object.keys(parameters).filter((name) => parameters[name]?.required)
  const arbitraries = Object.fromEntries(
    Object.entries(parameters).map(([name, { valid }]) => [
      name,
      segments ? valid.filter(isSegment) : valid,
    ]),
  )
  return fc.record(arbitraries, { requiredKeys, noNullPrototype: true })
}

/** Generates the parts of a valid request for an operation. */
export const partsOf = (operation: OperationProperties) =>
  fc.record({
    path: valuesOf(operation.pathParameters, true),
    query: valuesOf(operation.queryParameters),
    body: operation.body?.shape.valid ?? fc.constant(undefined),
  })

export type Parts = { path: Values; query: Values; body: unknown }

/** Builds a request from its parts. */
export const requestFor = (
  operation: OperationProperties,
  { path, query, body }: Parts,
): ApiRequest => ({
  method: operation.method,
  path: withQuery(withPath(operation.path, path), query),
  ...(operation.body ? { json: body } : {}),
})

/** Generates requests that are valid for an operation. */
export const validRequest = (operation: OperationProperties): fc.Arbitrary<ApiRequest> =>
  partsOf(operation).map((parts) => requestFor(operation, parts))

/** Generates bodies that are valid for an operation. */
export const validBody = (operationId: OperationId): fc.Arbitrary<unknown> => {
  const body = allOperations.find(({ id }) => id === operationId)?.body
  if (!body) throw new Error(`${operationId} has no request body in the document`)
  return body.shape.valid
}

/** Formats a field path as in `errors`: `shipTo.email`, `products[0].sku`, `body` for the whole body. */
export const fieldOf = (path: readonly (string | number)[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '') || 'body'
