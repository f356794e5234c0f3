import type { Change } from './redocly-diff.ts'

/** Kinds of node that are there to be read: no program behaves otherwise for them. */
const readable = /^(Info|License|Contact|Tag|TagList|ExternalDocs|Examples?|ExamplesMap)$/

/** What is said about a part of a document without changing what may be sent or what is answered. */
const words = new Set([
  ...['title', 'summary', 'description', 'example', 'examples', 'externalDocs', 'tags', '$comment'],
  'x-component',
])

/** Steps of a pointer whose next step is a name that the API chose, so that `description` there is a field. */
const named = new Set(['properties', 'paths', 'webhooks', 'headers', 'responses', 'content'])

/** Whether a change is one of words alone: descriptions, examples, where a part comes from. */
export const isOfWords = ({ path, typeName, property }: Change): boolean => {
  if (readable.test(typeName) || (property !== undefined && words.has(property))) return true
  const steps = path.split('/').slice(1)
  return steps.some((step, i) => words.has(step) && !named.has(steps[i - 1] ?? ''))
}
