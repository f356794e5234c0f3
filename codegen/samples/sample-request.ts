import type { Document, Parameter, SampleVariables, Schema } from '../model/document.ts'
import type { Operation } from '../model/model.ts'
import { sample } from '../schema/sample.ts'

/** A valid request for an operation, made from the document's examples. */
export type SampleRequest = {
  method: string
  /** The path template, with parameters in braces. */
  template: string
  path: readonly NamedValue[]
  query: readonly NamedValue[]
  body: { contentType: string; value: unknown } | undefined
  /** The environment variables of the server's address and, if the operation requires one, the key. */
  addressVariable: string
  keyVariable: string | undefined
  /** The document's server, as the default of the address. */
  address: string
  /** The client package and its method for the operation, if any. */
  client: { package: string; method: string } | undefined
  /** Whether the response is JSON. */
  isJson: boolean
  /** Whether the response has a body. */
  hasBody: boolean
}

export type NamedValue = readonly [name: string, value: unknown]

/** The number of optional query parameters in a sample. */
const mostOptional = 2

const exampleOf = ({ example, schema = {} }: Parameter, schemas: Record<string, Schema>): unknown =>
  example ?? sample(schema, schemas)

/** Returns required parameters, and the first optional ones whose example differs from the default. */
const shown = (parameters: readonly Parameter[]): Parameter[] => {
  const optional = parameters.filter(
    ({ required, example, schema }) =>
      required !== true && example !== undefined && example !== schema?.default,
  )
  const first = new Set(optional.slice(0, mostOptional))
  return parameters.filter((parameter) => parameter.required === true || first.has(parameter))
}

/** Returns the environment variables that samples read. */
export const sampleVariables = ({ info }: Document): SampleVariables =>
  info['x-sample-variables'] ?? { url: 'BASE_URL', key: 'API_KEY' }

/**
 * Returns the environment variable of the key.
 * @throws if the document's security scheme is not bearer authentication.
 */
const keyVariable = (document: Document): string => {
  const [name = ''] = Object.keys(document.security?.[0] ?? {})
  const scheme = document.components?.securitySchemes?.[name]
  if (scheme?.type !== 'http' || scheme.scheme !== 'bearer')
    throw new Error(`Samples support bearer authentication only, not the security scheme ${name}`)
  return sampleVariables(document).key
}

/** Returns the URL of a document's first server, with its variables replaced by their defaults. */
export const serverAddress = ({ servers = [] }: Document): string => {
  const [{ url = '', variables = {} } = {}] = servers
  return url.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => variables[name]?.default ?? whole)
}

/** Returns the sample request of an operation. */
export const sampleRequest = (document: Document, operation: Operation): SampleRequest => {
  const schemas = document.components?.schemas ?? {}
  const { method, parameters, body, replies } = operation
  const named = (place: string): NamedValue[] =>
    shown(parameters.filter((parameter) => parameter.in === place)).map((parameter) => [
      parameter.name,
      exampleOf(parameter, schemas),
    ])
  const client = document.info['x-client-package']
  const { clientMethod } = operation
  const success = replies.find(({ status }) => status >= 200 && status < 300)
  return {
    method: method.toUpperCase(),
    template: operation.path,
    path: named('path'),
    query: named('query'),
    body: body && {
      contentType: body.contentType,
      value: body.examples[0]?.value ?? sample(body.schema, schemas),
    },
    addressVariable: sampleVariables(document).url,
    keyVariable: operation.secured ? keyVariable(document) : undefined,
    address: serverAddress(document),
    client: client && clientMethod ? { package: client, method: clientMethod } : undefined,
    isJson: success?.contentType === 'application/json',
    hasBody: success?.contentType !== undefined && method !== 'head',
  }
}

/** Encodes a value for a URL. Also encodes quotes and exclamation marks, which shells interpret. */
export const encoded = (value: unknown): string =>
  encodeURIComponent(String(value)).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Returns the path with its parameters replaced by their values. */
export const filledPath = ({ template, path }: SampleRequest): string =>
  path.reduce((whole, [name, value]) => whole.replace(`{${name}}`, encoded(value)), template)

/** Returns the path and query with all values. */
export const target = (request: SampleRequest): string => {
  const { query } = request
  const filled = filledPath(request)
  const pairs = query.flatMap(([name, value]) =>
    [value].flat().map((each) => `${encoded(name)}=${encoded(each)}`),
  )
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
}
