import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { type Env, header } from '../../http/env.ts'
import { decodeText, isMediaType, readBytes, readPair, type Unread } from '../../http/input.ts'
import type { Markup } from './pages.ts'

/** A labelled text input or list. */
export type InputField = {
  name: string
  label: string
  value: string
  isRequired: boolean
  type?: 'text' | 'email' | 'tel' | 'url'
  /** Autofill detail tokens (HTML Standard). */
  autocomplete: string
  /** The values of a list and their texts. Without them, the field is a text input. */
  options?: ReadonlyMap<string, string>
  /** The error message of the value. */
  error?: string | undefined
}

export const hiddenField = (name: string, value: string): Markup =>
  html`<input type="hidden" name="${name}" value="${value}">`

export const hiddenTokenField = (token: string): Markup => hiddenField(tokenField, token)

/** Returns a field with its label and its error message. */
export const inputField = ({ error, ...field }: InputField): Markup => {
  const { name, label, value, isRequired, type = 'text', autocomplete, options } = field
  const described = error && html` aria-invalid="true" aria-describedby="${name}-error"`
  const common = html`id="${name}" name="${name}" autocomplete="${autocomplete}"${isRequired && html` required`}${described}`
  return html`<div class="field" data-field="${name}">
<label for="${name}">${label}${isRequired ? '' : html` <span class="muted">(optional)</span>`}</label>
${error && html`<p class="error" id="${name}-error">${error}</p>`}
${
  options
    ? html`<select ${common}>${[...options].map(([each, text]) => html`<option value="${each}"${each === value && html` selected`}>${text}</option>`)}</select>`
    : html`<input ${common} type="${type}" value="${value}">`
}
</div>`
}

/** Returns a list of the errors, each with a link to its field. It takes the focus when the page opens. */
export const errorSummary = (errors: readonly { name: string; error: string }[]): Markup =>
  html`<section class="notice bad" role="alert" tabindex="-1" autofocus aria-labelledby="errors-title">
<h2 id="errors-title">${errors.length === 1 ? 'There is a problem' : `There are ${errors.length} problems`}</h2>
<ul>${errors.map(({ name, error }) => html`<li><a href="#${name}">${error}</a></li>`)}</ul>
</section>`

/**
 * Returns the token that protects a form against cross-site request forgery. The session's secret is
 * its key, so the server stores no key.
 * @param secret the session's secret. Pages never contain it.
 * @param scope limits the token to one purpose, such as an invite's slug.
 */
export const formToken = (secret: string, scope: string): string =>
  createHmac('sha256', secret).update(scope).digest('base64url')

/** Returns whether a token is valid for the session and the scope. Compares in constant time. */
const isFormToken = (given: string, secret: string, about: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(formToken(secret, about))]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Returns whether a request comes from another site. `Sec-Fetch-Site` (W3C Fetch Metadata) does not
 * depend on the host name that the browser uses. Older browsers send only `Origin` (RFC 6454 §7).
 * Clients that send neither are not browsers, so they are accepted.
 * @param origin the origin of the pages.
 */
const isCrossSite = (context: Context<Env>, origin: string): boolean => {
  const site = header(context, 'sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const sent = header(context, 'origin')
  return sent !== undefined && sent !== origin
}

/** The name of the field with the form's token. */
const tokenField = 'token'

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
