import { operationOf, operations } from '../../testkit/contract.ts'
import { jsonOrText } from '../../testkit/http.ts'
import type { Exchange } from '../support/violation.ts'
import { matchesExample } from './matches-example.ts'

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
export const isExcused = (
  { operation, status, example }: Row,
  excused: readonly string[],
): boolean =>
  excused.includes(`* ${status}`) || excused.includes(`${operation} ${status} ${example}`)

/** Returns all status codes of the document, sorted. */
export const statusesOf = ({ rows }: { rows: readonly Row[] }): number[] =>
  [...new Set(rows.map(({ status }) => status))].toSorted((a, b) => a - b)

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
