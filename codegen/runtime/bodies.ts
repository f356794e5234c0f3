import type { Context } from 'hono'
import { type Failure, isObject, type Read } from './check.ts'
import { type ContentKind, declaredType, kindOf } from './media-types.ts'
import {
  headerOf,
  mostPairs,
  type Parameter,
  pairReader,
  percentDecoded,
  readValues,
} from './parameters.ts'

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

/** A body that was read, or the failures of its check. */
export type BodyRead = Read<unknown> & { contentType?: string }

/** Thrown for a body that cannot be read, also to an operation that reads it as a stream. */
export class UnreadableBody extends Error {
  override name = 'UnreadableBody'
  readonly status: 400 | 413 | 415
  constructor(status: 400 | 413 | 415, reason: string) {
    super(reason)
    this.status = status
  }
}

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

/** Yields the chunks of a request body. Hono's accessors have no limit. */
async function* boundedChunks(context: Context, limit: number): AsyncGenerator<Bytes> {
  const tooLarge = () => new UnreadableBody(413, `must be at most ${size(limit)}`)
  if (Number(headerOf(context, 'content-length')) > limit) throw tooLarge()
  let length = 0
  try {
    for await (const chunk of await chunksOf(context)) {
      length += chunk.length
      if (length > limit) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    throw error instanceof UnreadableBody ? error : new UnreadableBody(400, 'was cut off')
  }
}

const readBytes = async (context: Context, limit: number): Promise<Bytes> => {
  const chunks: Bytes[] = []
  for await (const chunk of boundedChunks(context, limit)) chunks.push(chunk)
  const [only] = chunks
  if (only && chunks.length === 1) return only
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const textOf = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new UnreadableBody(400, 'must be UTF-8')
  }
}

/**
 * Reads a request body as text.
 * @param limit in bytes.
 * @throws {UnreadableBody} if it is too large, cut off or not UTF-8.
 */
export const readText = async (context: Context, limit: number): Promise<string> =>
  textOf(await readBytes(context, limit))

/** Returns a stream that takes a value when it is read, and ends the values when it is cancelled. */
export const streamOf = <T>(values: AsyncIterable<T>, write: (value: T) => Uint8Array) => {
  let iterator: AsyncIterator<T> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        iterator ??= values[Symbol.asyncIterator]()
        const { done, value } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(write(value))
      },
      async cancel() {
        await iterator?.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Returns the reason why a JSON value is rejected that exceeds a limit. */
const excess = (value: unknown, { depth, values }: Required<Limits>): string | undefined => {
  let count = 0
  const visit = (each: unknown, level: number): string | undefined => {
    if (++count > values) return `must hold at most ${values.toLocaleString('en')} values`
    if (typeof each !== 'object' || each === null) return undefined
    if (level === depth) return `must not be nested deeper than ${depth} levels`
    for (const inner of Object.values(each)) {
      const found = visit(inner, level + 1)
      if (found) return found
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

/** Checks a value that was read. Its failures come after those of reading it. */
const checked = (
  { read }: RequestContent,
  value: unknown,
  before: readonly Failure[] = [],
): Read<unknown> => {
  const result: Read<unknown> = read?.(value) ?? { value }
  return before.length === 0 ? result : { failures: [...before, ...(result.failures ?? [])] }
}

type Reading = {
  content: RequestContent
  /** The content type as the client sent it. */
  given: string
  bytes: Bytes
  limits: Required<Limits>
}

const readJson = ({ content, bytes, limits }: Reading): Read<unknown> => {
  const text = textOf(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnreadableBody(400, 'must be valid JSON')
  }
  const reason = excess(value, limits)
  if (reason) throw new UnreadableBody(400, reason)
  const result = checked(content, value)
  const unfit = surrogateEscape.test(text) ? illFormedFields(value) : []
  if (unfit.length === 0) return result
  const failures = unfit.map((field) => ({ field, reason: illFormedReason }))
  return { failures: [...(result.failures ?? []), ...failures] }
}

/** Returns the only value of a field that is not declared, or all of them. */
const onlyOrAll = <T>(values: readonly T[]): T | readonly T[] | undefined =>
  values.length > 1 ? values : values[0]

const readForm = ({ content, bytes }: Reading): Read<unknown> => {
  const { fields = [] } = content
  const failures: Failure[] = []
  const raw = pairReader(fields, true)(textOf(bytes), failures)
  if (failures.length > 0) throw new UnreadableBody(400, `must have at most ${mostPairs} fields`)
  const all = Object.entries(raw).map(([name, texts]) => [
    name,
    onlyOrAll(texts.map(percentDecoded)),
  ])
  const values = readValues(fields, raw, percentDecoded, failures)
  return checked(content, { ...Object.fromEntries(all), ...values }, failures)
}

/** Reads a form with files. Each file is a `File`, whose content can be read as a stream. */
const readMultipart = async ({ content, given, bytes }: Reading): Promise<Read<unknown>> => {
  const { fields = [] } = content
  const response = new Response(bytes, { headers: { 'content-type': given } })
  const form = await response.formData().catch(() => {
    throw new UnreadableBody(400, 'must be valid multipart/form-data')
  })
  if ([...form].length > mostPairs)
    throw new UnreadableBody(400, `must have at most ${mostPairs} parts`)
  const failures: Failure[] = []
  const texts: Record<string, string[]> = Object.create(null)
  const others: [name: string, value: unknown][] = []
  for (const name of new Set(form.keys())) {
    const field = fields.find((each) => each.name === name)
    const parts = form.getAll(name)
    if (!field) others.push([name, onlyOrAll(parts)])
    else if (field.shape === 'file' || field.shape === 'files') {
      const files = parts.map((part) => (typeof part === 'string' ? new File([part], name) : part))
      others.push([name, field.shape === 'files' ? files : files[0]])
      if (field.shape === 'file' && files.length > 1)
        failures.push({ field: name, reason: 'must be given once' })
    } else
      texts[name] = await Promise.all(
        parts.map((part) => (typeof part === 'string' ? part : part.text())),
      )
  }
  const values = readValues(fields, texts, (text) => text, failures)
  return checked(content, { ...values, ...Object.fromEntries(others) }, failures)
}

type ReadBody = (reading: Reading) => Read<unknown> | Promise<Read<unknown>>

const readers: Partial<Record<ContentKind, ReadBody>> = {
  json: readJson,
  form: readForm,
  multipart: readMultipart,
  text: ({ content, bytes }) => checked(content, textOf(bytes)),
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
    if (!required && hasNoBody(context)) return { value: undefined }
    const contentType = declaredType(type, declared)
    const content = contentType === undefined ? undefined : contents[contentType]
    if (contentType === undefined || content === undefined)
      throw new UnreadableBody(415, `must be sent as ${declared.join(', ')}`)
    const kind = kinds.get(contentType) ?? 'bytes'
    const read = readers[kind]
    if (!read) {
      const chunks = boundedChunks(context, limits.fileBytes)
      return { value: streamOf(chunks, (chunk) => chunk), contentType }
    }
    const most = kind === 'multipart' ? limits.fileBytes : limits.bytes
    const bytes = await readBytes(context, most)
    return { ...(await read({ content, given: type ?? contentType, bytes, limits })), contentType }
  }
}
