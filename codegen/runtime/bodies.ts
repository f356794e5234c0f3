import type { Context } from 'hono'
import { type Failure, isObject, type Read } from './check.ts'
import { type ContentKind, declaredType, kindOf } from './media-types.ts'
import { type Parameter, pairReader, percentDecoded, type Raw, readValues } from './parameters.ts'

/** Limits of a request body. RFC 8259 §9 allows limits of JSON. */
export type Limits = {
  /** The most bytes of a body that is read whole. Default: 1 MiB. */
  bytes?: number
  /** The most bytes of a form with files, and of a body that is read as a stream. Default: 32 MiB. */
  fileBytes?: number
  /** The most levels of JSON. Default: 64. */
  depth?: number
  /** The most values in JSON. Default: 100,000. */
  values?: number
}

const defaults = { bytes: 2 ** 20, fileBytes: 2 ** 25, depth: 64, values: 100_000 }

/** How a body of one content type is read. */
export type RequestContent = {
  /** Checks a value and copies what is declared. A body without it is passed as it is. */
  read?: (value: unknown) => Read<unknown>
  /** The fields of a form. */
  fields?: readonly Parameter[]
}

/** A body that was read, or the reasons and the status code of its rejection. */
export type BodyRead =
  | { body: unknown; contentType: string | undefined; failures?: undefined }
  | { status: 400 | 413 | 415; failures: Failure[] }

/** Thrown to an operation that reads a stream which is too large or ends early. */
export class UnreadableBody extends Error {
  override name = 'UnreadableBody'
  readonly status: 400 | 413
  constructor(status: 400 | 413, reason: string) {
    super(reason)
    this.status = status
  }
}

/** The body exceeds the limit, or the client closed the connection before its end. */
export type Unread = 'too large' | 'cut off'

type Bytes = Uint8Array<ArrayBuffer>

/** Node's request, where the server has it: its stream is faster to read than that of the web. */
type Incoming = {
  readableFlowing: boolean | null
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Bytes>
}

const isIncoming = (value: unknown): value is Incoming =>
  isObject(value) && 'readableFlowing' in value && typeof value.iterator === 'function'

// Not every library for the compiler, and not every browser, has streams that are iterable.
async function* chunksIn(stream: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const reader = stream.getReader()
  let read = await reader.read()
  try {
    for (; !read.done; read = await reader.read()) yield read.value
  } finally {
    if (!read.done) await reader.cancel()
  }
}

/** Returns the chunks of a request's body. Hono keeps a body that middleware has read, wholly or in part. */
const chunksOf = async ({ env, req }: Context): Promise<AsyncIterable<Bytes> | Iterable<Bytes>> => {
  const incoming: unknown = env?.incoming
  if (isIncoming(incoming)) {
    // Destroying the stream would destroy the socket. Node discards the rest of a body after the response.
    if (incoming.readableFlowing === null) return incoming.iterator({ destroyOnReturn: false })
    return [new Uint8Array(await req.arrayBuffer())]
  }
  if (req.raw.bodyUsed) return [new Uint8Array(await req.arrayBuffer())]
  // Requests that were made in this process, or in a browser, have no stream of Node's.
  return req.raw.body ? chunksIn(req.raw.body) : []
}

/**
 * Returns a header of a request. Node has parsed all headers already; Hono's accessor searches them
 * again for each name.
 * @param name in lower case.
 */
export const headerOf = ({ env, req }: Context, name: string): string | undefined => {
  const headers: unknown = env?.incoming?.headers
  if (!isObject(headers)) return req.header(name)
  const value = headers[name]
  // Node joins repeated headers, except `Set-Cookie`, which requests do not have.
  return typeof value === 'string' ? value : undefined
}

/**
 * Reads a request body. Reads the stream itself, because Hono's accessors have no limit.
 * @param limit in bytes.
 */
export const readBytes = async (context: Context, limit: number): Promise<Bytes | Unread> => {
  if (Number(headerOf(context, 'content-length')) > limit) return 'too large'
  const chunks: Bytes[] = []
  let length = 0
  try {
    for await (const chunk of await chunksOf(context)) {
      length += chunk.length
      if (length > limit) return 'too large'
      chunks.push(chunk)
    }
  } catch {
    return 'cut off'
  }
  const [only] = chunks
  if (only && chunks.length === 1) return only
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** Returns a request body as a stream. It fails when it is larger than the limit or is cut off. */
const streamOf = (context: Context, limit: number): ReadableStream<Uint8Array> => {
  let chunks: AsyncIterator<Bytes> | undefined
  let length = 0
  const start = async function* () {
    yield* await chunksOf(context)
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= start()
        const { done, value } = await chunks.next().catch(() => {
          throw new UnreadableBody(400, 'was cut off')
        })
        if (done) return controller.close()
        length += value.length
        if (length > limit) throw new UnreadableBody(413, `must be at most ${size(limit)}`)
        controller.enqueue(value)
      },
      async cancel() {
        await chunks?.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes UTF-8. Returns undefined if the bytes are not UTF-8. */
export const decodeText = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns the limit that a JSON value exceeds. */
const exceededLimit = (
  value: unknown,
  limits: { depth: number; values: number },
): 'depth' | 'values' | undefined => {
  let values = 0
  const visit = (each: unknown, depth: number): 'depth' | 'values' | undefined => {
    if (++values > limits.values) return 'values'
    if (typeof each !== 'object' || each === null) return undefined
    if (depth === limits.depth) return 'depth'
    for (const inner of Object.values(each)) {
      const exceeded = visit(inner, depth + 1)
      if (exceeded) return exceeded
    }
    return undefined
  }
  return visit(value, 0)
}

/** An escape of a surrogate. UTF-8 cannot hold surrogates, so texts without such escapes have none. */
const surrogateEscape = /\\u[dD][89a-fA-F]/

/** The reason why a text with a lone surrogate is rejected: UTF-8 cannot hold it. */
export const illFormedReason = 'must not contain a lone surrogate'

// `isWellFormed` is newer than the libraries that some projects compile with.
const loneSurrogate = /\p{Surrogate}/u

/** Returns the paths of the texts in a JSON value that contain lone surrogates, such as `shipTo.city`. */
export const illFormedFields = (value: unknown, path = ''): string[] => {
  if (typeof value === 'string') return loneSurrogate.test(value) ? [path] : []
  if (Array.isArray(value))
    return value.flatMap((each, i) => illFormedFields(each, `${path}[${i}]`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, each]) =>
    illFormedFields(each, path === '' ? name : `${path}.${name}`),
  )
}

const size = (bytes: number): string =>
  bytes % 2 ** 20 === 0
    ? `${bytes / 2 ** 20} MiB`
    : bytes % 2 ** 10 === 0
      ? `${bytes / 2 ** 10} KiB`
      : `${bytes} bytes`

const rejected = (status: 400 | 413 | 415, reason: string): BodyRead => ({
  status,
  failures: [{ field: 'body', reason }],
})

/** Returns a value that was read, or all failures. Those of the check come between the others. */
const outcome = (
  result: Read<unknown>,
  contentType: string,
  before: readonly Failure[],
  after: readonly Failure[],
): BodyRead => {
  if (!result.failures && before.length + after.length === 0)
    return { body: result.value, contentType }
  const own = (result.failures ?? []).map(({ field, reason }) => ({
    field: field || 'body',
    reason,
  }))
  return { status: 400, failures: [...before, ...own, ...after] }
}

type Reading = {
  content: RequestContent
  /** The content type as the document declares it, and as the client sent it. */
  contentType: string
  given: string
  bytes: Bytes
  limits: Required<Limits>
}

const check = ({ read }: RequestContent, value: unknown): Read<unknown> =>
  read?.(value) ?? { value }

const readJson = ({ content, contentType, bytes, limits }: Reading): BodyRead => {
  const text = decodeText(bytes)
  if (text === undefined) return rejected(400, 'must be UTF-8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return rejected(400, 'must be valid JSON')
  }
  const exceeded = exceededLimit(value, limits)
  if (exceeded === 'depth')
    return rejected(400, `must not be nested deeper than ${limits.depth} levels`)
  if (exceeded)
    return rejected(400, `must hold at most ${limits.values.toLocaleString('en')} values`)
  const unfit = surrogateEscape.test(text) ? illFormedFields(value) : []
  return outcome(
    check(content, value),
    contentType,
    [],
    unfit.map((field) => ({ field: field || 'body', reason: illFormedReason })),
  )
}

/** Adds the values that belong to no declared field, as they were sent. */
const withOthers = (
  values: Record<string, unknown>,
  raw: Raw,
  declared: readonly Parameter[],
): Record<string, unknown> => {
  const known = new Set(declared.map(({ name }) => name))
  const others = Object.entries(raw).filter(([name]) => !known.has(name))
  return Object.fromEntries([
    ...Object.entries(values),
    ...others.map(([name, given]): [string, unknown] => [
      name,
      typeof given === 'string' ? percentDecoded(given) : given.map(percentDecoded),
    ]),
  ])
}

const readForm = ({ content, contentType, bytes }: Reading): BodyRead => {
  const text = decodeText(bytes)
  if (text === undefined) return rejected(400, 'must be UTF-8')
  const { fields = [] } = content
  const failures: Failure[] = []
  const raw = pairReader(fields, true)(text, failures)
  const values = withOthers(readValues(fields, raw, percentDecoded, failures), raw, fields)
  return outcome(check(content, values), contentType, failures, [])
}

const isFileField = ({ shape }: Parameter) => shape === 'file' || shape === 'files'

/** Reads a form with files. Each file is a `File`, whose content can be read as a stream. */
const readMultipart = async (reading: Reading): Promise<BodyRead> => {
  const { content, contentType, given, bytes } = reading
  const { fields = [] } = content
  let form: FormData
  try {
    form = await new Response(bytes, { headers: { 'content-type': given } }).formData()
  } catch {
    return rejected(400, 'must be valid multipart/form-data')
  }
  const failures: Failure[] = []
  const raw: Record<string, string[]> = Object.create(null)
  const files: Record<string, unknown> = Object.create(null)
  for (const name of new Set(form.keys())) {
    const field = fields.find((each) => each.name === name)
    const parts = form.getAll(name)
    if (field ? isFileField(field) : parts.some((part) => typeof part !== 'string')) {
      const all = parts.map((part) => (typeof part === 'string' ? new File([part], name) : part))
      if (field?.shape === 'file' && all.length > 1)
        failures.push({ field: name, reason: 'must be given once' })
      files[name] = field?.shape === 'files' || all.length > 1 ? all : all[0]
    } else
      raw[name] = await Promise.all(
        parts.map((part) => (typeof part === 'string' ? part : part.text())),
      )
  }
  const texts = fields.filter((field) => !isFileField(field))
  const values = { ...readValues(texts, raw, (text) => text, failures), ...files }
  return outcome(check(content, withOthers(values, raw, fields)), contentType, failures, [])
}

const readText = ({ content, contentType, bytes }: Reading): BodyRead => {
  const text = decodeText(bytes)
  return text === undefined
    ? rejected(400, 'must be UTF-8')
    : outcome(check(content, text), contentType, [], [])
}

const readers: Partial<Record<ContentKind, (reading: Reading) => BodyRead | Promise<BodyRead>>> = {
  json: readJson,
  form: readForm,
  multipart: readMultipart,
  text: readText,
}

/** Whether a request has no body, so that one that is not required is missing. */
const hasNoBody = (context: Context): boolean =>
  headerOf(context, 'content-type') === undefined &&
  headerOf(context, 'transfer-encoding') === undefined &&
  Number(headerOf(context, 'content-length') ?? 0) === 0

/**
 * Returns a function that reads and checks a request body by its content type.
 * @param contents how bodies are read, by declared content type.
 */
export const bodyReader = (
  required: boolean,
  contents: Readonly<Record<string, RequestContent>>,
  given: Limits = {},
) => {
  const limits = { ...defaults, ...given }
  const declared = Object.keys(contents)
  const kinds = new Map(declared.map((each) => [each, kindOf(each)]))
  return async (context: Context): Promise<BodyRead> => {
    const type = headerOf(context, 'content-type')
    if (!required && hasNoBody(context)) return { body: undefined, contentType: undefined }
    const contentType = declaredType(type, declared)
    const content = contentType === undefined ? undefined : contents[contentType]
    if (contentType === undefined || content === undefined)
      return rejected(415, `must be sent as ${declared.join(', ')}`)
    const kind = kinds.get(contentType) ?? 'bytes'
    const read = readers[kind]
    if (!read) return { body: streamOf(context, limits.fileBytes), contentType }
    const most = kind === 'multipart' ? limits.fileBytes : limits.bytes
    const bytes = await readBytes(context, most)
    if (bytes === 'too large') return rejected(413, `must be at most ${size(most)}`)
    if (bytes === 'cut off') return rejected(400, 'was cut off')
    return read({ content, contentType, given: type ?? contentType, bytes, limits })
  }
}
