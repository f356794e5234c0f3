import type { DeclaredReply, Endpoint, OperationId, Reply } from '../../../generated/operations.ts'
import { replies } from '../../../generated/replies.ts'
import { ReplyViolation } from '../../../generated/reply-checks.ts'
import { type HeaderMap, json } from './respond.ts'
import { undeclared } from './undeclared.ts'

/** The first header that the contract requires of a reply and that it would not have. */
const missingHeader = (declared: DeclaredReply, headers: HeaderMap): string | undefined =>
  declared.requiredHeaders?.find((name) => headers[name] === undefined)

/**
 * Makes what turns an operation's reply into a response. The body that is sent is the checked copy:
 * what the contract does not name is dropped. When strict, that is an error, and so is a header that
 * the contract requires and nobody has set.
 */
export const replySender = (id: OperationId, endpoint: Endpoint, strict: boolean) => {
  const checks = replies[id]
  return (reply: Reply<OperationId>, given: HeaderMap): Response => {
    const declared = endpoint.replies[reply.status]
    const check = checks[reply.status]
    if (!declared || declared.edge || !check)
      throw new ReplyViolation(`${id} must not answer ${reply.status}`)
    const body = check(reply.body)
    const headers = declared.headers ? Object.assign(given, declared.headers) : given
    if (strict) {
      const extra = undeclared(reply.body, body)
      if (extra) throw new ReplyViolation(`${id} ${reply.status} must not have ${extra}`)
      const missing = missingHeader(declared, headers)
      if (missing) throw new ReplyViolation(`${id} ${reply.status} must have ${missing}`)
    }
    return json(reply.status, body, headers)
  }
}
