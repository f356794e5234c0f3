import type { Document } from '../model/document.ts'
import { type Operation, readOperations, readWebhooks } from '../model/model.ts'
import { linked, oneLine, table } from '../reference/markdown.ts'
import { emitReference, mergeMethods } from '../reference/reference.ts'
import { emitTutorial, type Tutorial } from '../tutorials/tutorial.ts'
import { emitCollection } from './collection.ts'

type Sourced = { pointer: string[]; provenance: string }

/** Yields every part of a document with `x-provenance`, with the steps of its JSON pointer. */
function* sourced(value: unknown, pointer: string[]): Generator<Sourced> {
  if (typeof value !== 'object' || value === null) return
  if ('x-provenance' in value) yield { pointer, provenance: String(value['x-provenance']) }
  for (const [key, part] of Object.entries(value)) {
    const { name }: { name?: unknown } = Array.isArray(value) ? Object(part) : {}
    yield* sourced(part, [...pointer, typeof name === 'string' ? name : key])
  }
}

/** Steps that only structure the document. */
const structural = new Set(['components', 'paths', 'webhooks', 'properties', 'schema', 'content'])

/** Returns the place of a part without structural steps: `/v1/orders/list › get › responses › 400`. */
const place = ({ pointer }: Sourced): string =>
  pointer
    .filter((step, i) => !structural.has(step) || structural.has(pointer[i - 1] ?? ''))
    .join(' › ')

const designed = /^designed: */

/** Emits `provenance.md`, for maintainers: the source of each part of the document (`x-provenance`). */
const emitProvenance = (document: Document): string => {
  const parts = [...sourced(document, [])]
  const bySource = Map.groupBy(parts, ({ provenance }) =>
    designed.test(provenance) ? 'Designed' : provenance,
  )
  const { Designed = [], ...specified } = Object.fromEntries(bySource)
  const lines = [
    `# Sources of ${document.info.title}`,
    '',
    'For maintainers of the document. The reference for its readers does not show these sources.',
    '',
    '## Designed',
    ...table(
      ['part', 'reason'],
      Designed.map((part) => [place(part), part.provenance.replace(designed, '')]),
    ),
    ...Object.entries(specified).flatMap(([source, its]) => [
      ...['', `## ${source}`, ''],
      ...its.map((part) => `- ${place(part)}`),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns the first sentence of a text, on one line. */
const firstSentence = (text: string): string =>
  oneLine(/^.*?[.:](?=\s|$)/s.exec(text.trim())?.[0] ?? text).replace(/:$/, '.')

const list = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ['', `## ${title}`, '', ...lines] : []

/**
 * Emits `llms.txt` (llmstxt.org): a summary of the API with links to its documentation, for language
 * models.
 */
const emitLlms = (
  document: Document,
  operations: readonly Operation[],
  tutorials: readonly Tutorial[],
): string => {
  const { title, summary: about, description = '' } = document.info
  const webhooks = readWebhooks(document)
  const introduction = (description.split(/^# /m)[0] ?? '').trim()
  const lines = [
    `# ${title}`,
    ...(about ? ['', `> ${about}`] : []),
    ...(introduction ? ['', linked(introduction, webhooks, '/docs.md')] : []),
    ...list('Reference', [
      '- [Reference](/docs.md): everything as one Markdown page: operations, fields, bounds, statuses, messages, examples',
      '- [OpenAPI document](/openapi.json): the same for programs',
      '- [Postman collection](/collection.json): every operation with its examples, for Postman and Bruno',
    ]),
    ...list(
      'Tutorials',
      tutorials.map(
        ({ name, info }) => `- [${info.title}](/tutorials/${name}.md): ${info.summary}`,
      ),
    ),
    ...list(
      'Operations',
      operations.map(({ id, method, path, summary, description: words }) =>
        `- [${summary || id}](/docs.md#${id}): \`${method.toUpperCase()} ${path}\`. ${firstSentence(words)}`.trimEnd(),
      ),
    ),
    ...list(
      'Events',
      webhooks.map(
        ({ name, description: words }) => `- [${name}](/docs.md#${name}): ${firstSentence(words)}`,
      ),
    ),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns what people and tools read of a document, by file name. */
export const emitTexts = (
  document: Document,
  tutorials: readonly Tutorial[],
): Record<string, string> => {
  const operations = readOperations(document)
  return {
    'docs.md': emitReference(document),
    'provenance.md': emitProvenance(document),
    'llms.txt': emitLlms(document, readOperations(mergeMethods(document)), tutorials),
    'collection.json': emitCollection(document, operations),
    ...Object.fromEntries(
      tutorials.map((tutorial) => [
        `tutorials/${tutorial.name}.md`,
        emitTutorial(tutorial, document, operations),
      ]),
    ),
  }
}
