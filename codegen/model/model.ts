import { type ContentKind, kindOf } from '../runtime/media-types.ts'
import { deprecationHeaders } from './deprecation.ts'
import type {
  Document,
  Header,
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
import { type ReplyLink, readLinks } from './links.ts'
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

const readExamples = ({ follow }: Reader, media: MediaType, pointer: string): NamedExample[] => [
  ...Object.entries(media.examples ?? {}).flatMap(([name, part]) => {
    const example = follow(part, `${pointer}/examples/${escapePointer(name)}`)?.value
    return example ? [{ name, value: example.value, summary: example.summary }] : []
  }),
  ...(media.example === undefined ? [] : [{ name: 'example', value: media.example }]),
]

const readContents = (
  reader: Reader,
  content: Record<string, MediaType | Reference> | undefined,
  pointer: string,
): Content[] =>
  Object.entries(content ?? {}).flatMap(([contentType, part]) => {
    const found = reader.follow(part, `${pointer}/content/${escapePointer(contentType)}`)
    if (!found) return []
    const { value: media, pointer: at } = found
    if ('itemSchema' in media)
      reader.report('warning', '`itemSchema` is not carried, and is ignored', at)
    return [
      {
        contentType,
        kind: kindOf(contentType),
        // YAML without a value is null.
        schema: media.schema ?? undefined,
        pointer: `${at}/schema`,
        examples: readExamples(reader, media, at),
        encoding: media.encoding ?? {},
      },
    ]
  })

const readHeader = (name: string, header: Header): ReplyHeader => ({
  name,
  description: (header.description ?? '').trim(),
  schema: header.schema ?? {},
  required: header.required === true,
  edge: header['x-answered-by'] === 'edge',
})

const readReply = (reader: Reader, { value, pointer }: At<Response>): Omit<Reply, 'status'> => {
  const contents = readContents(reader, value.content, pointer)
  return {
    description: (value.description ?? '').trim(),
    contentType: contents[0]?.contentType,
    schema: contents[0]?.schema,
    contents,
    headers: Object.entries(value.headers ?? {}).flatMap(([name, part]) => {
      const header = reader.follow(part, `${pointer}/headers/${escapePointer(name)}`)?.value
      return header ? [readHeader(name, header)] : []
    }),
    examples: contents[0]?.examples ?? [],
    links: readLinks(reader.follow, value, pointer),
    provenance: value['x-provenance'] ?? '',
    edge: value['x-answered-by'] === 'edge',
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

/** Returns the parameters of the path, then of the operation. The operation's replace the path's. */
const readParameters = (
  reader: Reader,
  item: At<PathItem>,
  object: At<OperationObject>,
): PlacedParameter[] => {
  const found = new Map<string, PlacedParameter>()
  for (const { value, pointer } of [item, object])
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

/** Reports segments of a path without a parameter, and parameters without a segment. */
const reportSegments = (
  { report }: Reader,
  path: string,
  parameters: readonly PlacedParameter[],
  pointer: string,
) => {
  const segments = new Set([...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name))
  for (const { name, in: place } of parameters)
    if (place === 'path' && !segments.delete(name))
      report(
        'warning',
        `the path parameter \`${name}\` is not in the path, and is ignored`,
        pointer,
      )
  for (const name of segments)
    report('warning', `\`{${name}}\` in the path has no parameter, and is taken for text`, pointer)
}

const readWebhook = (
  reader: Reader,
  name: string,
  item: At<PathItem>,
  method: string,
  object: At<OperationObject>,
): Webhook => {
  const { value } = object
  const body = readBody(reader, object)
  return {
    name,
    id: value.operationId ?? '',
    method,
    tag: value.tags?.[0] ?? '',
    summary: value.summary ?? '',
    description: (value.description ?? '').trim(),
    category: value['x-category'],
    parameters: readParameters(reader, item, object),
    replies: Object.entries(value.responses ?? {}).flatMap(([status, part]) => {
      const found = reader.follow(part, `${object.pointer}/responses/${status}`)
      return found ? [{ status, description: found.value.description ?? '' }] : []
    }),
    body,
    schema: body?.schema ?? {},
    examples: body?.examples ?? [],
  }
}

/** Returns the operations of a path item, by method. */
const operationsOf = (item: At<PathItem>): [method: string, object: At<OperationObject>][] => [
  ...methods.flatMap((method): [string, At<OperationObject>][] => {
    const value = item.value[method]
    return value ? [[method, { value, pointer: `${item.pointer}/${method}` }]] : []
  }),
  ...Object.entries(item.value.additionalOperations ?? {}).map(
    ([method, value]): [string, At<OperationObject>] => [
      method.toLowerCase(),
      { value, pointer: `${item.pointer}/additionalOperations/${method}` },
    ],
  ),
]

const readCallbacks = (reader: Reader, { value, pointer }: At<OperationObject>): Callback[] =>
  Object.entries(value.callbacks ?? {}).flatMap(([name, part]) => {
    const found = reader.follow(part, `${pointer}/callbacks/${escapePointer(name)}`)
    return Object.entries(found?.value ?? {}).flatMap(([expression, each]) => {
      if (expression.startsWith('x-')) return []
      const item = reader.follow(each, `${found?.pointer}/${escapePointer(expression)}`)
      return item
        ? operationsOf(item).map(([method, object]) => ({
            ...readWebhook(reader, name, item, method, object),
            expression,
          }))
        : []
    })
  })

const readOperation = (
  reader: Reader,
  path: string,
  item: At<PathItem>,
  method: string,
  object: At<OperationObject>,
): Operation => {
  const { value, pointer } = object
  const { security = reader.document.security ?? [], operationId: id = '' } = value
  const parameters = readParameters(reader, item, object)
  reportSegments(reader, path, parameters, pointer)
  const segments = new Set([...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name))
  const replies: Reply[] = []
  const ranges: RangeReply[] = []
  for (const [status, part] of Object.entries(value.responses ?? {})) {
    if (status.startsWith('x-')) continue
    const at = `${pointer}/responses/${status}`
    const found = reader.follow(part, at)
    if (!found) continue
    if (/^1(?:XX|[0-9]{2})$/i.test(status))
      reader.report('warning', `the interim response \`${status}\` is not carried`, at)
    else if (/^[2-5][0-9]{2}$/.test(status))
      replies.push({ status: Number(status), ...readReply(reader, found) })
    else if (/^([2-5]XX|default)$/i.test(status))
      ranges.push({
        range: status === 'default' ? status : status.toUpperCase(),
        ...readReply(reader, found),
      })
    else reader.report('warning', `the response \`${status}\` is of no status code`, at)
  }
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
    parameters: parameters.filter((each) => each.in !== 'path' || segments.has(each.name)),
    body: readBody(reader, object),
    replies,
    ranges,
    callbacks: readCallbacks(reader, object),
    otherMethods: item.value['x-other-methods'] === id,
    announces: deprecationHeaders(value['x-deprecation'], (message) =>
      reader.report('warning', message, pointer),
    ),
  }
}

const silent: Report = () => {}

const readItems = <T>(
  document: Document,
  section: 'paths' | 'webhooks',
  report: Report,
  read: (
    reader: Reader,
    name: string,
    item: At<PathItem>,
    method: string,
    object: At<OperationObject>,
  ) => T,
): T[] => {
  const reader = { document, follow: follower(document, report), report }
  return Object.entries(document[section] ?? {}).flatMap(([name, part]) => {
    if (name.startsWith('x-')) return []
    const pointer = `#/${section}/${escapePointer(name)}`
    const item = reader.follow<PathItem>(part, pointer)
    return item
      ? operationsOf(item).map(([method, object]) => read(reader, name, item, method, object))
      : []
  })
}

/**
 * Returns every operation of the document, in its order.
 * @param report called with what cannot be read, or is ignored.
 */
export const readOperations = (document: Document, report: Report = silent): Operation[] =>
  readItems(document, 'paths', report, readOperation)

/** Returns every webhook of the document, in its order. */
export const readWebhooks = (document: Document, report: Report = silent): Webhook[] => {
  const found = readItems(document, 'webhooks', report, readWebhook)
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
