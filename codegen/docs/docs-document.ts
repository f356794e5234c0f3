import type { Document, PathItem } from '../model/document.ts'
import { codeSamples } from '../samples/code-samples.ts'
import { serverAddress } from '../samples/sample-request.ts'
import { withoutCommonHeaders } from './common-headers.ts'
import { withLinksShown } from './links-shown.ts'
import { mapParts, type Part } from './map-parts.ts'
import { withPreviousNext } from './previous-next.ts'
import { logo } from './style-page.ts'
import { withoutNotes } from './without-notes.ts'

/** Adds samples to every operation. Webhooks have none: clients do not call them. */
const withSamples = (document: unknown, given: Document): unknown => {
  const samples = codeSamples(given)
  const addSamples = (part: Part): Part => {
    const found = 'responses' in part ? samples.get(String(part.operationId)) : undefined
    return found ? { ...part, 'x-codeSamples': found } : part
  }
  return mapParts(document, addSamples)
}

/** Gives each event its name as the title. */
const titledByName = ({ webhooks = {} }: Document): Record<string, PathItem> =>
  Object.fromEntries(
    Object.entries(webhooks).map(([name, { post, ...item }]) => [
      name,
      post ? { ...item, post: { ...post, summary: name } } : item,
    ]),
  )

/**
 * Returns the document for the docs page: with samples, links and the server's URL, without common
 * headers, sources and patterns.
 */
export const docsDocument = (document: Document): unknown => {
  const [server] = document.servers ?? []
  const { variables: _, ...resolvedServer } = { ...server, url: serverAddress(document) }
  const info = {
    ...document.info,
    ...(document.info.description
      ? { description: withPreviousNext(document.info.description) }
      : {}),
    'x-logo': { url: logo, altText: document.info.title, href: '#/' },
  }
  const base = withoutCommonHeaders({
    ...document,
    info,
    servers: [resolvedServer],
    webhooks: titledByName(document),
  })
  return withLinksShown(withoutNotes(withSamples(base, document)), document)
}
