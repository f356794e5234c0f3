import { mapParts, type Part } from './map-parts.ts'

/** Removes what is not for readers of the page, and what its search would find: sources and patterns. */
export const withoutNotes = (document: unknown): unknown =>
  mapParts(document, ({ 'x-provenance': _, ...part }): Part => {
    if (typeof part.pattern !== 'string') return part
    const { pattern: __, ...rest } = part
    return rest
  })
