import type { Document } from '../model/document.ts'
import { table } from './table.ts'

type Part = { pointer: string[]; provenance: string }

/** Yields every part of a document with `x-provenance`, with the steps of its JSON pointer. */
function* partsIn(value: unknown, pointer: string[]): Generator<Part> {
  if (typeof value !== 'object' || value === null) return
  if ('x-provenance' in value) yield { pointer, provenance: String(value['x-provenance']) }
  for (const [key, part] of Object.entries(value)) {
    const { name }: { name?: unknown } = Array.isArray(value) ? Object(part) : {}
    yield* partsIn(part, [...pointer, typeof name === 'string' ? name : key])
  }
}

/** Steps that only structure the document. */
const structural = new Set(['components', 'paths', 'webhooks', 'properties', 'schema', 'content'])

/** Returns the place of a part without structural steps: `/v1/orders/list › get › responses › 400`. */
const place = ({ pointer }: Part): string =>
  pointer
    .filter((step, i) => !structural.has(step) || structural.has(pointer[i - 1] ?? ''))
    .join(' › ')

const designed = /^designed: */

/**
 * Emits `provenance.md`, for maintainers: the source of each part of the document (`x-provenance`).
 * @returns undefined if no part has a source.
 */
export const emitProvenance = (document: Document): string | undefined => {
  const parts = [...partsIn(document, [])]
  if (parts.length === 0) return undefined
  const decided = parts.filter(({ provenance }) => designed.test(provenance))
  const specified = Map.groupBy(
    parts.filter(({ provenance }) => !designed.test(provenance)),
    ({ provenance }) => provenance,
  )
  const lines = [
    `# Sources of ${document.info.title}`,
    '',
    'For maintainers of the document. The reference for its readers does not show these sources.',
    '',
    '## Designed',
    ...table(
      ['part', 'reason'],
      decided.map((part) => [place(part), part.provenance.replace(designed, '')]),
    ),
    ...[...specified].flatMap(([source, its]) => [
      '',
      `## ${source}`,
      '',
      ...its.map((part) => `- ${place(part)}`),
    ]),
  ]
  return `${lines.join('\n')}\n`
}
