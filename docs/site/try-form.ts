import { html } from 'hono/html'
import type { Parameter } from '../../packages/openapi-hono/model/document.ts'
import type { Operation } from '../../packages/openapi-hono/model/model.ts'
import { sample } from '../../packages/openapi-hono/schema/sample.ts'
import type { Markup } from './markup.ts'

/** Returns the form that sends an operation's request from the page. Only scripts show it. */
export const tryForm = (operation: Operation): Markup => {
  const { id, method, path, parameters, body, summary } = operation
  const value = body && (body.examples[0]?.value ?? sample(body.schema, {}))
  return html`<details class="try"><summary>Try it<span class="visually-hidden">: ${summary || id}</span></summary>
<form data-method="${method.toUpperCase()}" data-path="${path}" data-title="${summary || id}">
<p class="access"><span></span> <button type="button" class="open-access secondary">Change</button></p>
${parameters.map((each) => parameterInput(each, id))}
${body ? html`<label for="try-${id}-body">Request body</label><textarea id="try-${id}-body" name="body" data-type="${body.contentType}" rows="8" spellcheck="false">${JSON.stringify(value, null, 2)}</textarea>` : ''}
<p><button>Send</button></p>
<output></output>
</form></details>`
}

function parameterInput(parameter: Parameter, id: string): Markup {
  const { name, in: place, required, schema = {} } = parameter
  const example = [parameter.example ?? sample(schema, {})].flat().join(',')
  const hint = required ? html` value="${example}" required` : html` placeholder="${example}"`
  const input = schema.enum
    ? html`<select id="try-${id}-${name}" name="${name}" data-in="${place}"><option value="">any</option>${schema.enum.map((each) => html`<option>${each}</option>`)}</select>`
    : html`<input id="try-${id}-${name}" name="${name}" data-in="${place}"${schema.type === 'array' ? html` data-list` : ''}${hint} autocomplete="off" spellcheck="false">`
  return html`<label for="try-${id}-${name}">${name}${schema.type === 'array' ? ', separated by commas' : ''}</label>${input}`
}
