import type { Context } from 'hono'
import { html } from 'hono/html'
import { readText, UnreadableBody } from '../../../generated/bodies.ts'
import type { AccountId } from '../../domain/ids.ts'
import { secretDigest } from '../../domain/sign-in-link.ts'
import type { Env } from '../../http/call.ts'
import {
  type FormFields,
  findRejectedForm,
  keepRejectedForm,
  removeRejectedForms,
} from '../../store/rejected-forms.ts'
import type { Store } from '../../store/store.ts'
import { type Markup, PageError, type PageLink, type Site } from './site.ts'

export type FieldError = { name: string; error: string }

/** A labelled text input or list. */
export type InputField = {
  name: string
  label: string
  value?: string | undefined
  isRequired: boolean
  /** When an optional field must be filled in. */
  note?: string
  type?: 'text' | 'email' | 'tel' | 'url' | 'date'
  /** Autofill detail tokens (HTML Standard). */
  autocomplete: string
  /** The values of a list and their texts. Without them, the field is a text input. */
  options?: ReadonlyMap<string, string>
}

export const fieldError = (name: string, errors: readonly FieldError[]): Markup | undefined => {
  const found = errors.find((each) => each.name === name)
  return found && html`<p class="error" id="${name}-error">${found.error}</p>`
}

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

/**
 * Returns whether a request comes from another site. `Sec-Fetch-Site` (W3C Fetch Metadata) does not
 * depend on the host name that the browser uses. Older browsers, and all over plain HTTP to another machine,
 * send only `Origin` (RFC 6454 §7): that of the public URL, or that of the host to which the request was sent.
 * Clients that send neither are not browsers, so they are accepted.
 */
const isCrossSite = (context: Context<Env>, site: Site): boolean => {
  const from = context.req.header('sec-fetch-site')
  if (from !== undefined) return from !== 'same-origin' && from !== 'none'
  const origin = context.req.header('origin')
  if (origin === undefined || origin === site.origin) return false
  // The server replaces `headers.host`.
  const [host] = context.env.incoming?.headersDistinct.host ?? []
  return origin !== `${new URL(site.origin).protocol}//${host}`
}

const maxFormBytes = 32 * 1024

/** Shorter than the server waits for a request, whose end would be no page. */
const maxFormMilliseconds = 25_000

/** Returns the error page of a form that was not sent as the page contains it. */
export const formError = (status: 400 | 403 | 408 | 409 | 413, reason: string, link?: PageLink) =>
  new PageError({ status, title: 'Please try again', text: `${reason} Nothing was changed.`, link })

/**
 * Reads a posted form. Rejects forms of other sites, large ones and malformed ones with an error page.
 * @returns a function that returns the value of a field; empty if the form does not have the field.
 */
export const readForm = async (
  context: Context<Env>,
  site: Site,
  back?: PageLink,
): Promise<(name: string) => string> => {
  if (isCrossSite(context, site)) throw formError(403, 'The form was sent by another site.', back)
  const read = readText(context, maxFormBytes).catch((error: unknown) => {
    if (error instanceof UnreadableBody && error.status === 413)
      throw formError(413, 'The form is too large.', back)
    throw formError(400, 'The form is not valid.', back)
  })
  const { promise: isLate, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), maxFormMilliseconds)
  const text = await Promise.race([read, isLate]).finally(() => clearTimeout(timer))
  if (text === undefined) throw formError(408, 'The form did not arrive in time.', back)
  // PostgreSQL stores no text with a NUL character, and no browser's form sends one.
  if (/\0|%00/.test(text)) throw formError(400, 'The form is not valid.', back)
  const fields = new URLSearchParams(text)
  return (name) => fields.get(name) ?? ''
}

/** More of a value need not be typed again. */
const maxKeptCharacters = 2048

/** A form on a page, in a browser's session. */
type OwnForm = { store: Store; account: AccountId; page: string; secret: string; now: number }

/**
 * Returns what keeps the values of a rejected form for the page that shows its errors. The response to the form redirects
 * there, so that the browser's history holds no response to a form, which Back could not show again.
 */
export const formKeeper = ({ store, account, page, secret, now }: OwnForm) => {
  const owner = secretDigest(`${page} ${secret}`)
  // A page keeps the forms of 16 browsers. One more replaces one of them, which has to type its values again.
  const key = { account, owner, place: `${secretDigest(page)} ${owner.slice(0, 1)}` }
  return {
    keep: (fields: FormFields): Promise<void> => {
      const kept = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, value.slice(0, maxKeptCharacters)]),
      )
      return store.write((transaction) => keepRejectedForm(transaction, key, kept, now))
    },
    /** Returns the values that were kept within the last hour. */
    kept: () => findRejectedForm(store, key, now),
    /** Forgets the values of a form that was accepted. */
    drop: () => store.write((transaction) => removeRejectedForms(transaction, account, key.place)),
  }
}
