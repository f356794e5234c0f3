import type { Document } from '../../codegen/model/document.ts'
import { readOperations } from '../../codegen/model/model.ts'
import type { OperationId } from '../../generated/operations.ts'
import type { Preference } from '../preference.ts'
import { type MockReply, preferredStatus, UnavailableReplyError } from './preferred-status.ts'

/**
 * Creates a function that finds the preferred example of an operation, or the first success example.
 * It selects as Prism does, without Prism.
 */
export const exampleFinder = (document: Document) => {
  const replies = new Map(readOperations(document).map((each) => [each.id, each.replies]))

  /** @throws {UnavailableReplyError} if the document has no such reply. */
  return (operationId: OperationId, preference: Preference): MockReply => {
    if (preference.dynamic)
      throw new UnavailableReplyError('Prefer: dynamic is not available here. Use npm run mock.')
    const answers = replies.get(operationId) ?? []
    const names = answers.map(
      ({ status, examples }) => [status, examples.map(({ name }) => name)] as const,
    )
    const status = preferredStatus(new Map(names), preference)
    const reply = answers.find((each) => each.status === status)
    const example = reply?.examples.find(({ name }) => name === (preference.example ?? name))
    return { status, contentType: reply?.contentType ?? '', body: example?.value }
  }
}
