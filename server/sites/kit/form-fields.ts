import { html } from 'hono/html'
import type { Markup } from './markup.ts'
import { tokenField } from './read-form.ts'

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
