import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { bundleFromString, createConfig } from '@redocly/openapi-core'
import { html, raw } from 'hono/html'
import {
  type Document,
  type Parameter,
  parseDocument,
} from '../../packages/openapi-hono/model/document.ts'
import {
  type NamedExample,
  type Operation,
  type Reply,
  type ReplyHeader,
  readOperations,
  readWebhooks,
  type Webhook,
} from '../../packages/openapi-hono/model/model.ts'
import { sample } from '../../packages/openapi-hono/schema/sample.ts'
import type { Release } from './changelog.ts'
import { errorId, messagesIn } from './errors.ts'
import { conditionOf, type Field, fieldsOf, schemaWords } from './fields.ts'
import { sections, slug } from './markdown.ts'
import { codeBlock, inlineMarkup, type Markup, markup } from './markup.ts'
import {
  commonChapters,
  linkList,
  mergeMethods,
  type SharedParts,
  sharedParts,
} from './reference-markdown.ts'
import { type CodeSample, codeSamples, sampleVariables, serverAddress } from './samples.ts'

const siteStyles = '../../server/sites/styles/'

/** The mock of `npm run mock`. The page may send requests to it, and to the server that serves the page. */
const mockUrl = 'http://127.0.0.1:4010'

type PageOptions = {
  tutorials: readonly string[]
  releases: readonly Release[]
  script: string
  /** Where a static host serves the page. Requests can then be sent to the mock alone. */
  siteUrl: string | undefined
}

/**
 * Returns the files of the reference docs, by name. They are the page, its script with a hash in its name,
 * the page with the script in it, for reading offline, and the page of the changelog.
 */
export const buildPage = async (
  given: Document,
  { tutorials, releases, script, siteUrl }: PageOptions,
): Promise<{ page: string; offline: string; changes: string; scriptName: string }> => {
  const config = await createConfig({})
  const shown = mergeMethods(given)
  const source = JSON.stringify(shown)
  const { bundle } = await bundleFromString({ source, config, dereference: true })
  const whole = parseDocument(JSON.stringify(bundle.parsed))
  // A page that is saved alone has no files beside it.
  const home = `${siteUrl ?? serverAddress(given)}/`
  const scriptName = `docs-${hash('sha256', script, 'hex').slice(0, 12)}.js`
  const around = async (tag: Markup, place: string) => {
    const body = await pageBody(whole, tutorials, siteUrl, place)
    return shell(given, { body, tag, script, siteUrl })
  }
  const integrity = `sha256-${hash('sha256', script, 'base64')}`
  const changelog = { body: changelogBody(given, releases, siteUrl), tag: feed, script: '' }
  const [page, offline, changes] = await Promise.all([
    around(html`<script type="module" src="${scriptName}" integrity="${integrity}"></script>`, ''),
    around(raw(`<script type="module">${script}</script>`), home),
    shell(given, { ...changelog, siteUrl: undefined }),
  ])
  return { page, offline, changes, scriptName }
}

const feed = html`<link rel="alternate" type="application/atom+xml" title="Changelog" href="changelog.xml">`

/** Returns the versions of the contract with their changes. A static host serves the docs as its index. */
const changelogBody = (
  { info }: Document,
  releases: readonly Release[],
  siteUrl: string | undefined,
): Markup => html`<main>
<section class="chapter">
<p><a href="${siteUrl ? './' : 'docs'}">${info.title}</a></p>
<h1>Changelog</h1>
<p><a href="changelog.xml">Atom feed</a></p>
${releases.map(
  ({ version, day, changes }) => html`<h2 id="${version}">${version}</h2>
<p class="muted">${day}</p>
${markup(changes)}`,
)}
</section>
</main>`

type ShellParts = { body: Markup; tag: Markup; script: string; siteUrl: string | undefined }

/** Returns the page around its body. The policy names the style sheet and the script by their hashes. */
async function shell(document: Document, { body, tag, script, siteUrl }: ShellParts) {
  const { title, summary = '' } = document.info
  const styles = part(`${siteStyles}tokens.css`) + part(`${siteStyles}base.css`) + part('style.css')
  const source = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`
  const policy = [
    "default-src 'none'",
    `script-src ${source(script)}`,
    `style-src ${source(styles)}`,
    'img-src data:',
    `connect-src 'self' ${mockUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const logo = `data:image/svg+xml,${encodeURIComponent(part(`${siteStyles}logo.svg`).trim())}`
  const { url, key } = sampleVariables(document)
  const page = await html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${summary}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${summary}">
${siteUrl ? html`<link rel="canonical" href="${siteUrl}/">` : ''}
<link rel="icon" href="${logo}">
<style>${raw(styles)}</style>
${tag}
</head>
<body data-mock="${mockUrl}" data-url="${url}" data-key="${key}"${siteUrl ? html` data-published` : ''}>
${body}
</body>
</html>
`
  return page.toString()
}

function part(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

/** @param place the folder of the files beside the page, which links begin with */
async function pageBody(
  document: Document,
  tutorials: readonly string[],
  siteUrl: string | undefined,
  place: string,
) {
  const { title, version, description = '' } = document.info
  const [introduction = '', ...chapters] = sections(description, /^(?=# )/gm)
  const operations = readOperations(document)
  const common = sharedParts(operations)
  const guides = chapterArticles(
    [...chapters, commonChapters(operations, common)].join('\n\n'),
    'section',
  )
  const lessons = chapterArticles(tutorials.join('\n\n'), 'tutorial')
  const groups = tagGroups(document, common)
  return html`<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="home" href="#start">${raw(part(`${siteStyles}logo.svg`))} ${title}</a>
<button type="button" class="open-search secondary">Search</button>
<button type="button" class="secondary" popovertarget="menu">Menu</button>
</header>
<nav id="menu" popover aria-label="Contents">
<a class="home" href="#start">${raw(part(`${siteStyles}logo.svg`))} ${title}</a>
<button type="button" class="open-search secondary">Search <kbd>/</kbd></button>
<button type="button" class="open-access secondary">API key: <span class="key-state">not set</span></button>
${menuGroup('Guides', guides)}
${menuGroup('Tutorials', lessons)}
${groups.map(({ id, title: name, articles }) => menuGroup(name, articles, id))}
</nav>
<main id="content" tabindex="-1">
<section id="start" class="chapter" tabindex="-1">
<h1>${title}</h1>
<noscript><p>Search, copying and requests need JavaScript. The search of your browser finds every text of this page.</p></noscript>
<p class="muted">Version ${version} · <a href="${place}changelog.html">Changelog</a> · <a href="${place}llms.txt">llms.txt</a> for language models${siteUrl ? html` · <a href="${place}redoc.html">Redoc</a> of the same document` : ''}</p>
${markup(introduction.replaceAll(/(?<=\]\()(?=[\w-]+\.\w+\))/g, place))}
</section>
${[...guides, ...lessons].map((article) => section(article, article.about === '' ? 'chapter' : 'part'))}
${groups.map(
  ({
    id,
    title: name,
    description: words,
    articles,
  }) => html`<section id="${id}" class="chapter tag" tabindex="-1">${heading('h2', name, id)}${markup(words)}</section>
${articles.map((article) => section(article, 'operation'))}`,
)}
</main>
${dialogs}`
}

const dialogs = html`<dialog id="search" aria-label="Search">
<div class="row"><input aria-label="Search the docs" placeholder="Search the docs" autocomplete="off" spellcheck="false"> <button type="button" class="secondary">Close</button></div>
<p role="status" class="muted"></p>
<ul></ul>
</dialog>
<dialog id="access" aria-labelledby="access-title">
<form method="dialog">
<h2 id="access-title">API key and server</h2>
<label>API key <input name="key" type="password" autocomplete="off" spellcheck="false"></label>
<p class="muted">The key fills the samples and authorizes the requests that you send from this page. It is kept until you close this tab.</p>
<label class="check"><input name="remember" type="checkbox"> Remember the key in this browser</label>
<label>Server <select name="server"></select></label>
<p class="row"><button value="save">Save</button> <button value="" class="secondary">Cancel</button></p>
</form>
</dialog>
<dialog id="confirmation" aria-labelledby="confirmation-title">
<form method="dialog">
<h2 id="confirmation-title"></h2>
<p></p>
<p class="row"><button value="send">Send request</button> <button value="" class="secondary">Cancel</button></p>
</form>
</dialog>`

function section({ id, about, content }: Article, kind: 'chapter' | 'part' | 'operation'): Markup {
  return html`<section id="${id}" class="${kind}" data-about="${about}" tabindex="-1">${content}</section>
`
}

/** Returns the tags of the document in its order, each with the articles of its operations and events. */
function tagGroups(document: Document, common: SharedParts) {
  const operations = readOperations(document)
  const events = readWebhooks(document)
  const samples = codeSamples(document)
  return (document.tags ?? []).map((tag) => ({
    id: `tag/${slug(tag.name)}`,
    title: tag['x-displayName'] ?? tag.name,
    description: tag.description ?? '',
    articles: [
      ...operations
        .filter(({ tags }) => tags.includes(tag.name))
        .map((each) => operationArticle(each, samples.get(each.id) ?? [], common)),
      ...events.filter((event) => event.tag === tag.name).map(eventArticle),
    ],
  }))
}

/** Returns links to chapters, operations or events. Sections of chapters have none. */
function menuGroup(title: string, articles: readonly Article[], id?: string): Markup {
  const shown = articles.filter(({ about }) => about === '' || about === 'event' || id)
  if (shown.length === 0) return html``
  return html`<section><h2>${id ? html`<a href="#${id}">${title}</a>` : title}</h2><ul>
${shown.map(({ id: place, title: name, about }) => {
  const [method = '', path] = about.split(' ')
  return html`<li><a href="#${place}"><span>${name}</span>${path ? methodBadge(method) : ''}</a></li>
`
})}</ul></section>`
}

/** A part of the page that a link, the menu and the search lead to. */
type Article = {
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
function chapterArticles(chapters: string, kind: 'section' | 'tutorial'): Article[] {
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
function operationArticle(
  operation: Operation,
  samples: readonly CodeSample[],
  common: SharedParts,
): Article {
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
  samples.map(({ label, language, source }) => ({
    label,
    content: codeBlock(source, language, true),
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

function eventArticle(webhook: Webhook): Article {
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

function heading(tag: 'h2' | 'h3', title: string, id: string): Markup {
  const words = html`${title} <a class="permalink" href="#${id}" aria-label="Link to ${title}">#</a>`
  return tag === 'h2' ? html`<h2>${words}</h2>` : html`<h3>${words}</h3>`
}

const tones: Readonly<Record<string, string>> = { GET: 'good', PUT: 'low', DELETE: 'bad' }

function methodBadge(method: string): Markup {
  return html`<span class="method ${tones[method]}">${method}</span>`
}

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
