import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { bundleFromString, createConfig } from '@redocly/openapi-core'
import { html, raw } from 'hono/html'
import { type Document, parseDocument } from '../../packages/openapi-hono/model/document.ts'
import { readOperations, readWebhooks } from '../../packages/openapi-hono/model/model.ts'
import type { Release } from './changelog.ts'
import { sections, slug } from './markdown.ts'
import { type Markup, markup } from './markup.ts'
import {
  type Article,
  chapterArticles,
  eventArticle,
  heading,
  methodBadge,
  operationArticle,
} from './page-articles.ts'
import {
  commonChapters,
  mergeMethods,
  type SharedParts,
  sharedParts,
} from './reference-markdown.ts'
import { codeSamples, sampleVariables, serverAddress } from './samples.ts'

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
  const tags = new Map(document.tags?.map((tag) => [tag.name, tag]))
  const titleOf = (tag: string) => tags.get(tag)?.['x-displayName'] ?? tag
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
${groups.map(({ name, articles }) => menuGroup(titleOf(name), articles, `tag/${slug(name)}`))}
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
    name,
    articles,
  }) => html`<section id="tag/${slug(name)}" class="chapter tag" tabindex="-1">${heading('h2', titleOf(name), `tag/${slug(name)}`)}${markup(tags.get(name)?.description ?? '')}</section>
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

/** Returns operations and events by their tags, in the order of the document's tag groups. */
function tagGroups(
  document: Document,
  common: SharedParts,
): { name: string; articles: Article[] }[] {
  const operations = readOperations(document)
  const samples = codeSamples(document)
  const tagged = [
    ...operations.map((operation) => ({
      tag: operation.tags[0] ?? 'Operations',
      article: operationArticle(operation, samples.get(operation.id) ?? [], common),
    })),
    ...readWebhooks(document).map((webhook) => ({
      tag: webhook.tag,
      article: eventArticle(webhook),
    })),
  ]
  const described = (document.tags ?? []).map(({ name }) => name)
  const names = new Set([...described, ...tagged.map(({ tag }) => tag)])
  return [...names].map((name) => ({
    name,
    articles: tagged.filter(({ tag }) => tag === name).map(({ article }) => article),
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
