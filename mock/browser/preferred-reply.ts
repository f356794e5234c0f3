import type { OperationId } from '../../generated/operations.ts'
import { isAllowedReply } from '../is-allowed-reply.ts'
import { noPreference, type Preference } from '../preference.ts'
import type { RequestContext } from '../request-context.ts'
import { type MockReply, UnavailableReplyError } from './preferred-status.ts'

const unavailable = (error: unknown): MockReply => {
  if (!(error instanceof UnavailableReplyError)) throw error
  return { status: 400, contentType: 'application/json', body: { message: error.message } }
}

/**
 * Returns the preferred reply of an operation. A reply that operations cannot return goes into the
 * context as the replacement.
 * @param answer finds the document's reply for a preference
 */
export const preferredReply = async (
  operationId: OperationId,
  context: RequestContext,
  answer: (preference: Preference) => MockReply | Promise<MockReply>,
): Promise<MockReply> => {
  try {
    const reply = await answer(context.preference)
    if (isAllowedReply(operationId, reply)) return reply
    context.replacement = reply
  } catch (error) {
    context.replacement = unavailable(error)
  }
  // This reply is not sent: the replacement is.
  return answer(noPreference)
}
