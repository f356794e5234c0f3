import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { decodeText, headerOf, readBytes } from '../../../generated/bodies.ts'
import { isMediaType } from '../../../generated/media-types.ts'
import { percentDecoded } from '../../../generated/parameters.ts'
import type { Env } from '../../http/env.ts'
import { type ErrorPage, type Markup, PageError } from './site.ts'

/**
 * Returns the token that protects a form against cross-site request forgery. The session's secret is
 * its key, so the server stores no key.
 * @param secret the session's secret. Pages never contain it.
 * @param scope limits the token to one purpose, such as an invite's slug.
 */
export const formToken = (secret: string, scope: string): string =>
  createHmac('sha256', secret).update(scope).digest('base64url')

type FormOptions = {
  action: string
  /** Its token, and other hidden fields. */
  hidden: { token: string } & Record<string, string>
  class?: string
  /** Its attributes for the scripts. */
  data?: Markup
}

/** Returns a form that is posted. */
export const form = ({ action, hidden, ...options }: FormOptions, content: Markup): Markup =>
  html`<form method="post" action="${action}"${options.class && html` class="${options.class}"`}${options.data && html` ${options.data}`}>
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${content}
</form>`

/** The error message of a field. */
export type FieldError = { name: string; error: string }

/** A labelled text input or list. */
export type InputField = {
  name: string
  label: string
  value?: string | undefined
  isRequired: boolean
  /** When an optional field must be filled in. */
  note?: string
  type?: 'text' | 'email' | 'tel' | 'url'
  /** Autofill detail tokens (HTML Standard). */
  autocomplete: string
  /** The values of a list and their texts. Without them, the field is a text input. */
  options?: ReadonlyMap<string, string>
}

/** Returns the error message of a field, if it has one. */
export const fieldError = (name: string, errors: readonly FieldError[]): Markup | undefined => {
  const found = errors.find((each) => each.name === name)
  return found && html`<p class="error" id="${name}-error">${found.error}</p>`
}

/** Returns a field with its label and its error message. */
export const inputField = (field: InputField, errors: readonly FieldError[] = []): Markup => {
  const { name, label, value = '', isRequired, type = 'text', autocomplete, options } = field
  const { note = 'optional' } = field
  const error = fieldError(name, errors)
  const described = error && html` aria-invalid="true" aria-describedby="${name}-error"`
  const common = html`id="${name}" name="${name}" autocomplete="${autocomplete}"${isRequired && html` required`}${described}`
  return html`<div class="field" data-field="${name}">
<label for="${name}">${label}${isRequired ? '' : html` <span class="muted">(${note})</span>`}</label>
${error}
${
  options
    ? html`<select ${common}>${[...options].map(([each, text]) => html`<option value="${each}"${each === value && html` selected`}>${text}</option>`)}</select>`
    : html`<input ${common} type="${type}" value="${value}">`
}
</div>`
}

/** Returns a list of the errors, each with a link to its field. It takes the focus when the page opens. */
export const errorSummary = (errors: readonly FieldError[]): Markup =>
  html`<section class="notice bad" role="alert" tabindex="-1" autofocus aria-labelledby="errors-title">
<h2 id="errors-title">${errors.length === 1 ? 'There is a problem' : `There are ${errors.length} problems`}</h2>
<ul>${errors.map(({ name, error }) => html`<li><a href="#${name}">${error}</a></li>`)}</ul>
</section>`

/** Returns whether a token is valid for the session and the scope. Compares in constant time. */
const isFormToken = (given: string, secret: string, scope: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(formToken(secret, scope))]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Returns whether a request comes from another site. `Sec-Fetch-Site` (W3C Fetch Metadata) does not
 * depend on the host name that the browser uses. Older browsers send only `Origin` (RFC 6454 §7).
 * Clients that send neither are not browsers, so they are accepted.
 * @param origin the origin of the pages.
 */
const isCrossSite = (context: Context<Env>, origin: string): boolean => {
  const site = headerOf(context, 'sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const sent = headerOf(context, 'origin')
  return sent !== undefined && sent !== origin
}

/** The maximum size of a form. */
const maxFormBytes = 32 * 1024

/** Returns the fields of an urlencoded text; undefined if it is malformed or has unknown or repeated fields. */
const readFields = (
  text: string | undefined,
  names: readonly string[],
): Map<string, string> | undefined => {
  if (text === undefined) return undefined
  const fields = new Map<string, string>()
  for (const pair of text === '' ? [] : text.split('&')) {
    const [name, value] = pair.replaceAll('+', ' ').split(/=(.*)/s).map(percentDecoded)
    // PostgreSQL stores no text with a NUL character, and no browser's form sends one.
    if (name === undefined || value === undefined || value.includes('\0')) return undefined
    if (!names.includes(name) || fields.has(name)) return undefined
    fields.set(name, value)
  }
  return fields
}

type Form<Name extends string> = {
  /** The names of the form's fields. A missing field reads as empty. */
  fields: readonly Name[]
  /** The session's secret. */
  secret: string
  /** The scope of its token. */
  scope: string
  /** The origin of the pages. */
  origin: string
  /** Where the page of a rejected form leads. */
  back?: ErrorPage['link']
}

/** Returns the error page of a form that was not sent as the page contains it. */
export const formError = (
  status: 400 | 403 | 413 | 415,
  reason: string,
  link?: ErrorPage['link'],
): PageError =>
  new PageError({ status, title: 'Please try again', text: `${reason} Nothing was changed.`, link })

/**
 * Reads a posted form. Rejects forms of other sites, other media types, large bodies, invalid tokens,
 * and unknown or repeated fields with an error page.
 * @returns a function that returns the value of a field.
 */
export const readForm = async <Name extends string>(
  context: Context<Env>,
  { fields: names, secret, scope, origin, back }: Form<Name>,
): Promise<(name: Name) => string> => {
  if (isCrossSite(context, origin)) throw formError(403, 'The form was sent by another site.', back)
  if (!isMediaType(headerOf(context, 'content-type'), 'application/x-www-form-urlencoded'))
    throw formError(415, 'The form must be sent as application/x-www-form-urlencoded.', back)
  const bytes = await readBytes(context, maxFormBytes)
  if (bytes === 'too large') throw formError(413, 'The form is too large.', back)
  if (bytes === 'cut off') throw formError(400, 'The form was cut off.', back)
  const fields = readFields(decodeText(bytes), ['token', ...names])
  if (!fields) throw formError(400, 'The form has fields that it should not have.', back)
  if (!isFormToken(fields.get('token') ?? '', secret, scope))
    throw formError(403, 'The page was open for too long, or its cookie is gone.', back)
  return (name) => fields.get(name) ?? ''
}
