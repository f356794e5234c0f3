import type { Document } from '../../codegen/model/document.ts'
import { readOperations } from '../../codegen/model/model.ts'
import type { OperationId } from '../../generated/operations.ts'
import type { Wish } from '../wish.ts'
import { type EngineAnswer, ImpossibleWish, wishedStatus } from './possible.ts'

/**
 * Makes what finds a document's answers: an operation's example that a wish asks for; without one, the
 * first of success. It picks as Prism does, without Prism.
 */
export const examplesOf = (document: Document) => {
  const replies = new Map(readOperations(document).map((each) => [each.id, each.replies]))

  /** @throws {ImpossibleWish} where the document has no such answer, or no example can be it. */
  return (operationId: OperationId, wish: Wish): EngineAnswer => {
    if (wish.dynamic)
      throw new ImpossibleWish(
        'Prefer: dynamic needs the mock’s process (npm run mock); there are examples alone here',
      )
    const answers = replies.get(operationId) ?? []
    const names = answers.map(
      ({ status, examples }) => [status, examples.map(({ name }) => name)] as const,
    )
    const status = wishedStatus(new Map(names), wish)
    const reply = answers.find((each) => each.status === status)
    const example = reply?.examples.find(({ name }) => name === (wish.example ?? name))
    return { status, contentType: reply?.contentType ?? '', body: example?.value }
  }
}
