import type { Context } from 'hono'
import type { z } from 'zod'
import { type $ZodIssue, safeParse } from 'zod/v4/core'
import { fieldPath } from '../../domain/field-path.ts'
import type { Env } from './env.ts'
import type { Failure } from './errors.ts'
import { header } from './header.ts'
import { type JsonLimits, jsonLimits, pastLimit } from './json-limits.ts'
import { isMediaType } from './media-type.ts'
import { readBytes, type Unread } from './read-bytes.ts'
import type { Read } from './read-parameters.ts'

/** The most that a body may hold (design decision 12). */
export const maxBodyBytes = 256 * 1024

const whole = (reason: string): { failures: Failure[] } => ({
  failures: [{ field: 'body', reason }],
})

const unread: Record<Unread, { failures: Failure[] }> = {
  'too large': whole('must be at most 256 KiB'),
  'cut off': whole('was cut off'),
}

const { depth, values } = jsonLimits

const tooMuch: Record<keyof JsonLimits, { failures: Failure[] }> = {
  depth: whole(`must not be nested deeper than ${depth} levels`),
  values: whole(`must hold at most ${values.toLocaleString('en')} values`),
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes as text, or nothing if they are not UTF-8. */
export const decodeText = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

const parse = (text: string): Read<unknown> => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return whole('must be valid JSON')
  }
}

/** No more failed fields are named: who sends so many learns nothing from the rest. */
const mostFailures = 1000

/** One reason for each field: its first. */
const failuresOf = (issues: readonly $ZodIssue[]): Failure[] => {
  const failures: Failure[] = []
  const named = new Set<string>()
  for (const { path, message } of issues) {
    const field = fieldPath(path)
    if (named.has(field)) continue
    named.add(field)
    failures.push({ field, reason: message })
    if (failures.length === mostFailures) break
  }
  return failures
}

/**
 * Reads a JSON body and validates it; properties that the schema does not name are dropped.
 * @param contentType the media type that the document declares.
 */
export const readBody = async (
  context: Context<Env>,
  contentType: string,
  schema: z.ZodType,
): Promise<Read<unknown>> => {
  if (!isMediaType(header(context, 'content-type'), contentType))
    return whole(`must be sent as ${contentType}`)
  const bytes = await readBytes(context, maxBodyBytes)
  if (typeof bytes === 'string') return unread[bytes]
  const past = pastLimit(bytes, jsonLimits)
  if (past) return tooMuch[past]
  const text = decodeText(bytes)
  if (text === undefined) return whole('must be UTF-8')
  const parsed = parse(text)
  if (parsed.failures) return parsed
  const result = safeParse(schema, parsed.value)
  return result.success ? { value: result.data } : { failures: failuresOf(result.error.issues) }
}
