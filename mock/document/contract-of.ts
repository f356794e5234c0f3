import type { Document } from '../../codegen/model/document.ts'

/** Keywords that neither validation nor replies depend on. */
const annotations = new Set(['description', 'summary', 'example', 'examples', 'x-provenance'])

const withoutAnnotations = (part: unknown, areProperties = false): unknown => {
  if (Array.isArray(part)) return part.map((each) => withoutAnnotations(each))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name]) => areProperties || !annotations.has(name))
      .map(([name, value]) => [
        name,
        withoutAnnotations(value, !areProperties && name === 'properties'),
      ]),
  )
}

/** Returns a document without examples and descriptions, as a text to compare. */
export const contractOf = ({ paths, components, security }: Document): string =>
  JSON.stringify(withoutAnnotations({ paths, components, security }))
