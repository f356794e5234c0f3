import { html } from 'hono/html'
import type { Markup } from './markup.ts'
import { tokenField } from './read-form.ts'

/** A text that a form asks for. */
export type TextField = {
  name: string
  label: string
  value: string
  isRequired: boolean
  type?: 'text' | 'email' | 'tel'
  /** What the browser may fill in (HTML Standard, autofill detail tokens). */
  autocomplete: string
  /** What is wrong with the value, if anything is. */
  error?: string | undefined
}

/** A field that nobody sees. */
export const hiddenField = (name: string, value: string): Markup =>
  html`<input type="hidden" name="${name}" value="${value}">`

/** The field of a form's token. */
export const hiddenTokenField = (token: string): Markup => hiddenField(tokenField, token)

/** A text field under its label, with what is wrong with it beside it. */
export const textField = ({ error, ...field }: TextField): Markup => {
  const { name, label, value, isRequired, type = 'text', autocomplete } = field
  const described = error && html` aria-invalid="true" aria-describedby="${name}-error"`
  return html`<div class="field" data-field="${name}">
<label for="${name}">${label}${isRequired ? '' : html` <span class="muted">(optional)</span>`}</label>
${error && html`<p class="error" id="${name}-error">${error}</p>`}
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${isRequired && html` required`}${described}>
</div>`
}

/** What is wrong with a form, each with a link to its field; the browser puts the focus on it. */
export const errorSummary = (errors: readonly { name: string; error: string }[]): Markup =>
  html`<section class="notice bad" role="alert" tabindex="-1" autofocus aria-labelledby="errors-title">
<h2 id="errors-title">${errors.length === 1 ? 'Something needs another look' : `${errors.length} things need another look`}</h2>
<ul>${errors.map(({ name, error }) => html`<li><a href="#${name}">${error}</a></li>`)}</ul>
</section>`
