import type { OperationId } from '../generated/operations.ts'
import { replies } from '../generated/replies.ts'
import { ReplyViolation } from '../generated/reply-checks.ts'
import { findUndeclaredField } from '../server/http/mount-operations.ts'

/** Returns whether an operation can return this reply. Replies of the HTTP layer, such as 401, are not allowed. */
export const isAllowedReply = (
  operationId: OperationId,
  { status, body }: { status: number; body: unknown },
): boolean => {
  const check = replies[operationId][status]
  if (!check) return false
  try {
    return findUndeclaredField(body, check(body)) === undefined
  } catch (error) {
    if (error instanceof ReplyViolation) return false
    throw error
  }
}
