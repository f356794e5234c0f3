import type { Context } from 'hono'
import type { Env } from '../../http/api/env.ts'
import { header } from '../../http/api/header.ts'
import { isMediaType } from '../../http/api/media-type.ts'
import { decodeText } from '../../http/api/read-body.ts'
import { readBytes, type Unread } from '../../http/api/read-bytes.ts'
import { readPair } from '../../http/api/read-parameters.ts'
import { isFormToken } from './form-token.ts'
import { isCrossSite } from './is-cross-site.ts'

/** The field that holds a form's token. */
export const tokenField = 'token'

/** The most that a form may hold. */
export const maxFormBytes = 32 * 1024

/** Why a form is not taken. None of it can happen to who fills in what the page shows. */
export type FormRejection = { status: 400 | 403 | 413 | 415; reason: string }

type Form<Name extends string> = {
  /** The fields that the form has; one that is not sent is empty. */
  fields: readonly Name[]
  /** The session's secret. */
  secret: string
  /** What its token is about. */
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

/** The fields of an urlencoded text, or nothing if no form with such fields can have sent it. */
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
 * Reads a form that a page of ours gave to a browser, and refuses every other: of another site, of
 * another media type, too large, without the session's token, with fields that it does not have or has twice.
 */
export const readForm = async <Name extends string>(
  context: Context<Env>,
  { fields: names, secret, scope: about, origin }: Form<Name>,
): Promise<ReadForm<Name>> => {
  if (isCrossSite(context, origin)) return reject(403, 'The form was sent by another site.')
  if (!isMediaType(header(context, 'content-type'), 'application/x-www-form-urlencoded'))
    return reject(415, 'The form must be sent as application/x-www-form-urlencoded.')
  const bytes = await readBytes(context, maxFormBytes)
  if (typeof bytes === 'string') return unreadRejections[bytes]
  const fields = readFields(decodeText(bytes), [tokenField, ...names])
  if (!fields) return reject(400, 'The form has fields that it should not have.')
  if (!isFormToken(fields.get(tokenField) ?? '', secret, about))
    return reject(403, 'The page was open for too long, or its cookie is gone.')
  return { field: (name) => fields.get(name) ?? '' }
}
