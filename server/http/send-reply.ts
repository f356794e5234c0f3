import type { Endpoint, OperationId, Reply } from '../../generated/operations.ts'
import { ReplyViolation, replies } from '../../generated/replies.ts'
import { type HeaderMap, json } from './respond.ts'
import { undeclared } from './undeclared.ts'

/**
 * Makes what turns an operation's reply into a response. The body that is sent is the checked copy:
 * what the contract does not name is dropped, or, when strict, an error.
 */
export const replySender = (id: OperationId, endpoint: Endpoint, strict: boolean) => {
  const checks = replies[id]
  return (reply: Reply<OperationId>, headers: HeaderMap): Response => {
    const declared = endpoint.replies[reply.status]
    const check = checks[reply.status]
    if (!declared || declared.edge || !check)
      throw new ReplyViolation(`${id} must not answer ${reply.status}`)
    const body = check(reply.body)
    const extra = strict ? undeclared(reply.body, body) : undefined
    if (extra) throw new ReplyViolation(`${id} ${reply.status} must not have ${extra}`)
    return json(
      reply.status,
      body,
      declared.headers ? { ...headers, ...declared.headers } : headers,
    )
  }
}
