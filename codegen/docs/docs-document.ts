import type { Document } from '../model/document.ts'
import { codeSamples } from '../samples/code-samples.ts'
import { serverAddress } from '../samples/sample-request.ts'
import { withoutCommonHeaders } from './common-headers.ts'
import { mapParts, type Part } from './map-parts.ts'
import { withProvenanceShown } from './provenance.ts'
import { logo } from './style-page.ts'

/** Every operation with its samples; what is sent to a subscriber is no operation of ours to call. */
const withSamples = (document: unknown, given: Document): unknown => {
  const samples = codeSamples(given)
  const sampled = (part: Part): Part => {
    const found = 'responses' in part ? samples.get(String(part.operationId)) : undefined
    return found ? { ...part, 'x-codeSamples': found } : part
  }
  return mapParts(document, sampled)
}

/**
 * Returns the document for the docs page: with samples, provenance and the server's URL, without
 * common headers.
 */
export const docsDocument = (document: Document): unknown => {
  const [server] = document.servers ?? []
  const { variables: _, ...filled } = { ...server, url: serverAddress(document) }
  const info = {
    ...document.info,
    'x-logo': { url: logo, altText: document.info.title, href: '#/' },
  }
  const lean = withoutCommonHeaders({ ...document, info, servers: [filled] })
  return withProvenanceShown(withSamples(lean, document))
}
