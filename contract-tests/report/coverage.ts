import type { Exchange } from '../support/connection.ts'
import { operationOf, operations } from '../support/contract.ts'
import { jsonOrText } from '../support/http.ts'
import type { Result } from '../support/run-laws.ts'
import type { Server } from '../support/server.ts'

type Row = ReturnType<typeof declaredRows>[number]

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
    if (!received) return
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
   * Returns the declared responses that were never seen, as `operation status example`.
   * @param excused responses that only skipped laws produce, in the format of `Law.shows`
   */
  unseen(excused: readonly string[] = []): string[] {
    return this.rows
      .filter(({ observed, status }) => observed === 0 && !excused.includes(`* ${status}`))
      .map(({ operation, status, example }) => `${operation} ${status} ${example}`)
      .filter((name) => !excused.includes(name))
  }
}

/** A named example of a declared response, and how often a response matched it. */
function declaredRows() {
  return operations.flatMap(({ id: operation, method, path, replies }) =>
    replies.flatMap(({ status, contentType = '', examples }) =>
      (examples.length > 0 ? examples : [{ name: '', value: undefined }]).map(
        ({ name: example, value }) => ({
          operation,
          method: method.toUpperCase(),
          path,
          status,
          contentType,
          example,
          value,
          observed: 0,
        }),
      ),
    ),
  )
}

/**
 * Returns whether a response matches an example: the same message, or the same fields with the same
 * nulls, booleans and empty lists.
 * @param ownWords whether messages can differ from the example's
 */
export function matchesExample(example: unknown, actual: unknown, ownWords = false): boolean {
  if (Array.isArray(example))
    return Array.isArray(actual) && (example.length === 0) === (actual.length === 0)
  if (!isRecord(example))
    return typeof example === 'boolean' || example === null
      ? example === actual
      : typeof example === typeof actual
  if (!isRecord(actual)) return false
  if (typeof example.message !== 'string')
    return Object.keys(example).every((key) => matchesExample(example[key], actual[key], ownWords))
  return (
    typeof actual.message === 'string' &&
    (ownWords || headOf(example.message) === headOf(actual.message)) &&
    'errors' in example === 'errors' in actual &&
    aboutBody(example.errors) === aboutBody(actual.errors)
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the part of a message before the reason, without array indexes. */
function headOf(message: unknown): string {
  return (String(message).split(': ')[0] ?? '').replaceAll(/\d+/g, '')
}

/** Returns whether errors are about the whole body, not about its fields. */
function aboutBody(errors: unknown): boolean {
  return Array.isArray(errors) && errors.every((error) => String(error).startsWith('body: '))
}

/**
 * Returns the declared responses that a run need not see, in the format of `Law.shows`.
 * @param isPartial whether the run left out laws
 */
export const excusedBy = (
  { stateless }: Server,
  results: readonly Result[],
  isPartial: boolean,
): string[] => {
  // A run of some laws, or on a server with little data, cannot see all declared responses.
  if (isPartial || stateless || results.some(({ isBare }) => isBare))
    return operations.flatMap(({ replies }) => replies.map(({ status }) => `* ${status}`))
  return results.flatMap(({ law, skipped }) => (skipped === undefined ? [] : (law.shows ?? [])))
}

/**
 * Formats the coverage table: operation × status × content type × named example, with counts.
 * @param excused responses that only skipped laws produce
 */
export const coverageTable = (coverage: Coverage, excused: readonly string[] = []): string => {
  const unseen = new Set(coverage.unseen(excused))
  const seenText = ({ operation, status, example, observed }: Row): string => {
    const isMissed = unseen.has(`${operation} ${status} ${example}`)
    return `${example} ${observed || (isMissed ? 'NEVER SEEN' : 'not checked')}`
  }
  const byOperation = Map.groupBy(
    coverage.rows,
    ({ operation, method, path }) => `${operation}  ${method} ${path}`,
  )
  return [...byOperation]
    .flatMap(([operation, rows]) => [
      operation,
      ...[...Map.groupBy(rows, ({ status, contentType }) => `${status} ${contentType}`)].map(
        ([response, examples]) => `  ${response.padEnd(20)}  ${examples.map(seenText).join(' · ')}`,
      ),
    ])
    .join('\n')
}
