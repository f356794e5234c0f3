import { operationOf, operations } from '../../testkit/contract.ts'
import { jsonOrText } from '../../testkit/http.ts'
import type { Exchange } from '../support/violation.ts'
import { isLike } from './likeness.ts'

/** A named example of an answer that the document declares, and how often an answer was like it. */
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

/** Whether an answer is one of those that only skipped laws could have shown. */
export const isExcused = (
  { operation, status, example }: Row,
  excused: readonly string[],
): boolean =>
  excused.includes(`* ${status}`) || excused.includes(`${operation} ${status} ${example}`)

/** Every status that the document declares, in order. */
export const statusesOf = ({ rows }: { rows: readonly Row[] }): number[] =>
  [...new Set(rows.map(({ status }) => status))].toSorted((a, b) => a - b)

/** Which of the answers that the document declares were seen: operation × status × content type × named example. */
export class Coverage {
  readonly rows: readonly Row[] = declaredRows()
  readonly #ownWords: boolean

  /** @param ownWords whether the server words its messages otherwise than the document's examples. */
  constructor(ownWords = false) {
    this.#ownWords = ownWords
  }

  /** Counts an answer. One to HEAD has no body: it counts where HEAD is an operation of its own. */
  see({ sent, received }: Exchange): void {
    const id = operationOf(sent)?.id
    const type = String(received.headers['content-type'] ?? '').split(';')[0]
    const body = jsonOrText(received.text)
    for (const row of this.rows) {
      if (row.operation !== id || row.status !== received.status || row.contentType !== type)
        continue
      const isAlike = row.value === undefined || isLike(row.value, body, this.#ownWords)
      if (sent.method === 'HEAD' ? row.method === 'HEAD' : isAlike) row.observed++
    }
  }

  /**
   * Declared answers that were never seen.
   * @param excused answers that only laws which were skipped could have shown, as `Law.shows` names them.
   */
  unobserved(excused: readonly string[] = []): Row[] {
    return this.rows.filter((row) => row.observed === 0 && !isExcused(row, excused))
  }
}
