import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'
import type { Failure } from './errors.ts'
import type { Read } from './read-parameters.ts'

/** The most that a body may hold (design decision 12). */
export const maxBodyBytes = 256 * 1024

const whole = (reason: string): { failures: Failure[] } => ({
  failures: [{ field: 'body', reason }],
})

const tooLarge = whole('must be at most 256 KiB')

/** The media type alone, or with UTF-8 said (RFC 9110 §8.3). */
const isJson = (header: string | undefined, contentType: string): boolean => {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim())
  return (
    type.toLowerCase() === contentType &&
    parameters.every((parameter) => /^(charset="?utf-8"?)?$/i.test(parameter))
  )
}

/** The bytes of a body whose length was not announced, as long as they are within the bound. */
const readStream = async (stream: ReadableStream<Uint8Array>): Promise<Read<Buffer>> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.byteLength
    if (length > maxBodyBytes) return tooLarge
    chunks.push(chunk)
  }
  return { value: Buffer.concat(chunks) }
}

const readBytes = async (request: Request): Promise<Read<Buffer>> => {
  const announced = request.headers.get('content-length')
  if (Number(announced) > maxBodyBytes) return tooLarge
  try {
    if (announced !== null) return { value: Buffer.from(await request.arrayBuffer()) }
    return request.body ? await readStream(request.body) : { value: Buffer.alloc(0) }
  } catch {
    return whole('was cut off')
  }
}

const parse = (text: string): Read<unknown> => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return whole('must be valid JSON')
  }
}

/** A field as errors name it: `shipTo.email`, `products[0].sku`, `body` for the whole. */
const fieldOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '') || 'body'

const failuresOf = (issues: readonly z.core.$ZodIssue[]): Failure[] => {
  const failures = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = fieldOf(path)
    if (!failures.has(field)) failures.set(field, message)
  }
  return [...failures].map(([field, reason]) => ({ field, reason }))
}

/**
 * Reads a JSON body and validates it; properties that the schema does not name are dropped.
 * @param contentType the media type that the document declares.
 */
export const readBody = async (
  request: Request,
  contentType: string,
  schema: z.ZodType,
): Promise<Read<unknown>> => {
  if (!isJson(request.headers.get('content-type') ?? undefined, contentType))
    return whole(`must be sent as ${contentType}`)
  const bytes = await readBytes(request)
  if (bytes.failures) return bytes
  if (!isUtf8(bytes.value)) return whole('must be UTF-8')
  const parsed = parse(bytes.value.toString('utf8'))
  if (parsed.failures) return parsed
  const result = schema.safeParse(parsed.value)
  return result.success ? { value: result.data } : { failures: failuresOf(result.error.issues) }
}
