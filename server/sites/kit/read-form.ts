import type { Context } from 'hono'
import type { Env } from '../../http/api/env.ts'
import { header } from '../../http/api/header.ts'
import { decodeText, isMediaType, readBytes, type Unread } from '../../http/api/read-bytes.ts'
import { readPair } from '../../http/api/read-parameters.ts'
import { isFormToken } from './form-token.ts'
import { isCrossSite } from './is-cross-site.ts'

/** The name of the field with the form's token. */
export const tokenField = 'token'

/** The maximum size of a form. */
export const maxFormBytes = 32 * 1024

/** Why a form is rejected. A form that is sent as the page contains it causes none of these. */
export type FormRejection = { status: 400 | 403 | 413 | 415; reason: string }

type Form<Name extends string> = {
  /** The names of the form's fields. A missing field reads as empty. */
  fields: readonly Name[]
  /** The session's secret. */
  secret: string
  /** The scope of its token. */
  scope: string
  /** The origin of the pages. */
  origin: string
}

export type ReadForm<Name extends string> =
  | { field: (name: Name) => string; rejection?: undefined }
  | { rejection: FormRejection }

const reject = (status: FormRejection['status'], reason: string): { rejection: FormRejection } => ({
  rejection: { status, reason },
})

const unreadRejections: Record<Unread, { rejection: FormRejection }> = {
  'too large': reject(413, 'The form is too large.'),
  'cut off': reject(400, 'The form was cut off.'),
}

/** Returns the fields of an urlencoded text; undefined if it is malformed or has unknown or repeated fields. */
const readFields = (
  text: string | undefined,
  names: readonly string[],
): Map<string, string> | undefined => {
  if (text === undefined) return undefined
  const fields = new Map<string, string>()
  for (const pair of text === '' ? [] : text.split('&')) {
    const [name, value] = readPair(pair)
    if (name === undefined || value === undefined) return undefined
    if (!names.includes(name) || fields.has(name)) return undefined
    fields.set(name, value)
  }
  return fields
}

/**
 * Reads a posted form. Rejects forms of other sites, other media types, large bodies, invalid tokens,
 * and unknown or repeated fields.
 */
export const readForm = async <Name extends string>(
  context: Context<Env>,
  { fields: names, secret, scope, origin }: Form<Name>,
): Promise<ReadForm<Name>> => {
  if (isCrossSite(context, origin)) return reject(403, 'The form was sent by another site.')
  if (!isMediaType(header(context, 'content-type'), 'application/x-www-form-urlencoded'))
    return reject(415, 'The form must be sent as application/x-www-form-urlencoded.')
  const bytes = await readBytes(context, maxFormBytes)
  if (typeof bytes === 'string') return unreadRejections[bytes]
  const fields = readFields(decodeText(bytes), [tokenField, ...names])
  if (!fields) return reject(400, 'The form has fields that it should not have.')
  if (!isFormToken(fields.get(tokenField) ?? '', secret, scope))
    return reject(403, 'The page was open for too long, or its cookie is gone.')
  return { field: (name) => fields.get(name) ?? '' }
}
