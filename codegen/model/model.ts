import { deprecationHeaders } from './deprecation.ts'
import {
  componentName,
  type Document,
  isReference,
  type MediaType,
  type Method,
  methods,
  type OperationObject,
  type Parameter,
  type PathItem,
  type Response,
  resolve,
  type Schema,
} from './document.ts'
import { type ReplyLink, readLinks } from './links.ts'

/** An operation as the outputs need it: references followed, order as in the document. */
export type Operation = {
  id: string
  method: Method
  path: string
  summary: string
  description: string
  tags: readonly string[]
  provenance: string
  secured: boolean
  /** The security requirements of the operation, or else of the document. */
  security: readonly Record<string, readonly string[]>[]
  parameters: readonly Parameter[]
  body: Body | undefined
  replies: readonly Reply[]
  /** Whether it also handles methods that OpenAPI cannot name. */
  otherMethods: boolean
  /** Deprecation headers of its responses, if it is deprecated. */
  announces: Record<string, string> | undefined
  /** How the client package calls it, if it does. */
  clientMethod: string | undefined
}

/** An example by its name in the document, and what the document says of it. */
export type NamedExample = { name: string; value: unknown; summary?: string | undefined }

export type Body = {
  contentType: string
  required: boolean
  schema: Schema
  invalid: string
  examples: readonly NamedExample[]
}

export type Reply = {
  status: number
  description: string
  contentType: string | undefined
  schema: Schema | undefined
  headers: readonly ReplyHeader[]
  /** The names of its examples, in the document's order, with their values. */
  examples: readonly NamedExample[]
  links: readonly ReplyLink[]
  provenance: string
  /** Whether only the server's edge sends it. */
  edge: boolean
}

export type ReplyHeader = {
  name: string
  description: string
  schema: Schema
  required: boolean
  edge: boolean
}

export type Webhook = {
  name: string
  id: string
  tag: string
  summary: string
  description: string
  category: string | undefined
  parameters: readonly Parameter[]
  /** The meaning of the receiver's response, by status code as the document writes it. */
  replies: readonly { status: string; description: string }[]
  schema: Schema
  examples: readonly NamedExample[]
}

const theOnly = (content: Record<string, MediaType> | undefined, where: string) => {
  const kinds = Object.entries(content ?? {})
  if (kinds.length > 1) throw new Error(`${where} has several content types. Keep one.`)
  return kinds[0]
}

const readExamples = (document: Document, media: MediaType | undefined) => [
  ...Object.entries(media?.examples ?? {}).map(([name, part]) => {
    const { value, summary } = resolve(document.components?.examples, part)
    return { name, value, summary }
  }),
  ...(media?.example === undefined ? [] : [{ name: 'example', value: media.example }]),
]

const readReply = (
  document: Document,
  status: string,
  response: Response,
  where: string,
): Reply => {
  const [contentType, media] = theOnly(response.content, where) ?? []
  return {
    status: Number(status),
    description: response.description.trim(),
    contentType,
    schema: media?.schema,
    headers: Object.entries(response.headers ?? {}).map(([name, part]) => {
      const header = resolve(document.components?.headers, part)
      return {
        name,
        description: (header.description ?? '').trim(),
        schema: header.schema ?? {},
        required: header.required === true,
        edge: header['x-answered-by'] === 'edge',
      }
    }),
    examples: readExamples(document, media),
    links: readLinks(document, response),
    provenance: response['x-provenance'] ?? '',
    edge: response['x-answered-by'] === 'edge',
  }
}

const readBody = (document: Document, object: OperationObject, where: string): Body | undefined => {
  if (!object.requestBody) return undefined
  const body = resolve(document.components?.requestBodies, object.requestBody)
  const [contentType, media] = theOnly(body.content, `${where}/requestBody`) ?? []
  if (contentType === undefined) return undefined
  return {
    contentType,
    required: body.required === true,
    schema: media?.schema ?? {},
    invalid: body['x-invalid-body'] ?? 'message',
    examples: readExamples(document, media),
  }
}

/** Returns the parameters of the path, then of the operation. The operation's replace the path's. */
const readParameters = (document: Document, item: PathItem, object: OperationObject) => {
  const [ofPath, own] = [item, object].map(({ parameters = [] }) =>
    parameters.map((part) => resolve(document.components?.parameters, part)),
  )
  const isOwn = (shared: Parameter) =>
    own?.some((each) => each.in === shared.in && each.name === shared.name)
  return [...(ofPath ?? []).filter((shared) => !isOwn(shared)), ...(own ?? [])]
}

const readOperation = (
  document: Document,
  path: string,
  item: PathItem,
  method: Method,
  object: OperationObject,
): Operation => {
  const id = object.operationId ?? ''
  const { security = document.security ?? [] } = object
  return {
    id,
    method,
    path,
    summary: object.summary ?? '',
    description: (object.description ?? '').trim(),
    tags: object.tags ?? [],
    provenance: object['x-provenance'] ?? '',
    clientMethod: object['x-client-method'],
    secured: security.length > 0,
    security,
    parameters: readParameters(document, item, object),
    body: readBody(document, object, id),
    replies: Object.entries(object.responses ?? {}).map(([status, part]) =>
      readReply(document, status, resolve(document.components?.responses, part), `${id} ${status}`),
    ),
    otherMethods: item['x-other-methods'] === id,
    announces: deprecationHeaders(object['x-deprecation']),
  }
}

/** Returns every operation of the document, in its order. */
export const readOperations = (document: Document): Operation[] =>
  Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const object = item[method]
      return object ? [readOperation(document, path, item, method, object)] : []
    }),
  )

/** Returns every webhook of the document, in its order. */
export const readWebhooks = (document: Document): Webhook[] =>
  Object.entries(document.webhooks ?? {}).flatMap(([name, item]) => {
    const object = item.post
    const body = object && readBody(document, object, name)
    if (!object || !body) return []
    return [
      {
        name,
        id: object.operationId ?? '',
        tag: object.tags?.[0] ?? '',
        summary: object.summary ?? '',
        description: (object.description ?? '').trim(),
        category: object['x-category'],
        parameters: readParameters(document, item, object),
        replies: Object.entries(object.responses ?? {}).map(([status, part]) => ({
          status,
          description: resolve(document.components?.responses, part).description,
        })),
        schema: body.schema,
        examples: body.examples,
      },
    ]
  })

/** Returns the component schemas, each after those that it refers to. */
export const inDependencyOrder = (document: Document): [string, Schema][] => {
  const schemas = document.components?.schemas ?? {}
  const ordered = new Map<string, Schema>()
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if (isReference(part) && typeof part.$ref === 'string') place(componentName(part.$ref))
    for (const value of Object.values(part)) visit(value)
  }
  const place = (name: string): void => {
    const schema = schemas[name]
    if (!schema || ordered.has(name)) return
    visit(schema)
    ordered.set(name, schema)
  }
  for (const name of Object.keys(schemas)) place(name)
  return [...ordered]
}
