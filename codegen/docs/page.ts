import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Document } from '../model/document.ts'
import { readOperations, readWebhooks } from '../model/model.ts'
import { demoted, linked, sections, slug } from '../reference/markdown.ts'
import {
  eventSection,
  mergeMethods,
  operationSection,
  sharedParts,
} from '../reference/reference.ts'
import { serverAddress } from '../samples/samples.ts'
import { docsDocument } from './docs-document.ts'

/** A heading of the docs and its text, for the search and for copying. */
type Page = {
  title: string
  /** What the title belongs to: a chapter, `GET /v1/orders/list` or `event`. */
  about: string
  /** The fragment that Redoc gives the heading, without `#`. */
  place: string
  /** Markdown, heading included. */
  text: string
}

const chapterPages = ({ info: { title, description = '' } }: Document): Page[] => {
  const [introduction = '', ...rest] = sections(description, /^(?=##? )/gm)
  let chapter = title
  return [
    { title, about: '', place: '/', text: `# ${title}\n\n${introduction.trim()}` },
    ...rest.map((text) => {
      const [, level, heading = ''] = /^(##?) (.*)/.exec(text) ?? []
      if (level === '#') chapter = heading
      const place = `/section/${slug(chapter)}${level === '#' ? '' : `/${slug(heading)}`}`
      return { title: heading, about: level === '#' ? '' : chapter, place, text: text.trim() }
    }),
  ]
}

/** Removes the anchor of a section of the reference, and makes its heading the first level. */
const alone = (lines: readonly string[]): string =>
  lines
    .filter((line) => !line.startsWith('<a id='))
    .join('\n')
    .trim()
    .replace(/^### /, '# ')

/** Returns the headings of the docs: chapters, operations and events. Links lead to the Markdown reference. */
const readPages = (document: Document): Page[] => {
  const operations = readOperations(document)
  const webhooks = readWebhooks(document)
  const schemas = document.components?.schemas ?? {}
  const shared = sharedParts(operations)
  const reference = `${serverAddress(document)}/docs.md`
  return [
    ...chapterPages(document),
    ...operations.map((operation) => ({
      title: operation.summary,
      about: `${operation.method.toUpperCase()} ${operation.path}`,
      place: `/${slug(operation.tags[0] ?? '')}/${operation.id.toLowerCase()}`,
      text: alone(operationSection(operation, schemas, shared)),
    })),
    ...webhooks.map((webhook) => ({
      title: webhook.name,
      about: 'event',
      place: `/${slug(webhook.tag)}/${webhook.id.toLowerCase()}`,
      text: alone(eventSection(webhook, schemas)),
    })),
  ].map((page) => ({ ...page, text: linked(page.text, webhooks, reference) }))
}

const path = (relative: string): string =>
  fileURLToPath(new URL(`../../${relative}`, import.meta.url))

const part = (name: string): string => readFileSync(path(`codegen/docs/assets/${name}`), 'utf8')

/** Redoc's logo, on Redoc's host. The page must load nothing from other hosts. */
const redocLogo = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g

const emptyImage = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"

/** Returns a value as JSON that a script or a style sheet of a page can hold. */
const embedded = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Adds the logo, the styles and the scripts to a page of Redoc. The search listens before Redoc is
 * loaded. The page has a skip link, and a heading for screen readers: Redoc shows only what is near,
 * which often has no heading of the first level.
 */
const styled = (page: string, title: string, pages: readonly Page[], logo: string): string => {
  // On this page, a class of the root tells light from dark: people can switch, whatever their system prefers.
  const tokens = readFileSync(path('styles/tokens.css'), 'utf8').replace(
    'color-scheme: light dark;',
    'color-scheme: light;',
  )
  const head = `
  <link rel="icon" href="${logo}">
  <meta name="color-scheme" content="light dark">
  <style>
    :root { --title: ${JSON.stringify(title).replaceAll('<', '\\3c ')}; }
    ${tokens}
    :root.dark { color-scheme: dark; }
    ${part('style.css')}
  </style>
  <script type="application/json" id="pages">${embedded(pages)}</script>
  <script>{${part('search.js')}}</script>
`
  const heading = `<header>
  <a class="skip-link" href="#/">Skip to the content</a>
  <h1 class="page-title">${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</h1>
</header>`
  const whole = page
    .replaceAll(redocLogo, emptyImage)
    .replace('</head>', () => `${head}</head>`)
    .replace('<body>', () => `<body>${heading}`)
  const end = whole.lastIndexOf('</body>')
  return `${whole.slice(0, end)}<script>${part('page.js')}</script>\n${whole.slice(end)}`
}

/** The program that builds the page. It is a development dependency, so it may be missing. */
export const redoc = path('node_modules/@redocly/cli/bin/cli.js')

/** Builds the page of a document with Redoc. */
const build = (document: unknown): string => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-docs-'))
  try {
    const [file, page] = [join(folder, 'openapi.json'), join(folder, 'docs.html')]
    writeFileSync(file, JSON.stringify(document))
    const config = `--config=${path('redocly.yaml')}`
    const { status, stderr } = spawnSync(
      process.execPath,
      [redoc, 'build-docs', file, '--inlineBundle', config, `-o=${page}`],
      {
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    )
    if (status !== 0) throw new Error(`The docs cannot be built:\n${stderr}`)
    return readFileSync(page, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Adds tutorials as the last chapter. Their steps are bold text: headings would crowd the menu. */
const withTutorials = (document: Document, tutorials: readonly string[]): Document => {
  const shown = tutorials.map((page) =>
    demoted(page.replaceAll(/^### (\d+\. .*)$/gm, '**$1**').replaceAll(/^## (.*)$/gm, '**$1**')),
  )
  const description = [document.info.description ?? '', '# Tutorials', ...shown].join('\n\n')
  return { ...document, info: { ...document.info, description } }
}

/**
 * Returns the reference docs as one self-contained page.
 * @param tutorials in Markdown.
 */
export const buildPage = (document: Document, tutorials: readonly string[]): string => {
  const shown = mergeMethods(withTutorials(document, tutorials))
  const svg = readFileSync(path('styles/logo.svg'), 'utf8').trim()
  const logo = `data:image/svg+xml,${encodeURIComponent(svg)}`
  return styled(build(docsDocument(shown, logo)), shown.info.title, readPages(shown), logo)
}
