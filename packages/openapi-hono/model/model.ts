import { isObject } from '../runtime/check.ts'
import { type ContentKind, kindOf } from '../runtime/media-types.ts'
import { checkPaths, checkSecurity } from './check-operations.ts'
import {
  componentName,
  type Document,
  type Header,
  type Link,
  type MediaType,
  methods,
  type OperationObject,
  type Parameter,
  type PathItem,
  type Reference,
  type Response,
  type Schema,
  type Server,
} from './document.ts'
import type { Report } from './findings.ts'
import { misspelt } from './names.ts'
import { type At, escapePointer, type Follow, follower } from './pointer.ts'

/** An example by its name in the document, with its summary and description. */
export type NamedExample = {
  name: string
  value: unknown
  summary?: string | undefined
  description?: string | undefined
}

export type Content = ReturnType<typeof readContents>[number]

export type ReplyHeader = ReturnType<typeof readHeader>

export type ReplyLink = ReturnType<typeof readLink>

export type Reply = ReturnType<typeof readReply> & { status: number }

/** A response of several status codes: `default` or, for example, `4XX`. */
export type RangeReply = ReturnType<typeof readReply> & { range: string }

export type Body = NonNullable<ReturnType<typeof readBody>>

/** A parameter with the style that applies to it. */
export type PlacedParameter = NonNullable<ReturnType<typeof placed>>

/** A request that the API sends: a webhook, or a callback to an address that a request names. */
export type Webhook = ReturnType<typeof readWebhook>

/** An operation as the outputs need it: references followed, order as in the document. */
export type Operation = ReturnType<typeof readOperation>

/**
 * Returns every operation of the document, in its order.
 * @param report called with each part that cannot be read, or is ignored.
 */
export const readOperations = (document: Document, report: Report = silent): Operation[] => {
  const reader = { document, follow: follower(document, report), report }
  const operations = operationsIn(reader, document.paths, '#/paths').map((each) =>
    readOperation(reader, each),
  )
  checkPaths(operations, report)
  return operations
}

const silent: Report = () => {}

type Reader = { document: Document; follow: Follow; report: Report }

/** An operation of a path, a webhook or a callback, and the path item that it is in. */
type Found = At<OperationObject> & { name: string; method: string; item: At<PathItem> }

function operationsIn(
  reader: Reader,
  items: Record<string, PathItem | Reference> | undefined,
  at: string,
): Found[] {
  return partsOf(reader, withoutExtensions(items), at).flatMap(({ name, ...item }) => [
    ...methods.flatMap((method) => {
      const value = item.value[method]
      return value ? [{ name, item, method, value, pointer: `${item.pointer}/${method}` }] : []
    }),
    ...Object.entries(item.value.additionalOperations ?? {}).map(([method, value]) => {
      const pointer = `${item.pointer}/additionalOperations/${method}`
      return { name, item, method: method.toLowerCase(), value, pointer }
    }),
  ])
}

/** Returns the parts of a map with their names, references followed. */
function partsOf<T extends object>(
  { follow, report }: Reader,
  map: Record<string, T | Reference> | undefined,
  pointer: string,
): (At<T> & { name: string })[] {
  if (typeof map?.$ref === 'string') {
    report('error', 'a `$ref` is in a part of this map, not in the map itself', pointer)
    return []
  }
  return Object.entries(map ?? {}).flatMap(([name, part]) => {
    const found = follow(part, `${pointer}/${escapePointer(name)}`)
    return found ? [{ name, ...found }] : []
  })
}

function withoutExtensions<T>(map: Record<string, T> | undefined): Record<string, T> {
  return Object.fromEntries(Object.entries(map ?? {}).filter(([name]) => !name.startsWith('x-')))
}

function readOperation(reader: Reader, found: Found) {
  const { name: path, method, item, value, pointer } = found
  const { operationId: id = '' } = value
  const security = securityOf(reader, found)
  checkSecurity(reader.document, security, reader.report)
  const { 'x-client-method': clientMethod = '' } = value
  if (typeof clientMethod !== 'string')
    reader.report('error', '`x-client-method` must be a text such as `orders.list`', pointer)
  const replies: Reply[] = []
  const ranges: RangeReply[] = []
  const responses = withoutExtensions(value.responses)
  for (const { name: status, ...part } of partsOf(reader, responses, `${pointer}/responses`)) {
    const report = (message: string, severity: 'error' | 'warning' = 'warning') =>
      reader.report(severity, message, `${pointer}/responses/${status}`)
    if (/^1(?:XX|[0-9]{2})$/i.test(status))
      report(`the interim response \`${status}\` is not carried`)
    else if (/^[2-5][0-9]{2}$/.test(status))
      replies.push({ status: Number(status), ...readReply(reader, part) })
    else if (status === 'default' || /^[2-5]XX$/i.test(status)) {
      const range = status === 'default' ? status : status.toUpperCase()
      ranges.push({ range, ...readReply(reader, part) })
    } else if (misspelt(status, ['default']))
      report(`the response \`${status}\` is of no status code. Did you mean \`default\`?`, 'error')
    else report(`the response \`${status}\` is of no status code`)
  }
  if (replies.length + ranges.length === 0) {
    const what = 'no response is declared, so that any is sent. Declare those of the operation'
    reader.report('warning', what, pointer, 'operation without a response')
    ranges.push({ range: 'default', ...readReply(reader, { value: anyResponse, pointer }) })
  }
  const callbacks = partsOf(reader, value.callbacks, `${pointer}/callbacks`)
  return {
    /** An identifier. No other operation has it. */
    id,
    /** In lower case. */
    method,
    path,
    summary: value.summary ?? '',
    description: (value.description ?? '').trim(),
    tags: value.tags ?? [],
    provenance: value['x-provenance'] ?? '',
    /** The name of its method in a client; empty if it has none. */
    clientMethod: String(clientMethod),
    secured: security.value.length > 0,
    security: security.value,
    /** The paths of the servers' URLs: those of the operation, or else of its path, or of the document. */
    basePaths: basePathsOf(serversOf(reader, found), reader.report),
    parameters: ofSegments(reader, found, readParameters(reader, found)),
    body: readBody(reader, found),
    replies,
    ranges,
    callbacks: callbacks.flatMap(({ name, value: items, pointer: at }) =>
      operationsIn(reader, items, at).map((each) => readWebhook(reader, { ...each, name })),
    ),
    /** Whether it also handles methods that OpenAPI cannot name. */
    otherMethods: item.value['x-other-methods'] === id,
    announces: deprecationHeaders(value['x-deprecation'], (message) =>
      reader.report('warning', message, pointer),
    ),
  }
}

/** The response of an operation that declares none: a JSON value, or no body. */
const anyResponse: Response = { description: '', content: { 'application/json': {} } }

/** Returns the security requirements of an operation, or else of the document. */
function securityOf(
  reader: Reader,
  { value, pointer }: Found,
): At<readonly Record<string, string[]>[]> {
  const found = value.security
    ? { value: value.security, pointer: `${pointer}/security` }
    : { value: reader.document.security, pointer: '#/security' }
  return { ...found, value: listOf(reader, found) }
}

/** Returns a list of the document. */
function listOf<T>(
  { report }: Reader,
  { value: list = [], pointer }: { value: readonly T[] | undefined; pointer: string },
): readonly T[] {
  if (Array.isArray(list)) return list
  report('error', 'a `$ref` is in an item of this list, not in the list itself', pointer)
  return []
}

/** Returns the servers of an operation, or else of its path, or of the document. */
function serversOf({ document }: Reader, { item, ...operation }: Found): At<readonly Server[]> {
  for (const { value, pointer } of [operation, item, { value: document, pointer: '#' }])
    if (value.servers && value.servers.length > 0)
      return { value: value.servers, pointer: `${pointer}/servers` }
  return { value: [{ url: '/' }], pointer: '#' }
}

function readReply(reader: Reader, { value, pointer }: At<Response>) {
  const contents = readContents(reader, value.content, pointer)
  const headers = partsOf(reader, value.headers, `${pointer}/headers`)
  const links = partsOf(reader, value.links, `${pointer}/links`)
  return {
    description: (value.description ?? '').trim(),
    /** The content type, schema and examples are those of the first of the contents. */
    contentType: contents[0]?.contentType,
    schema: contents[0]?.schema,
    examples: contents[0]?.examples ?? [],
    contents,
    headers: headers.map((header) => readHeader(reader, header)),
    links: links.map(({ name, value: link }) => readLink(name, link)),
    provenance: value['x-provenance'] ?? '',
    /** Whether only the server's edge sends it. */
    edge: value['x-answered-by'] === 'edge',
  }
}

function readContents(
  reader: Reader,
  content: Record<string, MediaType | Reference> | undefined,
  at: string,
) {
  return partsOf(reader, content, `${at}/content`).map(
    ({ name: contentType, value: media, pointer }) => {
      // A range of types whose schema is a file is no JSON.
      const isFile = contentType.includes('*') && media.schema?.format === 'binary'
      const kind = isFile ? 'bytes' : kindOf(contentType)
      if (!/^[^/\s]+\/[^/\s]+/.test(contentType) && contentType !== '*') {
        const what = `\`${contentType}\` is no media type, such as \`application/json\``
        reader.report('warning', what, pointer, 'no media type')
      }
      const isItem = media.itemSchema !== undefined
      if (isItem && kind !== 'events' && kind !== 'lines')
        reader.report('warning', `\`itemSchema\` of ${contentType} is ignored`, pointer)
      return {
        contentType,
        kind,
        ...itemOf(media, kind, pointer),
        examples: readExamples(reader, { value: media, pointer }),
        encoding: media.encoding ?? {},
      }
    },
  )
}

function readExamples(reader: Reader, { value, pointer }: At<MediaType | Header>): NamedExample[] {
  const examples: NamedExample[] = partsOf(reader, value.examples, `${pointer}/examples`).map(
    ({ name, value: { value, dataValue = value, summary, description } }) => ({
      name,
      value: dataValue,
      summary,
      description,
    }),
  )
  if (value.example !== undefined) examples.push({ name: 'example', value: value.example })
  return examples
}

/** Returns the schema of a body, or of each item of a stream of events or lines. */
function itemOf({ schema, itemSchema }: MediaType, kind: ContentKind, pointer: string) {
  const isStream = kind === 'events' || kind === 'lines'
  if (isStream && itemSchema)
    return { schema: itemSchema, isItem: true, pointer: `${pointer}/itemSchema` }
  if (kind === 'lines' && schema?.type === 'array')
    return { schema: schema.items, isItem: true, pointer: `${pointer}/schema/items` }
  return {
    // YAML without a value is null.
    schema: schema ?? undefined,
    /** Whether the schema is that of an item, with the fields of an event. */
    isItem: false,
    /** The JSON pointer to the schema. */
    pointer: `${pointer}/schema`,
  }
}

function readHeader(
  reader: Reader,
  { name, value: header, pointer }: At<Header> & { name: string },
) {
  const [media] = readContents(reader, header.content, pointer)
  return {
    name,
    description: (header.description ?? '').trim(),
    schema: header.schema ?? media?.schema ?? {},
    pointer: media?.pointer ?? `${pointer}/schema`,
    examples: media?.examples ?? readExamples(reader, { value: header, pointer }),
    isJson: media?.kind === 'json',
    explode: header.explode === true,
    required: header.required === true,
    edge: header['x-answered-by'] === 'edge',
  }
}

function readLink(name: string, link: Link) {
  return {
    name,
    operationId: link.operationId ?? '',
    description: (link.description ?? '').trim(),
    /** Runtime expressions or constants, by the parameter's name. */
    parameters: link.parameters ?? {},
  }
}

/** Leaves out path parameters without a segment of the path. Reports these, and the reverse. */
function ofSegments(
  { report }: Reader,
  { name: path, pointer }: Found,
  parameters: readonly PlacedParameter[],
): PlacedParameter[] {
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)
  const segments = new Set(names)
  if (segments.size < names.length)
    report('warning', 'a parameter is twice in the path. Its last value is read', pointer)
  const isUsed = ({ in: place, name }: PlacedParameter) => place !== 'path' || segments.has(name)
  for (const { name } of parameters.filter((each) => !isUsed(each))) {
    const what = `the path parameter \`${name}\` is not in the path, and is ignored`
    report('warning', what, pointer, 'path parameter without a segment')
  }
  for (const name of segments) {
    const what = `\`{${name}}\` in the path is text. Declare a parameter of this name with \`in: path\``
    if (!parameters.some((each) => each.in === 'path' && each.name === name))
      report('warning', what, pointer, 'segment without a path parameter')
  }
  return parameters.filter(isUsed)
}

/** Returns the parameters of the path, then of the operation. The operation's replace the path's. */
function readParameters(reader: Reader, { item, ...operation }: Found): PlacedParameter[] {
  const found = new Map<string, PlacedParameter>()
  for (const { value, pointer } of [item, operation]) {
    const own = new Set<string>()
    const list = listOf(reader, { value: value.parameters, pointer: `${pointer}/parameters` })
    for (const [i, part] of list.entries()) {
      const where = `${pointer}/parameters/${i}`
      const followed = reader.follow(part, where)
      const parameter = followed && placed(reader, followed)
      if (!parameter) continue
      const key = `${parameter.in} ${parameter.name}`
      const what = `another parameter in \`${parameter.in}\` has the name \`${parameter.name}\`, and is ignored`
      if (own.has(key)) reader.report('warning', what, where, 'equal parameters')
      own.add(key)
      // The operation's takes the place of the path's in the document's order of the operation.
      found.delete(key)
      found.set(key, parameter)
    }
  }
  return [...found.values()]
}

/** The styles of parameters by their place, the default first. */
const styles = new Map([
  ['path', ['simple', 'label', 'matrix']],
  ['query', ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject']],
  ['querystring', ['form']],
  ['header', ['simple']],
  ['cookie', ['form', 'cookie']],
])

function placed(reader: Reader, { value: parameter, pointer }: At<Parameter>) {
  const { name, in: place, content } = parameter
  const known = styles.get(place)
  if (typeof name !== 'string' || !known) {
    const what = known
      ? 'a parameter has no `name`'
      : `a parameter in \`${place}\` is not carried. Write \`path\`, \`query\`, \`header\` or \`cookie\``
    reader.report('error', what, pointer)
    return undefined
  }
  if (name === '') {
    reader.report('warning', 'a parameter whose name is empty is ignored', pointer)
    return undefined
  }
  if (place === 'path' && parameter.required === false) {
    const what = `the path parameter \`${name}\` is always required. Write \`required: true\``
    reader.report('warning', what, pointer, 'path parameter that is not required')
  }
  const [only, ...others] = readContents(reader, content, pointer)
  if (only && (others.length > 0 || parameter.schema)) {
    const what = `a parameter has one \`content\`, or else a \`schema\`. It is read as ${only.contentType}`
    reader.report('warning', what, pointer)
  }
  const [usual = ''] = known
  const { style = usual } = parameter
  if (!known.includes(style)) {
    const what = `the style \`${style}\` is none of parameters in \`${place}\`, and is ignored. Write \`${known.join('` or `')}\``
    reader.report('warning', what, pointer, 'style of another place')
    return placed(reader, { value: { ...parameter, style: usual }, pointer })
  }
  return {
    ...parameter,
    ...(only?.schema ? { schema: only.schema } : {}),
    // A path parameter is always there.
    ...(place === 'path' ? { required: true } : {}),
    style,
    explode: parameter.explode ?? (style === 'form' || style === 'cookie'),
    /** The media type of a parameter that is serialized as one. */
    media: only,
    contentType: only?.contentType,
    pointer: only?.pointer ?? `${pointer}/schema`,
  }
}

function readBody(reader: Reader, { value, pointer }: At<OperationObject>) {
  const found = value.requestBody && reader.follow(value.requestBody, `${pointer}/requestBody`)
  const contents = found ? readContents(reader, found.value.content, found.pointer) : []
  const [first] = contents
  if (found && Object.keys(found.value.content ?? {}).length === 0)
    reader.report('warning', 'the request body has no `content`, and is not read', found.pointer)
  if (!first || !found) return undefined
  return {
    /** The content type, schema and examples are those of the first of the contents. */
    contentType: first.contentType,
    schema: first.schema ?? {},
    examples: first.examples,
    contents,
    required: found.value.required === true,
    /** The response to an invalid body: `errors` has a list of errors, `message` a message alone. */
    invalid: found.value['x-invalid-body'] ?? 'message',
  }
}

function readWebhook(reader: Reader, found: Found) {
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
    /** The meaning of the receiver's response, by status code as the document writes it. */
    replies: partsOf(reader, withoutExtensions(value.responses), `${pointer}/responses`).map(
      ({ name: status, value: { description = '' } }) => ({ status, description }),
    ),
    body,
    schema: body?.schema ?? {},
    examples: body?.examples ?? [],
  }
}

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
  const place = (name: string): void => {
    const schema = schemas[name]
    if (!schema || visited.has(name)) return
    visited.add(name)
    for (const [, other = ''] of JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g))
      place(componentName(other))
    ordered.set(name, schema)
  }
  for (const name of Object.keys(schemas)) place(name)
  return [...ordered]
}

/**
 * Returns the headers of every response of a deprecated operation. These are `Deprecation` (RFC 9745 §2),
 * `Sunset` (RFC 8594 §3) and a `Link` to details (RFC 9745 §3).
 * @param report called if a field is not valid.
 */
function deprecationHeaders(
  announced: unknown,
  report: (message: string) => void,
): Record<string, string> | undefined {
  if (announced === undefined) return undefined
  const { since, sunset, link } = isObject(announced) ? announced : {}
  const [start, end] = [dateOf(since), dateOf(sunset)]
  const isValid =
    start && (sunset === undefined || end) && (link === undefined || URL.canParse(String(link)))
  if (!isValid) {
    report(
      '`x-deprecation` is ignored: it needs the date `since`, and may have the date `sunset` and the URL `link`',
    )
    return undefined
  }
  return {
    Deprecation: `@${start.getTime() / 1000}`,
    ...(end && { Sunset: end.toUTCString() }),
    ...(link === undefined ? {} : { Link: `<${link}>; rel="deprecation"` }),
  }
}

function dateOf(value: unknown): Date | undefined {
  const date = new Date(`${value}T00:00Z`)
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(`${value}T`)
    ? date
    : undefined
}

/** The most paths of one server's URL. */
const maxPaths = 100

/**
 * Returns the paths of servers' URLs, without slashes at their end. A variable with an `enum` has a path for
 * each of its values.
 * @param report called with values that are not served.
 */
function basePathsOf({ value: servers, pointer }: At<readonly Server[]>, report: Report): string[] {
  const paths = servers.flatMap((server, i) => {
    const warn = (message: string, kind: string) =>
      report('warning', message, `${pointer}/${i}`, `server: ${kind}`)
    return urlsOf(server, warn).map((url) => pathOf(url, warn))
  })
  return [...new Set(paths)]
}

function urlsOf(
  { url: template, variables = {} }: Server,
  warn: (message: string, kind: string) => void,
): string[] {
  if (typeof template !== 'string') {
    warn('the server has no `url`, and is read as `/`', 'no url')
    return ['/']
  }
  let urls = [template]
  for (const [place = '', name = ''] of template.matchAll(/\{([^}]*)\}/g)) {
    const { enum: others, default: given = others?.[0] ?? '' } = variables[name] ?? {}
    if (!variables[name])
      warn(`the server variable \`${name}\` is not declared. Declare it in \`variables\``, 'none')
    const fill = (value: unknown) => urls.map((url) => url.replaceAll(place, String(value)))
    if (others && !others.map(String).includes(String(given)))
      warn(
        `the default of the server variable \`${name}\`, \`${given}\`, is not in its \`enum\`, and is served too. Add it, or write another default`,
        'default that is no value',
      )
    const values = [...new Set([given, ...(others ?? [])].map(String))]
    const filled = values.flatMap(fill)
    const isServed = others !== undefined && filled.length <= maxPaths
    const [path, ...otherPaths] = [given, `${given}x`, given === '1' ? '2' : '1'].map((each) =>
      pathOf(fill(each)[0] ?? ''),
    )
    // One of the others may be no port.
    const isOnPath = otherPaths.every((each) => each !== path)
    if (!isServed && isOnPath && variables[name])
      warn(
        `only the default of the server variable \`${name}\` is served, \`${given}\`. List other values in \`enum\``,
        'default',
      )
    urls = isServed ? filled : fill(given)
  }
  return urls
}

function pathOf(url: string, warn?: (message: string, kind: string) => void): string {
  const base = 'http://localhost'
  if (URL.canParse(url, base)) return new URL(url, base).pathname.replace(/\/$/, '')
  warn?.(`${url} is no URL, and is read as \`/\``, 'no url')
  return ''
}
