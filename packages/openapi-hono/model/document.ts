/** An OpenAPI 3.1 or 3.2 document as `normalise` leaves it. */

/** A JSON Schema (2020-12) as the document writes it, with the keywords that are read by name. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  examples?: unknown[]
  enum?: unknown[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  if?: Schema
  then?: Schema
  else?: Schema
  dependentSchemas?: Record<string, Schema>
  not?: Schema
  prefixItems?: Schema[]
  uniqueItems?: boolean
  contains?: Schema
  minContains?: number
  maxContains?: number
  multipleOf?: number
  minProperties?: number
  patternProperties?: Record<string, Schema>
  readOnly?: boolean
  writeOnly?: boolean
  /** What `pattern` matches, such as `email address`. */
  'x-pattern-words'?: string
  /** Validation messages, by the keyword that fails. */
  'x-reasons'?: Record<string, string>
  /** Whole response messages, by the keyword that fails. */
  'x-messages'?: Record<string, string>
  /** `edge`: only the server's edge sends it, never an operation. */
  'x-answered-by'?: string
  'x-provenance'?: string
  [keyword: string]: unknown
}

export type Reference = { $ref: string }
export type Example = {
  summary?: string
  description?: string
  value?: unknown
  /** The value before it is serialized (OpenAPI 3.2). */
  dataValue?: unknown
}
export type MediaType = {
  schema?: Schema
  /** The schema of each item of a stream (OpenAPI 3.2). */
  itemSchema?: Schema
  encoding?: Record<string, unknown>
  example?: unknown
  examples?: Record<string, Example | Reference>
}
export type Header = {
  description?: string
  required?: boolean
  schema?: Schema
  content?: Record<string, MediaType>
  explode?: boolean
  example?: unknown
  examples?: Record<string, Example | Reference>
  'x-answered-by'?: string
}

export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
  content?: Record<string, MediaType>
  example?: unknown
  style?: string
  explode?: boolean
  allowEmptyValue?: boolean
}

export type RequestBody = {
  required?: boolean
  content: Record<string, MediaType>
  /** The response to an invalid body: a list of `errors`, or a `message` alone. */
  'x-invalid-body'?: string
}

/** An operation to call after a response, with values of the request or the response. */
export type Link = {
  operationId?: string
  description?: string
  /** Runtime expressions, such as `$response.body#/id`, or constants. */
  parameters?: Record<string, unknown>
}

export type Response = {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Record<string, MediaType>
  links?: Record<string, Link | Reference>
  'x-answered-by'?: string
  'x-provenance'?: string
}

export type OperationObject = {
  operationId?: string
  /** The operationId of the source, where it is no identifier. */
  'x-operation-id'?: string
  servers?: Server[]
  callbacks?: Record<string, Record<string, PathItem> | Reference>
  summary?: string
  description?: string
  tags?: string[]
  parameters?: (Parameter | Reference)[]
  requestBody?: RequestBody | Reference
  responses?: Record<string, Response | Reference>
  security?: Record<string, string[]>[]
  /** Since when a deprecated operation is, until when it stays, and where to read on. */
  'x-deprecation'?: unknown
  'x-category'?: string
  'x-provenance'?: string
  /** How the client package calls it: with the path's parameters, then the body or the query. */
  'x-client-method'?: string
}

export const methods = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
] as const
export type Method = (typeof methods)[number]

export type PathItem = { [M in Method]?: OperationObject } & {
  $ref?: string
  servers?: Server[]
  /** Operations of other methods (OpenAPI 3.2). */
  additionalOperations?: Record<string, OperationObject>
  parameters?: (Parameter | Reference)[]
  /** The operation that answers the methods that OpenAPI cannot name. */
  'x-other-methods'?: string
}

/** The environment variables of the server's URL and the key. */
export type SampleVariables = { url: string; key: string }

export type Info = {
  title: string
  version: string
  summary?: string
  description?: string
  /** The package of a client whose methods `x-client-method` names. */
  'x-client-package'?: string
  'x-sample-variables'?: SampleVariables
  /** Texts that follow the description, by name; each is a Markdown file of its own. */
  'x-chapters'?: Record<string, string>
}

/** Where an API answers; the parts of its URL in braces are variables. */
export type Server = {
  url: string
  description?: string
  variables?: Record<string, { default: string; enum?: string[]; description?: string }>
}

export type Tag = { name: string; description?: string; 'x-displayName'?: string }

export type SecurityScheme = {
  type: string
  scheme?: string
  name?: string
  in?: string
  flows?: Record<string, { scopes?: Record<string, string> } | null>
  description?: string
}

export type Document = {
  openapi: string
  jsonSchemaDialect?: string
  info: Info
  servers?: Server[]
  tags?: Tag[]
  security?: Record<string, string[]>[]
  paths?: Record<string, PathItem>
  webhooks?: Record<string, PathItem>
  components?: {
    schemas?: Record<string, Schema>
    responses?: Record<string, Response>
    parameters?: Record<string, Parameter>
    examples?: Record<string, Example>
    callbacks?: Record<string, Record<string, PathItem>>
    securitySchemes?: Record<string, SecurityScheme>
  }
}

/** Whether a value has the fields that every OpenAPI document has. A linter or the generator has checked the rest. */
export const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && 'openapi' in value && 'info' in value

/**
 * Reads a document that the generator or a release wrote.
 * @throws {TypeError} when the text is JSON, but no OpenAPI document.
 */
export const parseDocument = (text: string): Document => {
  const value: unknown = JSON.parse(text)
  if (isDocument(value)) return value
  throw new TypeError('The text is not an OpenAPI document')
}

export const componentName = (ref: string): string =>
  decodeURIComponent(ref.split('/').at(-1) ?? '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')

/** A value of a request or a response that a runtime expression names, such as `$response.body#/id`. */
export type LinkSource = { of: 'request' | 'response'; pointer: string }

/** Reads a runtime expression of a JSON body. Returns undefined for constants and other expressions. */
export const linkSource = (value: unknown): LinkSource | undefined => {
  if (typeof value !== 'string') return undefined
  const [, of, pointer = ''] = /^\$(request|response)\.body#(\/\S*)$/.exec(value) ?? []
  return of === 'request' || of === 'response' ? { of, pointer } : undefined
}
