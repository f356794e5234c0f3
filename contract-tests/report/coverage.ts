import { operationOf, operations } from '../../testkit/contract.ts'
import { jsonOrText } from '../../testkit/http.ts'
import type { Exchange } from '../support/api.ts'
import type { Result } from '../support/run-laws.ts'
import type { Target } from '../support/target.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the part of a message before the reason, without array indexes. */
const headOf = (message: string): string => (message.split(': ')[0] ?? '').replaceAll(/\d+/g, '')

/** Returns whether errors are about the whole body, not about its fields. */
const aboutBody = (errors: unknown): boolean =>
  Array.isArray(errors) && errors.every((error) => String(error).startsWith('body: '))

const isMessage = (value: unknown): value is { message: string; errors?: unknown } =>
  isRecord(value) && typeof value.message === 'string'

const sameMessage = (
  example: { message: string; errors?: unknown },
  actual: { message: string; errors?: unknown },
  ownWords: boolean,
): boolean =>
  (ownWords || headOf(example.message) === headOf(actual.message)) &&
  'errors' in example === 'errors' in actual &&
  aboutBody(example.errors) === aboutBody(actual.errors)

/**
 * Returns whether a response matches an example: the same message, or the same fields with the same
 * nulls, booleans and empty lists.
 * @param ownWords whether messages can differ from the example's
 */
export const matchesExample = (example: unknown, actual: unknown, ownWords = false): boolean => {
  if (isMessage(example)) return isMessage(actual) && sameMessage(example, actual, ownWords)
  if (Array.isArray(example))
    return Array.isArray(actual) && (example.length === 0) === (actual.length === 0)
  if (isRecord(example))
    return (
      isRecord(actual) &&
      Object.keys(example).every((key) => matchesExample(example[key], actual[key], ownWords))
    )
  if (typeof example === 'boolean' || example === null) return example === actual
  return typeof example === typeof actual
}

/** A named example of a declared response, and how often a response matched it. */
export type Row = {
  operation: string
  method: string
  path: string
  status: number
  contentType: string
  example: string
  value: unknown
  observed: number
}

const declaredRows = (): Row[] =>
  operations.flatMap(({ id, method, path, replies }) =>
    replies.flatMap(({ status, contentType = '', examples }) =>
      (examples.length > 0 ? examples : [{ name: '', value: undefined }]).map(
        ({ name, value }) => ({
          operation: id,
          method: method.toUpperCase(),
          path,
          status,
          contentType,
          example: name,
          value,
          observed: 0,
        }),
      ),
    ),
  )

/** Returns whether only skipped laws produce a response. */
const isExcused = ({ operation, status, example }: Row, excused: readonly string[]): boolean =>
  excused.includes(`* ${status}`) || excused.includes(`${operation} ${status} ${example}`)

/** Counts the declared responses that were seen: operation × status × content type × named example. */
export class Coverage {
  readonly rows: readonly Row[] = declaredRows()
  readonly #ownWords: boolean

  /** @param ownWords whether messages can differ from the document's examples */
  constructor(ownWords = false) {
    this.#ownWords = ownWords
  }

  /** Counts a response. Responses to HEAD have no body and count only for HEAD operations. */
  see({ sent, received }: Exchange): void {
    const id = operationOf(sent)?.id
    const type = String(received.headers['content-type'] ?? '').split(';')[0]
    const body = jsonOrText(received.text)
    for (const row of this.rows) {
      if (row.operation !== id || row.status !== received.status || row.contentType !== type)
        continue
      const isAlike = row.value === undefined || matchesExample(row.value, body, this.#ownWords)
      if (sent.method === 'HEAD' ? row.method === 'HEAD' : isAlike) row.observed++
    }
  }

  /**
   * Returns the declared responses that were never seen.
   * @param excused responses that only skipped laws produce, in the format of `Law.shows`
   */
  unobserved(excused: readonly string[] = []): Row[] {
    return this.rows.filter((row) => row.observed === 0 && !isExcused(row, excused))
  }
}

/**
 * Returns the declared responses that a run need not see, in the format of `Law.shows`.
 * @param isPartial whether the run left out laws
 */
export const excusedBy = (
  { controls }: Target,
  results: readonly Result[],
  isPartial: boolean,
): string[] => {
  const skipped = results.flatMap(({ law, outcome }) =>
    outcome.kind === 'skipped' ? [{ ...law, ...outcome }] : [],
  )
  // A run of some laws, or on a target with little data, cannot see all declared responses.
  const isWhole = !isPartial && controls.memory === true && !skipped.some(({ isBare }) => isBare)
  if (isWhole) return skipped.flatMap(({ shows = [] }) => shows)
  return operations.flatMap(({ replies }) => replies.map(({ status }) => `* ${status}`))
}

const marks = { kept: '✓', broken: '✗', skipped: '–' } as const

/** Formats the result of a law as a line. */
export const resultLine = ({ law, outcome, requests }: Result): string => {
  const why = outcome.kind === 'skipped' ? ` (skipped: ${outcome.reason})` : ''
  return `${marks[outcome.kind]} ${law.area.padEnd(9)} ${String(requests).padStart(5)} requests  ${law.promise}${why}`
}

/** Groups rows by a key, in the order of the first occurrence. */
export const groupBy = <T>(list: readonly T[], key: (each: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const each of list) groups.set(key(each), [...(groups.get(key(each)) ?? []), each])
  return groups
}

const exampleText = (row: Row, excused: readonly string[]): string => {
  if (row.observed > 0) return `${row.example} ${row.observed}`
  return `${row.example} ${isExcused(row, excused) ? 'not checked' : 'NEVER SEEN'}`
}

/**
 * Formats the coverage table: operation × status × content type × named example, with counts.
 * @param excused responses that only skipped laws produce
 */
export const coverageTable = ({ rows }: Coverage, excused: readonly string[] = []): string =>
  [...groupBy(rows, ({ operation }) => operation)]
    .flatMap(([operation, ofOperation]) => [
      `${operation}  ${ofOperation[0]?.method} ${ofOperation[0]?.path}`,
      ...[...groupBy(ofOperation, ({ status, contentType }) => `${status} ${contentType}`)].map(
        ([response, examples]) =>
          `  ${response.padEnd(20)}  ${examples.map((row) => exampleText(row, excused)).join(' · ')}`,
      ),
    ])
    .join('\n')

/** Summarizes a run in one line. */
export const summaryLine = (results: readonly Result[]): string => {
  const count = (kind: Result['outcome']['kind']) =>
    results.filter(({ outcome }) => outcome.kind === kind).length
  const requests = results.reduce((sum, each) => sum + each.requests, 0)
  const seconds = results.reduce((sum, each) => sum + each.milliseconds, 0) / 1000
  return `${count('kept')} laws kept, ${count('broken')} broken, ${count('skipped')} skipped; ${requests} requests in ${seconds.toFixed(1)} s`
}
