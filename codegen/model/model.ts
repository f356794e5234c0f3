import { type ContentKind, kindOf } from '../runtime/media-types.ts'
import { deprecationHeaders } from './deprecation.ts'
import type {
  Document,
  MediaType,
  OperationObject,
  Parameter,
  PathItem,
  Reference,
  Response,
  Schema,
  Server,
} from './document.ts'
import { componentName, methods } from './document.ts'
import type { Report } from './findings.ts'
import { type At, type Follow, follower, isReference } from './follow.ts'
import type { ReplyLink } from './links.ts'
import { escapePointer } from './pointer.ts'

/** An operation as the outputs need it: references followed, order as in the document. */
export type Operation = {
  /** An identifier. No other operation has it. */
  id: string
  /** The operationId of the source, where it is no identifier. */
  originalId: string | undefined
  /** In lower case. */
  method: string
  path: string
  summary: string
  description: string
  tags: readonly string[]
  provenance: string
  secured: boolean
  /** The security requirements of the operation, or else of the document. */
  security: readonly Record<string, readonly string[]>[]
  /** The servers of the operation, or else of its path. The document's apply if there are none. */
  servers: readonly Server[]
  parameters: readonly PlacedParameter[]
  body: Body | undefined
  /** The responses of single status codes. */
  replies: readonly Reply[]
  /** The responses of a range of status codes, such as `4XX`, or of all others, `default`. */
  ranges: readonly RangeReply[]
  callbacks: readonly Callback[]
  /** Whether it also handles methods that OpenAPI cannot name. */
  otherMethods: boolean
  /** Deprecation headers of its responses, if it is deprecated. */
  announces: Record<string, string> | undefined
  /** How the client package calls it, if it does. */
  clientMethod: string | undefined
}

/** An example by its name in the document, and what the document says of it. */
export type NamedExample = { name: string; value: unknown; summary?: string | undefined }

/** A parameter with the style that applies to it, and the JSON pointer to its schema. */
export type PlacedParameter = Parameter & {
  style: string
  explode: boolean
  /** The content type of a parameter that is serialized as one. */
  contentType: string | undefined
  pointer: string
}

export type Content = {
  contentType: string
  kind: ContentKind
  schema: Schema | undefined
  /** The JSON pointer to the schema. */
  pointer: string
  examples: readonly NamedExample[]
  encoding: Readonly<Record<string, unknown>>
}

/** Its content type, schema and examples are those of the first of its contents. */
export type Body = {
  contentType: string
  required: boolean
  schema: Schema
  invalid: string
  examples: readonly NamedExample[]
  contents: readonly Content[]
}

/** Its content type, schema and examples are those of the first of its contents. */
export type Reply = {
  status: number
  description: string
  contentType: string | undefined
  schema: Schema | undefined
  contents: readonly Content[]
  headers: readonly ReplyHeader[]
  /** The names of its examples, in the document's order, with their values. */
  examples: readonly NamedExample[]
  links: readonly ReplyLink[]
  provenance: string
  /** Whether only the server's edge sends it. */
  edge: boolean
}

/** A response of several status codes: `default` or, for example, `4XX`. */
export type RangeReply = Omit<Reply, 'status'> & { range: string }

export type ReplyHeader = {
  name: string
  description: string
  schema: Schema
  required: boolean
  edge: boolean
}

/** A request that the API sends. */
export type Webhook = {
  name: string
  id: string
  method: string
  tag: string
  summary: string
  description: string
  category: string | undefined
  parameters: readonly PlacedParameter[]
  /** The meaning of the receiver's response, by status code as the document writes it. */
  replies: readonly { status: string; description: string }[]
  body: Body | undefined
  schema: Schema
  examples: readonly NamedExample[]
}

/** A webhook whose address a request names, by a runtime expression. */
export type Callback = Webhook & { expression: string }

type Reader = { document: Document; follow: Follow; report: Report }

/** Returns the parts of a map with their names, references followed. */
const partsOf = <T extends object>(
  { follow }: Reader,
  map: Record<string, T | Reference> | undefined,
  pointer: string,
): (At<T> & { name: string })[] =>
  Object.entries(map ?? {}).flatMap(([name, part]) => {
    const found = follow(part, `${pointer}/${escapePointer(name)}`)
    return found ? [{ name, ...found }] : []
  })

const withoutExtensions = <T>(map: Record<string, T> | undefined): Record<string, T> =>
  Object.fromEntries(Object.entries(map ?? {}).filter(([name]) => !name.startsWith('x-')))

const isEdge = (part: { 'x-answered-by'?: string }): boolean => part['x-answered-by'] === 'edge'

const readContents = (
  reader: Reader,
  content: Record<string, MediaType | Reference> | undefined,
  at: string,
): Content[] =>
  partsOf(reader, content, `${at}/content`).map(({ name: contentType, value: media, pointer }) => {
    if ('itemSchema' in media)
      reader.report('warning', '`itemSchema` is not carried, and is ignored', pointer)
    const named = partsOf(reader, media.examples, `${pointer}/examples`)
    const { example } = media
    return {
      contentType,
      kind: kindOf(contentType),
      // YAML without a value is null.
      schema: media.schema ?? undefined,
      pointer: `${pointer}/schema`,
      examples: [
        ...named.map(({ name, value: { value, summary } }) => ({ name, value, summary })),
        ...(example === undefined ? [] : [{ name: 'example', value: example }]),
      ],
      encoding: media.encoding ?? {},
    }
  })

const readReply = (reader: Reader, { value, pointer }: At<Response>): Omit<Reply, 'status'> => {
  const contents = readContents(reader, value.content, pointer)
  const headers = partsOf(reader, value.headers, `${pointer}/headers`)
  const links = partsOf(reader, value.links, `${pointer}/links`)
  return {
    description: (value.description ?? '').trim(),
    contentType: contents[0]?.contentType,
    schema: contents[0]?.schema,
    contents,
    headers: headers.map(({ name, value: header }) => ({
      name,
      description: (header.description ?? '').trim(),
      schema: header.schema ?? {},
      required: header.required === true,
      edge: isEdge(header),
    })),
    examples: contents[0]?.examples ?? [],
    links: links.map(({ name, value: link }) => {
      const { operationId = '', description = '', parameters = {}, requestBody } = link
      return { name, operationId, description: description.trim(), parameters, requestBody }
    }),
    provenance: value['x-provenance'] ?? '',
    edge: isEdge(value),
  }
}

const readBody = (reader: Reader, { value, pointer }: At<OperationObject>): Body | undefined => {
  const found = value.requestBody && reader.follow(value.requestBody, `${pointer}/requestBody`)
  const contents = found ? readContents(reader, found.value.content, found.pointer) : []
  const [first] = contents
  return first && found
    ? {
        contentType: first.contentType,
        required: found.value.required === true,
        schema: first.schema ?? {},
        invalid: found.value['x-invalid-body'] ?? 'message',
        examples: first.examples,
        contents,
      }
    : undefined
}

const placed = (
  reader: Reader,
  { value: parameter, pointer }: At<Parameter>,
): PlacedParameter | undefined => {
  const { name, in: place, content } = parameter
  if (typeof name !== 'string' || !['path', 'query', 'header', 'cookie'].includes(place)) {
    reader.report('error', `a parameter that is in ${place}, which is not carried`, pointer)
    return undefined
  }
  const [only] = readContents(reader, content, pointer)
  const style = parameter.style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple')
  return {
    ...parameter,
    ...(only?.schema ? { schema: only.schema } : {}),
    // A path parameter is always there.
    ...(place === 'path' ? { required: true } : {}),
    style,
    explode: parameter.explode ?? style === 'form',
    contentType: only?.contentType,
    pointer: only?.pointer ?? `${pointer}/schema`,
  }
}

/** An operation of a path, a webhook or a callback, and the path item that it is in. */
type Found = At<OperationObject> & { name: string; method: string; item: At<PathItem> }

/** Returns the operations of path items, by method. */
const operationsIn = (
  reader: Reader,
  items: Record<string, PathItem | Reference> | undefined,
  at: string,
): Found[] =>
  partsOf(reader, withoutExtensions(items), at).flatMap(({ name, ...item }) => [
    ...methods.flatMap((method) => {
      const value = item.value[method]
      return value ? [{ name, item, method, value, pointer: `${item.pointer}/${method}` }] : []
    }),
    ...Object.entries(item.value.additionalOperations ?? {}).map(([method, value]) => {
      const pointer = `${item.pointer}/additionalOperations/${method}`
      return { name, item, method: method.toLowerCase(), value, pointer }
    }),
  ])

/** Returns the parameters of the path, then of the operation. The operation's replace the path's. */
const readParameters = (reader: Reader, { item, ...operation }: Found): PlacedParameter[] => {
  const found = new Map<string, PlacedParameter>()
  for (const { value, pointer } of [item, operation])
    for (const [i, part] of (value.parameters ?? []).entries()) {
      const followed = reader.follow(part, `${pointer}/parameters/${i}`)
      const parameter = followed && placed(reader, followed)
      if (!parameter) continue
      const key = `${parameter.in} ${parameter.name}`
      // The operation's takes the place of the path's in the document's order of the operation.
      found.delete(key)
      found.set(key, parameter)
    }
  return [...found.values()]
}

/** Leaves out path parameters without a segment of the path. Reports these, and the reverse. */
const ofSegments = (
  { report }: Reader,
  { name: path, pointer }: Found,
  parameters: readonly PlacedParameter[],
): PlacedParameter[] => {
  const segments = new Set([...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name))
  const isUsed = ({ in: place, name }: PlacedParameter) => place !== 'path' || segments.has(name)
  for (const { name } of parameters.filter((each) => !isUsed(each)))
    report('warning', `the path parameter \`${name}\` is not in the path, and is ignored`, pointer)
  for (const name of segments)
    if (!parameters.some((each) => each.in === 'path' && each.name === name))
      report(
        'warning',
        `\`{${name}}\` in the path has no parameter, and is taken for text`,
        pointer,
      )
  return parameters.filter(isUsed)
}

const readWebhook = (reader: Reader, found: Found): Webhook => {
  const { name, method, value, pointer } = found
  const body = readBody(reader, found)
  return {
    name,
    id: value.operationId ?? '',
    method,
    tag: value.tags?.[0] ?? '',
    summary: value.summary ?? '',
    description: (value.description ?? '').trim(),
    category: value['x-category'],
    parameters: readParameters(reader, found),
    replies: partsOf(reader, withoutExtensions(value.responses), `${pointer}/responses`).map(
      ({ name: status, value: { description = '' } }) => ({ status, description }),
    ),
    body,
    schema: body?.schema ?? {},
    examples: body?.examples ?? [],
  }
}

const readOperation = (reader: Reader, found: Found): Operation => {
  const { name: path, method, item, value, pointer } = found
  const { security = reader.document.security ?? [], operationId: id = '' } = value
  const replies: Reply[] = []
  const ranges: RangeReply[] = []
  const responses = withoutExtensions(value.responses)
  for (const { name: status, ...part } of partsOf(reader, responses, `${pointer}/responses`)) {
    const report = (message: string) =>
      reader.report('warning', message, `${pointer}/responses/${status}`)
    if (/^1(?:XX|[0-9]{2})$/i.test(status))
      report(`the interim response \`${status}\` is not carried`)
    else if (/^[2-5][0-9]{2}$/.test(status))
      replies.push({ status: Number(status), ...readReply(reader, part) })
    else if (/^([2-5]XX|default)$/i.test(status)) {
      const range = status === 'default' ? status : status.toUpperCase()
      ranges.push({ range, ...readReply(reader, part) })
    } else report(`the response \`${status}\` is of no status code`)
  }
  const callbacks = partsOf(reader, value.callbacks, `${pointer}/callbacks`)
  return {
    id,
    originalId: value['x-operation-id'],
    method,
    path,
    summary: value.summary ?? '',
    description: (value.description ?? '').trim(),
    tags: value.tags ?? [],
    provenance: value['x-provenance'] ?? '',
    clientMethod: value['x-client-method'],
    secured: security.length > 0,
    security,
    servers: value.servers ?? item.value.servers ?? [],
    parameters: ofSegments(reader, found, readParameters(reader, found)),
    body: readBody(reader, found),
    replies,
    ranges,
    callbacks: callbacks.flatMap(({ name, value: items, pointer: at }) =>
      operationsIn(reader, items, at).map((each) => ({
        ...readWebhook(reader, { ...each, name }),
        expression: each.name,
      })),
    ),
    otherMethods: item.value['x-other-methods'] === id,
    announces: deprecationHeaders(value['x-deprecation'], (message) =>
      reader.report('warning', message, pointer),
    ),
  }
}

const silent: Report = () => {}

/**
 * Returns every operation of the document, in its order.
 * @param report called with what cannot be read, or is ignored.
 */
export const readOperations = (document: Document, report: Report = silent): Operation[] => {
  const reader = { document, follow: follower(document, report), report }
  return operationsIn(reader, document.paths, '#/paths').map((each) => readOperation(reader, each))
}

/** Returns every webhook of the document, in its order. */
export const readWebhooks = (document: Document, report: Report = silent): Webhook[] => {
  const reader = { document, follow: follower(document, report), report }
  const found = operationsIn(reader, document.webhooks, '#/webhooks').map((each) =>
    readWebhook(reader, each),
  )
  // A webhook has one name and so one payload.
  return found.filter(({ name }, i) => found.findIndex((each) => each.name === name) === i)
}

/** Returns the component schemas, each after those that it refers to. */
export const inDependencyOrder = (document: Document): [string, Schema][] => {
  const schemas = document.components?.schemas ?? {}
  const ordered = new Map<string, Schema>()
  const visited = new Set<string>()
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if (isReference(part)) place(componentName(part.$ref))
    for (const value of Object.values(part)) visit(value)
  }
  const place = (name: string): void => {
    const schema = schemas[name]
    if (!schema || visited.has(name)) return
    visited.add(name)
    visit(schema)
    ordered.set(name, schema)
  }
  for (const name of Object.keys(schemas)) place(name)
  return [...ordered]
}
