import { html } from 'hono/html'
import type { Parameter } from '../../packages/openapi-hono/model/document.ts'
import type {
  NamedExample,
  Operation,
  Reply,
  ReplyHeader,
  Webhook,
} from '../../packages/openapi-hono/model/model.ts'
import { sample } from '../../packages/openapi-hono/schema/sample.ts'
import { errorId, messagesIn } from './errors.ts'
import { conditionOf, type Field, fieldsOf, schemaWords } from './fields.ts'
import { sections, slug } from './markdown.ts'
import { codeBlock, inlineMarkup, type Markup, markup } from './markup.ts'
import { linkList, type SharedParts } from './reference-markdown.ts'
import type { CodeSample } from './samples.ts'

/** A part of the page that a link, the menu and the search lead to. */
export type Article = {
  /** The fragment of its URL. */
  id: string
  title: string
  /** The chapter of a section, the method and path of an operation, or `event`. */
  about: string
  content: Markup
}

/**
 * Returns the chapters of a Markdown text and their sections, in order.
 * @param kind the first part of their ids.
 */
export const chapterArticles = (chapters: string, kind: 'section' | 'tutorial'): Article[] => {
  let chapter = ''
  return sections(chapters, /^(?=##? )/gm)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [line = '', ...rest] = part.trim().split('\n')
      const title = line.replace(/^#+ /, '')
      const isChapter = line.startsWith('# ')
      if (isChapter) chapter = title
      const id = `${kind}/${slug(chapter)}${isChapter ? '' : `/${slug(title)}`}`
      // The steps of a tutorial follow its title, which is one level above that of a section.
      const text = isChapter ? rest.join('\n').replaceAll(/^### /gm, '## ') : rest.join('\n')
      const content = html`${isChapter && kind === 'section' ? copyPage : ''}
${heading(isChapter ? 'h2' : 'h3', title, id)}
${markup(text, id)}`
      return { id, title, about: isChapter ? '' : chapter, content }
    })
}

/** Returns the article of an operation: its request and responses side by side with their fields. */
export const operationArticle = (
  operation: Operation,
  samples: readonly CodeSample[],
  common: SharedParts,
): Article => {
  const { id, summary, description, parameters, body, replies } = operation
  const method = operation.method.toUpperCase()
  const about = `${method} ${operation.path}`
  const name = summary || id
  const isCommon = (reply: Reply) => common.replies.some(({ status }) => status === reply.status)
  const content = html`<div class="intro">
${copyPage}
${heading('h3', name, `operation/${id}`)}
<p class="endpoint">${methodBadge(method)} <code>${operation.path}</code></p>
${operation.announces ? html`<p><strong>Deprecated.</strong> ${Object.entries(operation.announces).map(([header, value]) => html`<code>${header}: ${value}</code> `)}</p>` : ''}
${operation.secured ? '' : markup('Needs no key.')}
${operation.otherMethods ? markup('Every other method gives the same response.') : ''}
${markup(description)}
</div>
<div class="example">
${tabs(
  'Request',
  `${id}-request`,
  samples.map(({ label, lang, source }) => ({
    label,
    content: codeBlock(source, lang === 'Shell' ? 'sh' : lang.toLowerCase(), true),
  })),
)}
${tryForm(operation)}
${tabs('Request bodies', `${id}-bodies`, (body?.examples ?? []).map(exampleTab))}
${tabs(
  'Response',
  `${id}-response`,
  replies
    .filter((reply) => !isCommon(reply))
    .map(({ status, examples }) => ({
      label: String(status),
      content: exampleBlocks(examples, status >= 400),
    })),
)}
</div>
<div class="fields">
${fieldList('Parameters', id, parameters.map(parameterField), 'required')}
${body ? fieldList('Request body', `${id}/body`, fieldsOf(body.schema), 'required') : ''}
${body ? markup(conditionOf(body.schema) ?? '') : ''}
<h4>Responses</h4>
${replies.map((reply) => responseFields(reply, id, isCommon(reply), common))}
</div>`
  return { id: `operation/${id}`, title: name, about, content }
}

export const eventArticle = (webhook: Webhook): Article => {
  const { id, name, summary, description, category, parameters, examples, schema } = webhook
  const content = html`<div class="intro">
${copyPage}
${heading('h3', name, `operation/${id}`)}
<p class="endpoint">${methodBadge('EVENT')} ${summary}${category ? '' : '; cannot be subscribed to'}</p>
${markup(description)}
</div>
<div class="example">
${tabs('Payload', `${id}-payload`, examples.map(exampleTab))}
</div>
<div class="fields">
${fieldList('Headers', `${id}/headers`, parameters.map(parameterField), 'optional')}
${fieldList('Payload', `${id}/payload`, fieldsOf(schema), 'optional')}
<h4>Your response</h4>
${webhook.replies.map((reply) => html`<p class="status"><b>${reply.status}</b> ${inlineMarkup(reply.description)}</p>`)}
</div>`
  return { id: `operation/${id}`, title: name, about: 'event', content }
}

/** The script copies the part of `/docs.md` with the section that the button is in. */
const copyPage = html`<button type="button" class="copy-page secondary">Copy as Markdown</button>`

export const heading = (tag: 'h2' | 'h3', title: string, id: string): Markup => {
  const words = html`${title} <a class="permalink" href="#${id}" aria-label="Link to ${title}">#</a>`
  return tag === 'h2' ? html`<h2>${words}</h2>` : html`<h3>${words}</h3>`
}

const tones: Readonly<Record<string, string>> = { GET: 'good', PUT: 'low', DELETE: 'bad' }

export const methodBadge = (method: string): Markup =>
  html`<span class="method ${tones[method]}">${method}</span>`

type Tab = { label: string; content: Markup }

/** Returns tabs that work without a script: details of which one is open at a time. */
function tabs(title: string, name: string, all: readonly Tab[]): Markup {
  if (all.length === 0) return html``
  return html`<div class="tabs" role="group" aria-label="${title}"><h4>${title}</h4>
${all.map(({ label, content }, i) => html`<details name="${name}"${i === 0 ? html` open` : ''}><summary>${label}</summary>${content}</details>`)}
</div>`
}

function exampleTab(example: NamedExample): Tab {
  const label = example.summary ?? example.name
  return { label, content: exampleBlocks([{ ...example, summary: undefined }]) }
}

/** Returns examples with their captions. Those of errors are links to the catalogue. */
function exampleBlocks(examples: readonly NamedExample[], areErrors = false): Markup {
  if (examples.length === 0) return html`<p>No body.</p>`
  return html`${examples.map(({ summary, value }) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
    const [first] = areErrors ? messagesIn(value) : []
    const words = inlineMarkup(summary ?? '')
    const caption = first ? html`<a href="#${errorId(first.message)}">${words}</a>` : words
    return html`${summary ? html`<p class="caption">${caption}</p>` : ''}${codeBlock(text, typeof value === 'string' ? 'text' : 'json')}`
  })}`
}

function parameterField({
  name,
  in: place,
  required,
  schema = {},
  description = '',
}: Parameter): Field {
  const words = schemaWords(schema)
  const otherwise = schema.default === undefined ? '' : `, default \`${schema.default}\``
  return {
    path: name,
    value: `${place}, ${words}${otherwise}`,
    required: required === true,
    meaning: description.trim(),
  }
}

/**
 * Returns a list of fields; nothing without fields.
 * @param anchor the first part of the fields' anchors.
 * @param marks which fields are marked: most of a request are optional, most of a response are not.
 */
function fieldList(
  title: string,
  anchor: string,
  fields: readonly Field[],
  marks: 'required' | 'optional',
): Markup {
  if (fields.length === 0) return html``
  return html`<h4>${title}</h4>
<ul class="field-list">
${fields.map(({ path, value, required, meaning }) => {
  const id = `field/${anchor}/${path}`
  const isMarked = required === (marks === 'required')
  return html`<li id="${id}"${path.includes('.') ? html` class="inner"` : ''}><a href="#${id}"><code>${path}</code></a> <span class="type">${inlineMarkup(value)}</span>${isMarked ? html` <span class="${marks}">${marks}</span>` : ''}${meaning ? html` <br>${inlineMarkup(meaning)}` : ''}</li>
`
})}
</ul>`
}

/** Returns the fields and headers of a response. Those of successful requests are open. */
function responseFields(reply: Reply, id: string, isCommon: boolean, common: SharedParts): Markup {
  const { status, description, contentType, links, schema = {} } = reply
  const anchor = `${id}/${status}`
  const isShared = (name: string) => common.headers.some((header) => header.name === name)
  const headers = reply.headers.filter(({ name }) => !isShared(name))
  const words = html`<b>${status}</b> ${inlineMarkup(description.replaceAll('\n', ' '))}`
  if (isCommon)
    return html`<p class="status">${words} <a href="#section/every-operation">As every operation</a></p>`
  const rows = fieldsOf(schema.items ?? schema)
  return html`<details class="response"${status < 300 ? html` open` : ''}>
<summary>${words}</summary>
${contentType ? html`<p><code>${contentType}</code>: ${schema.items ? 'a list; each entry has these fields' : inlineMarkup(schemaWords(schema))}</p>` : ''}
${fieldList('Fields', anchor, rows, 'optional')}
${fieldList('Headers', `${anchor}/headers`, headers.map(headerField), 'optional')}
${markup(linkList(links, (operation) => `#operation/${operation}`).join('\n'))}
</details>`
}

function headerField({ name, schema, description: meaning }: ReplyHeader): Field {
  return { path: name, value: schemaWords(schema), required: true, meaning }
}

/** Returns the form that sends an operation's request from the page. Only scripts show it. */
function tryForm(operation: Operation): Markup {
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
