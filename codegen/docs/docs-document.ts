import type { Document } from '../model/document.ts'
import { codeSamples } from '../samples/code-samples.ts'
import { serverAddress } from '../samples/sample-request.ts'
import { withoutCommonHeaders } from './common-headers.ts'
import { withLinksShown } from './links-shown.ts'
import { mapParts, type Part } from './map-parts.ts'
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

/**
 * Returns the document for the docs page: with samples, links and the server's URL, without common
 * headers, sources and patterns.
 */
export const docsDocument = (document: Document): unknown => {
  const [server] = document.servers ?? []
  const { variables: _, ...resolvedServer } = { ...server, url: serverAddress(document) }
  const info = {
    ...document.info,
    'x-logo': { url: logo, altText: document.info.title, href: '#/' },
  }
  const base = withoutCommonHeaders({ ...document, info, servers: [resolvedServer] })
  return withLinksShown(withoutNotes(withSamples(base, document)), document)
}
