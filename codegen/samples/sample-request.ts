import type { Document, Parameter, Schema } from '../model/document.ts'
import type { Operation } from '../model/model.ts'
import { sample } from '../model/sample.ts'

/** A request that an operation accepts, made of the document's own examples. */
export type SampleRequest = {
  method: string
  /** The path template, parameters in braces. */
  template: string
  path: readonly NamedValue[]
  query: readonly NamedValue[]
  body: { contentType: string; value: unknown } | undefined
  /** The environment variables that hold the server's address and, where one is needed, the key. */
  addressVariable: string
  keyVariable: string | undefined
  /** The address that the document names, where a language wants one to fall back to. */
  address: string
  /** How a client package calls the operation, if it does. */
  client: { package: string; method: string } | undefined
  /** Whether the answer is JSON. */
  isJson: boolean
  /** Whether there is a body to print at all. */
  hasBody: boolean
}

export type NamedValue = readonly [name: string, value: unknown]

/** So many optional query parameters are shown: enough to see how, few enough to read. */
const mostOptional = 2

const exampleOf = ({ example, schema = {} }: Parameter, schemas: Record<string, Schema>): unknown =>
  example ?? sample(schema, schemas)

/** What is required, and the first few options whose example is not what happens without them. */
const shown = (parameters: readonly Parameter[]): Parameter[] => {
  const optional = parameters.filter(
    ({ required, example, schema }) =>
      required !== true && example !== undefined && example !== schema?.default,
  )
  const first = new Set(optional.slice(0, mostOptional))
  return parameters.filter((parameter) => parameter.required === true || first.has(parameter))
}

/** A name as environment variables are written: `apiKey` becomes `API_KEY`. */
const asVariable = (name: string): string =>
  name.replaceAll(/([a-z0-9])([A-Z])|[^A-Za-z0-9]+/g, '$1_$2').toUpperCase()

/**
 * The variable that a key is read from, named after the document's security scheme.
 * @throws for a scheme other than a bearer's: the samples show no other.
 */
const keyVariable = ({ components, security }: Document): string => {
  const [name = ''] = Object.keys(security?.[0] ?? {})
  const scheme = components?.securitySchemes?.[name]
  if (scheme?.type !== 'http' || scheme.scheme !== 'bearer')
    throw new Error(`Samples support bearer authentication only, not the security scheme ${name}`)
  return asVariable(name)
}

/** The address of a document's first server, its variables filled in. */
export const serverAddress = ({ servers = [] }: Document): string => {
  const [{ url = '', variables = {} } = {}] = servers
  return url.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => variables[name]?.default ?? whole)
}

/** Makes the request that shows an operation. */
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
    addressVariable: 'BASE_URL',
    keyVariable: operation.secured ? keyVariable(document) : undefined,
    address: serverAddress(document),
    client: client && clientMethod ? { package: client, method: clientMethod } : undefined,
    isJson: success?.contentType === 'application/json',
    hasBody: success?.contentType !== undefined && method !== 'head',
  }
}

/** A value as it stands in a URL; quotes and exclamation marks mean something to a shell. */
export const encoded = (value: unknown): string =>
  encodeURIComponent(String(value)).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The path, its parameters filled in. */
export const filledPath = ({ template, path }: SampleRequest): string =>
  path.reduce((whole, [name, value]) => whole.replace(`{${name}}`, encoded(value)), template)

/** Path and query, everything filled in. */
export const target = (request: SampleRequest): string => {
  const { query } = request
  const filled = filledPath(request)
  const pairs = query.flatMap(([name, value]) =>
    [value].flat().map((each) => `${encoded(name)}=${encoded(each)}`),
  )
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
}
