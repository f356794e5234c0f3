import type { Document } from '../model/document.ts'
import { readOperations, readWebhooks } from '../model/model.ts'
import { codePieces, linked, slug } from '../reference/chapters.ts'
import { eventSection } from '../reference/emit-reference.ts'
import { operationSection } from '../reference/operation-section.ts'
import { sharedParts } from '../reference/shared-parts.ts'
import { serverAddress } from '../samples/sample-request.ts'

/** A heading of the docs and its text, for the search and for copying. */
export type Page = {
  title: string
  /** What the title belongs to: a chapter, `GET /v1/orders/list` or `event`. */
  about: string
  /** The fragment that Redoc gives the heading, without `#`. */
  place: string
  /** Markdown, heading included. */
  text: string
}

/** Splits a text at its headings of the first two levels. `#` in code starts no heading. */
const sections = (text: string): string[] => {
  const marked = codePieces(text).map((piece, i) =>
    i % 2 === 1 ? piece : piece.replaceAll(/^(?=##? )/gm, '\u0000'),
  )
  return marked.join('').split('\u0000')
}

const chapterPages = (document: Document): Page[] => {
  const [introduction = '', ...rest] = sections(document.info.description ?? '')
  const { title } = document.info
  const pages: Page[] = [
    { title, about: '', place: '/', text: `# ${title}\n\n${introduction.trim()}` },
  ]
  let chapter = title
  for (const text of rest) {
    const [, level = '', heading = ''] = /^(##?) (.*)/.exec(text) ?? []
    if (level === '#') chapter = heading
    const place = `/section/${slug(chapter)}${level === '#' ? '' : `/${slug(heading)}`}`
    pages.push({ title: heading, about: level === '#' ? '' : chapter, place, text: text.trim() })
  }
  return pages
}

/** Removes the anchor of a section of the reference, and makes its heading the first level. */
const alone = (lines: readonly string[]): string =>
  lines
    .filter((line) => !line.startsWith('<a id='))
    .join('\n')
    .trim()
    .replace(/^### /, '# ')

/** Returns the headings of the docs: chapters, operations and events. Links lead to the Markdown reference. */
export const readPages = (document: Document): Page[] => {
  const operations = readOperations(document)
  const webhooks = readWebhooks(document)
  const schemas = document.components?.schemas ?? {}
  const shared = sharedParts(operations)
  const pages = [
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
  ]
  const reference = `${serverAddress(document)}/docs.md`
  return pages.map((page) => ({ ...page, text: linked(page.text, webhooks, reference) }))
}
