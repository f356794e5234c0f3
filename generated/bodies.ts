// Generated from the OpenAPI document. Do not edit.

import type { Context, HonoRequest } from 'hono'
import { type Failure, isObject, type Read } from './check.ts'
import { type JsonLimits, parseJson, Unreadable } from './json.ts'
import { declaredType, isOfType } from './media-types.ts'
import { type FormFields, maxPairs, onlyOrAll, otherFields, readForm, readPairs } from './pairs.ts'
import { type Pair, type Parameter, readValid } from './readings.ts'

export type Limits = JsonLimits & {
  /** The most bytes of a body that is read whole. Default: 1 MiB. */
  bytes?: number
  /** The most bytes of a form with files, and of a body that is read as a stream. Default: 32 MiB. */
  fileBytes?: number
}

/** How a body of one content type is read. */
export type RequestContent = FormFields & {
  /** Its kind. A body without one is read as a stream. */
  as?: BodyKind
  /** Checks a value and copies its declared parts. A body without it is passed as it is. */
  read?: (value: unknown) => Read<unknown>
  /** The content types of the parts of a form, such as `image/png, image/jpeg`, by the name of the field. */
  partTypes?: Readonly<Record<string, string>>
}

/** How bodies of a kind are read. */
export type BodyKind = {
  read: (given: GivenBody) => Read<unknown> | Promise<Read<unknown>>
  /** Whether middleware may have read it as a form. */
  isForm?: true
  hasFiles?: true
}

// A layer has the code of the kinds that its document uses alone.

export const json: BodyKind = { read: readJson }
export const text: BodyKind = { read: readPlain }
export const form: BodyKind = { read: readUrlencoded, isForm: true }
export const multipart: BodyKind = { read: readMultipart, isForm: true, hasFiles: true }

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
  return async (context: Context): Promise<BodyRead> => {
    const type = context.req.header('Content-Type')
    if (!required && hasNoBody(context)) return { value: undefined }
    requirePlain(context.req.header('Content-Encoding'))
    const contentType = declaredType(type, declared)
    const content = contentType === undefined ? undefined : contents[contentType]
    if (contentType === undefined || content === undefined) {
      if (!required && (await readBytes(context, limits.bytes)).length === 0)
        return { value: undefined }
      throw new UnreadableBody(415, `must be sent as ${declared.join(', ')}`)
    }
    const { as: kind } = content
    if (!kind) {
      const chunks = boundedChunks(context, limits.fileBytes)
      return { value: streamOf(chunks, (chunk) => chunk), contentType }
    }
    const form = kind.isForm ? await readFormOf(context) : undefined
    const limit = kind.hasFiles ? limits.fileBytes : limits.bytes
    const bytes = form ? new Uint8Array() : await readBytes(context, limit)
    if (!required && !form && bytes.length === 0) return { value: undefined }
    const body = { content, given: type ?? contentType, bytes, form, limits }
    return { ...(await kind.read(body)), contentType }
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
        if (done) return controller.close()
        try {
          controller.enqueue(write(value))
        } catch (error) {
          await iterator.return?.()
          throw error
        }
      },
      async cancel() {
        await iterator?.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

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

const defaults = { bytes: 2 ** 20, fileBytes: 2 ** 25 }

type Bytes = Uint8Array<ArrayBuffer>

/** Node's request. Its stream is faster to read than that of the web. */
type Incoming = {
  headers: Readonly<Record<string, unknown>>
  readableFlowing: boolean | null
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Bytes>
}

function isIncoming(value: unknown): value is Incoming {
  const { headers, readableFlowing, iterator } = isObject(value) ? value : {}
  return isObject(headers) && readableFlowing !== undefined && typeof iterator === 'function'
}

/**
 * Returns Node's request if Hono's is still made of it, and nothing has read its body. Middleware may have
 * replaced Hono's request. That of @hono/node-server keeps Node's in a property.
 */
function unreadIncoming({ env, req: { raw } }: Context): Incoming | undefined {
  const incoming: unknown = env?.incoming
  if (!isIncoming(incoming) || incoming.readableFlowing !== null) return undefined
  const isOwn = Object.getOwnPropertySymbols(raw).some((key) => Reflect.get(raw, key) === incoming)
  return isOwn ? incoming : undefined
}

// Not every library for the compiler, and not every browser, has streams that are iterable.
async function* chunksIn(stream: ReadableStream<Bytes>, isOfNode: boolean): AsyncGenerator<Bytes> {
  const reader = stream.getReader()
  let read = await reader.read()
  try {
    for (; !read.done; read = await reader.read()) yield read.value
  } finally {
    // Cancelling the stream of a request of Node destroys the socket.
    if (isOfNode) reader.releaseLock()
    else if (!read.done) await reader.cancel()
  }
}

/** Returns the chunks of a request's body. Hono keeps a body that middleware has read. */
async function chunksOf(context: Context): Promise<AsyncIterable<Bytes> | Iterable<Bytes>> {
  const { env, req } = context
  if (isKept(req)) return [new Uint8Array(await req.arrayBuffer())]
  const incoming = unreadIncoming(context)
  // Destroying the stream would destroy the socket. Node discards the rest of a body after the response.
  if (incoming) return incoming.iterator({ destroyOnReturn: false })
  return req.raw.body ? chunksIn(req.raw.body, env?.incoming !== undefined) : []
}

/** Yields the chunks of a request body. Hono's accessors have no limit. */
async function* boundedChunks(context: Context, limit: number): AsyncGenerator<Bytes> {
  const { req } = context
  const tooLarge = () => new UnreadableBody(413, `must be at most ${size(limit)}`)
  if (Number(unreadIncoming(context)?.headers['content-length']) > limit) throw tooLarge()
  if (req.raw.bodyUsed && !isKept(req))
    throw new Error('The body of `c.req.raw` has been read. Read it by `c.req`, which keeps it')
  let length = 0
  try {
    for await (const chunk of await chunksOf(context)) {
      length += chunk.length
      if (length > limit) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    if (error instanceof UnreadableBody) throw error
    failCutOff()
  }
}

/** Reads a body whole, and leaves it to Hono, so that middleware and operations can read it, too. */
async function readBytes(context: Context, limit: number): Promise<Bytes> {
  const { req } = context
  const length = Number(unreadIncoming(context)?.headers['content-length'])
  // Node has no more bytes than this. Hono keeps what its own methods read, but reads no body of GET.
  if (length <= limit && req.method !== 'GET' && req.method !== 'HEAD')
    return new Uint8Array(await req.arrayBuffer().catch(failCutOff))
  const chunks: Bytes[] = []
  for await (const chunk of boundedChunks(context, limit)) chunks.push(chunk)
  const buffer = await new Blob(chunks).arrayBuffer()
  if (!isKept(req)) Reflect.set(req.bodyCache, 'arrayBuffer', Promise.resolve(buffer))
  return new Uint8Array(buffer)
}

function failCutOff(): never {
  throw new UnreadableBody(400, 'was cut off')
}

/** Whether Hono keeps a body, because middleware has read it. */
function isKept({ bodyCache }: HonoRequest): boolean {
  return Object.keys(bodyCache).length > 0
}

/** Returns the form that middleware has read. The bytes that Hono would make of it have another boundary. */
async function readFormOf({ req }: Context): Promise<FormData | undefined> {
  const { arrayBuffer, formData } = req.bodyCache
  return arrayBuffer === undefined ? await formData : undefined
}

/** Writes a form as its client has. Commas may separate items. */
function urlencoded(form: FormData): string {
  const pairs = partsOf(form).map(([name, value]): [string, string] => [name, String(value)])
  return new URLSearchParams(pairs).toString().replaceAll('%2C', ',')
}

/** Returns the parts of a form. Not every library for the compiler has forms that are iterable. */
function partsOf(form: FormData): [name: string, value: string | File][] {
  const parts: [string, string | File][] = []
  form.forEach((value, name) => void parts.push([name, value]))
  return parts
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new UnreadableBody(400, 'must be UTF-8')
  }
}

/** An escape of a surrogate. UTF-8 cannot hold surrogates, so texts without such escapes have none. */
const surrogateEscape = /\\u[dD][89a-fA-F]/

function size(bytes: number): string {
  if (bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20} MiB`
  return bytes % 2 ** 10 === 0 ? `${bytes / 2 ** 10} KiB` : `${bytes} bytes`
}

function checked({ read }: RequestContent, value: unknown): Read<unknown> {
  return read?.(value) ?? { value }
}

type GivenBody = {
  content: RequestContent
  /** The content type as the client sent it. */
  given: string
  bytes: Bytes
  /** A form that middleware has read, in place of the bytes. */
  form: FormData | undefined
  limits: Limits
}

function jsonOf(text: string, limits: JsonLimits): unknown {
  try {
    return parseJson(text, limits)
  } catch (error) {
    throw error instanceof Unreadable ? new UnreadableBody(400, error.reason) : error
  }
}

function readJson({ content, bytes, limits }: GivenBody): Read<unknown> {
  // Some programs begin a text with a byte order mark, which RFC 8259 §8.1 lets a reader ignore.
  const text = textOf(bytes).replace(/^\ufeff/, '')
  const value = jsonOf(text, limits)
  const result = checked(content, value)
  const unfit = surrogateEscape.test(text) ? illFormedFields(value) : []
  if (unfit.length === 0) return result
  const failures = unfit.map((field) => ({ field, reason: illFormedReason }))
  return { failures: [...(result.failures ?? []), ...failures] }
}

/** Reads a text as a value of its schema, such as a number. */
function readPlain({ content, bytes }: GivenBody): Read<unknown> {
  const text = textOf(bytes)
  if (!content.fields) return checked(content, text)
  const sent = { body: { texts: [text] } }
  return readValid(
    content.fields,
    sent,
    (each) => each,
    ({ body }) => checked(content, body),
  )
}

function readUrlencoded({ content, bytes, form }: GivenBody): Read<unknown> {
  const text = form ? urlencoded(form) : textOf(bytes)
  const read = readForm(text, content, (value) => checked(content, value))
  if (read) return read
  throw new UnreadableBody(400, `must have at most ${maxPairs} fields`)
}

/** Reads a form with files. Each file is a `File`, whose content can be read as a stream. */
async function readMultipart({
  content,
  given,
  bytes,
  form: known,
}: GivenBody): Promise<Read<unknown>> {
  const response = new Response(bytes, { headers: { 'content-type': given } })
  const form =
    known ??
    (await response.formData().catch(() => {
      throw new UnreadableBody(400, 'must be valid multipart/form-data')
    }))
  const all = partsOf(form)
  if (all.length > maxPairs) throw new UnreadableBody(400, `must have at most ${maxPairs} parts`)
  const names = [...new Set(all.map(([name]) => name))]
  const partTypes = new Map(Object.entries(content.partTypes ?? {}))
  const fields = [...(content.fields ?? []), ...otherFields(content, names)]
  const failures: Failure[] = []
  const pairs: Pair[] = []
  const rest: [name: string, value: unknown][] = []
  for (const name of names) {
    const field = fields.find((each) => each.name === name)
    const parts = form.getAll(name)
    const isFile = field && takesFiles(field, parts)
    const wanted = partTypes.get(name)
    if (wanted !== undefined && parts.some((part) => isOtherType(part, wanted, isFile)))
      failures.push({ field: name, reason: `must be of the type ${wanted}` })
    if (isFile) {
      const files = parts.map((part) => (typeof part === 'string' ? new File([part], name) : part))
      // One file of a field that takes one or several is no list.
      const isList = files.length > 1 || !field.types.includes('file')
      rest.push([name, isList ? files : files[0]])
    } else if (!field && parts.some((part) => typeof part !== 'string'))
      rest.push([name, onlyOrAll(parts)])
    else
      for (const part of parts)
        pairs.push([encodeURIComponent(name), typeof part === 'string' ? part : await part.text()])
  }
  const read = readPairs(
    pairs,
    content,
    (text) => text,
    (values) => checked(content, { ...values, ...Object.fromEntries(rest) }),
  )
  return failures.length > 0 ? { failures: [...failures, ...(read.failures ?? [])] } : read
}

/** Whether a field has files. Texts are, too, where the field has no other values. */
function takesFiles({ types, items }: Parameter, parts: readonly (string | File)[]): boolean {
  const all = [...types, ...(items?.types ?? [])].filter((type) => type !== 'array')
  return (
    all.includes('file') &&
    (all.every((type) => type === 'file') || parts.some((part) => typeof part !== 'string'))
  )
}

/**
 * Whether a part of a form says that it is of another type. Parts that are no files may say none, and
 * programs send these as `text/plain` or `application/octet-stream`.
 */
function isOtherType(part: string | File, wanted: string, isFile = false): boolean {
  if (typeof part === 'string' || part.type === '') return false
  const isSaid = isFile || !/^(text\/plain|application\/octet-stream)\b/.test(part.type)
  return isSaid && !isOfType(part.type, wanted)
}

/** Whether the headers of a request say that it has no body. Many clients send a `Content-Type` always. */
function hasNoBody(context: Context): boolean {
  if (context.req.header('Transfer-Encoding') !== undefined) return false
  const length = context.req.header('Content-Length')
  return length === undefined
    ? context.req.header('Content-Type') === undefined
    : Number(length) === 0
}

/** @throws {UnreadableBody} for a body that is compressed. */
function requirePlain(encoding: string | undefined): void {
  if (encoding !== undefined && !/^identity$/i.test(encoding))
    throw new UnreadableBody(415, `must not have Content-Encoding ${encoding.slice(0, 40)}`)
}
