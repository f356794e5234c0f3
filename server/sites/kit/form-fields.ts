import { html } from 'hono/html'
import type { Markup } from './markup.ts'
import { tokenField } from './read-form.ts'

/** A labelled text input. */
export type TextField = {
  name: string
  label: string
  value: string
  isRequired: boolean
  type?: 'text' | 'email' | 'tel'
  /** Autofill detail tokens (HTML Standard). */
  autocomplete: string
  /** The error message of the value. */
  error?: string | undefined
}

export const hiddenField = (name: string, value: string): Markup =>
  html`<input type="hidden" name="${name}" value="${value}">`

export const hiddenTokenField = (token: string): Markup => hiddenField(tokenField, token)

/** Returns a text field with its label and its error message. */
export const textField = ({ error, ...field }: TextField): Markup => {
  const { name, label, value, isRequired, type = 'text', autocomplete } = field
  const described = error && html` aria-invalid="true" aria-describedby="${name}-error"`
  return html`<div class="field" data-field="${name}">
<label for="${name}">${label}${isRequired ? '' : html` <span class="muted">(optional)</span>`}</label>
${error && html`<p class="error" id="${name}-error">${error}</p>`}
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${isRequired && html` required`}${described}>
</div>`
}

/** Returns a list of the errors, each with a link to its field. It takes the focus when the page opens. */
export const errorSummary = (errors: readonly { name: string; error: string }[]): Markup =>
  html`<section class="notice bad" role="alert" tabindex="-1" autofocus aria-labelledby="errors-title">
<h2 id="errors-title">${errors.length === 1 ? 'Something needs another look' : `${errors.length} things need another look`}</h2>
<ul>${errors.map(({ name, error }) => html`<li><a href="#${name}">${error}</a></li>`)}</ul>
</section>`
