import type { Change } from './redocly-diff.ts'

/** Node types that contain only text for readers. */
const readable = /^(Info|License|Contact|Tag|TagList|ExternalDocs|Examples?|ExamplesMap)$/

/** Keywords that do not change requests or responses. */
const textKeywords = new Set([
  ...['title', 'summary', 'description', 'example', 'examples', 'externalDocs', 'tags', '$comment'],
  'x-component',
])

/** Pointer steps that are followed by a name of the API, so that `description` after them is a field. */
const named = new Set(['properties', 'paths', 'webhooks', 'headers', 'responses', 'content'])

/** Returns whether a change affects only texts: descriptions, examples and sources. */
export const isTextChange = ({ path, typeName, property }: Change): boolean => {
  if (readable.test(typeName) || (property !== undefined && textKeywords.has(property))) return true
  const steps = path.split('/').slice(1)
  return steps.some((step, i) => textKeywords.has(step) && !named.has(steps[i - 1] ?? ''))
}
