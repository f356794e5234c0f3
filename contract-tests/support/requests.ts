import fc from 'fast-check'
import type { OperationId } from '../../generated/operations.ts'
import { document } from '../../testkit/contract.ts'
import { type OperationProperties, readProperties } from '../properties/operation-properties.ts'
import type { Ask } from './api.ts'

/** Every operation, in the document's order. */
export const allOperations: readonly OperationProperties[] = readProperties(document)

type Values = Record<string, string | string[]>

const withPath = (template: string, values: Values): string =>
  template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))

const withQuery = (path: string, values: Values): string => {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`),
  )
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

/** Path parameters are single segments: what a URL would read as a step up or down cannot be one. */
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

/** The parts of a valid request for an operation. */
export const partsOf = (operation: OperationProperties) =>
  fc.record({
    path: valuesOf(operation.pathParameters, true),
    query: valuesOf(operation.queryParameters),
    body: operation.body?.shape.valid ?? fc.constant(undefined),
  })

export type Parts = { path: Values; query: Values; body: unknown }

/** A request of its parts. */
export const asked = (operation: OperationProperties, { path, query, body }: Parts): Ask => ({
  method: operation.method,
  path: withQuery(withPath(operation.path, path), query),
  ...(operation.body ? { json: body } : {}),
})

/** Requests that an operation's description allows, whatever the server's data. */
export const validRequest = (operation: OperationProperties): fc.Arbitrary<Ask> =>
  partsOf(operation).map((parts) => asked(operation, parts))

/** Bodies that an operation's schema allows. */
export const validBody = (operationId: OperationId): fc.Arbitrary<unknown> => {
  const body = allOperations.find(({ id }) => id === operationId)?.body
  if (!body) throw new Error(`The document gives ${operationId} no body`)
  return body.shape.valid
}

/** A field as errors name it: `shipTo.email`, `products[0].sku`, `body` for the whole. */
export const fieldOf = (path: readonly (string | number)[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '') || 'body'
