// Generated from the OpenAPI document. Do not edit.

import type { Context } from 'hono'
import { type Failure, isObject, type Read } from './check.ts'
import { type ContentKind, declaredType, kindOf } from './media-types.ts'
import {
  mostPairs,
  type Parameter,
  pairReader,
  percentDecoded,
  type Raw,
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

/** Yields the chunks of a request body. Throws when it is larger than the limit or is cut off. */
async function* boundedChunks(context: Context, limit: number): AsyncGenerator<Bytes> {
  let length = 0
  try {
    for await (const chunk of await chunksOf(context)) {
      length += chunk.length
      if (length > limit) throw new UnreadableBody(413, `must be at most ${size(limit)}`)
      yield chunk
    }
  } catch (error) {
    throw error instanceof UnreadableBody ? error : new UnreadableBody(400, 'was cut off')
  }
}

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

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes UTF-8. Returns undefined if the bytes are not UTF-8. */
export const decodeText = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
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

/** Returns a value that was read, or all failures. Those of the check come between the others. */
const checked = (
  { read }: RequestContent,
  value: unknown,
  before: readonly Failure[] = [],
  after: readonly Failure[] = [],
): Read<unknown> => {
  const result: Read<unknown> = read?.(value) ?? { value }
  return before.length + after.length === 0
    ? result
    : { failures: [...before, ...(result.failures ?? []), ...after] }
}

type Reading = {
  content: RequestContent
  /** The content type as the client sent it. */
  given: string
  bytes: Bytes
  limits: Required<Limits>
}

const textOf = ({ bytes }: Reading): string => {
  const text = decodeText(bytes)
  if (text === undefined) throw new UnreadableBody(400, 'must be UTF-8')
  return text
}

const readJson = (reading: Reading): Read<unknown> => {
  const text = textOf(reading)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnreadableBody(400, 'must be valid JSON')
  }
  const reason = excess(value, reading.limits)
  if (reason) throw new UnreadableBody(400, reason)
  const unfit = surrogateEscape.test(text) ? illFormedFields(value) : []
  const failures = unfit.map((field) => ({ field, reason: illFormedReason }))
  return checked(reading.content, value, [], failures)
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

const readForm = (reading: Reading): Read<unknown> => {
  const { fields = [] } = reading.content
  const failures: Failure[] = []
  const raw = pairReader(fields, true)(textOf(reading), failures)
  if (failures.length > 0) throw new UnreadableBody(400, `must have at most ${mostPairs} fields`)
  const values = readValues(fields, raw, percentDecoded, failures)
  return checked(reading.content, withOthers(values, raw, fields), failures)
}

const isFileField = ({ shape }: Parameter) => shape === 'file' || shape === 'files'

/** Reads a form with files. Each file is a `File`, whose content can be read as a stream. */
const readMultipart = async ({ content, given, bytes }: Reading): Promise<Read<unknown>> => {
  const { fields = [] } = content
  let form: FormData
  try {
    form = await new Response(bytes, { headers: { 'content-type': given } }).formData()
  } catch {
    throw new UnreadableBody(400, 'must be valid multipart/form-data')
  }
  const failures: Failure[] = []
  const raw: Record<string, string[]> = Object.create(null)
  const files: Record<string, unknown> = Object.create(null)
  const entries = [...form]
  if (entries.length > mostPairs)
    throw new UnreadableBody(400, `must have at most ${mostPairs} parts`)
  for (const name of new Set(entries.map(([each]) => each))) {
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
  return checked(content, withOthers(values, raw, fields), failures)
}

type ReadBody = (reading: Reading) => Read<unknown> | Promise<Read<unknown>>

const readers: Partial<Record<ContentKind, ReadBody>> = {
  json: readJson,
  form: readForm,
  multipart: readMultipart,
  text: (reading) => checked(reading.content, textOf(reading)),
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
    if (bytes === 'too large') throw new UnreadableBody(413, `must be at most ${size(most)}`)
    if (bytes === 'cut off') throw new UnreadableBody(400, 'was cut off')
    return { ...(await read({ content, given: type ?? contentType, bytes, limits })), contentType }
  }
}
