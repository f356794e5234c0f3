import type { Document } from '../model/document.ts'
import { type Operation, readOperations } from '../model/model.ts'
import { linkList } from '../reference/link-list.ts'
import { mapParts, type Part } from './map-parts.ts'

const linksOf = ({ replies }: Operation): string[] =>
  linkList(
    replies.flatMap(({ links }) => links),
    (id) => `#operation/${id}`,
  )

/** Adds the links of each operation's responses to its description. Redoc does not show links. */
export const withLinksShown = (document: unknown, given: Document): unknown => {
  const lists = new Map(
    readOperations(given).map((operation) => [operation.id, linksOf(operation)]),
  )
  return mapParts(document, (part): Part => {
    const list = 'responses' in part ? lists.get(String(part.operationId)) : undefined
    if (!list || list.length === 0) return part
    return { ...part, description: [String(part.description ?? '').trim(), ...list].join('\n') }
  })
}
