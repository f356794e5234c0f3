import type { DeclaredReply, Endpoint, OperationId, Reply } from '../../../generated/operations.ts'
import { replies } from '../../../generated/replies.ts'
import { ReplyViolation } from '../../../generated/reply-checks.ts'
import { type HeaderMap, json } from './respond.ts'

/**
 * Finds a field of a reply that the contract does not name: its checked copy lacks it. Such fields are
 * never sent. In tests they are an error.
 * @returns the field's path, such as `body.products[0].secret`.
 */
export const findUndeclaredField = (
  given: unknown,
  copy: unknown,
  at = 'body',
): string | undefined => {
  if (typeof given !== 'object' || given === null) return undefined
  if (typeof copy !== 'object' || copy === null) return at
  const known = new Map(Object.entries(copy))
  for (const [name, value] of Object.entries(given)) {
    const where = Array.isArray(given) ? `${at}[${name}]` : `${at}.${name}`
    if (!known.has(name)) return where
    const deeper = findUndeclaredField(value, known.get(name), where)
    if (deeper) return deeper
  }
  return undefined
}

/** Finds the first header that the contract requires of a reply and that is not set. */
const missingHeader = (declared: DeclaredReply, headers: HeaderMap): string | undefined =>
  declared.requiredHeaders?.find((name) => headers[name] === undefined)

/**
 * Returns a function that checks an operation's reply and makes the response. The body sent is the
 * checked copy, without fields that the contract does not name.
 * @param strict whether an undeclared field, or a missing required header, is an error.
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
      const extra = findUndeclaredField(reply.body, body)
      if (extra) throw new ReplyViolation(`${id} ${reply.status} must not have ${extra}`)
      const missing = missingHeader(declared, headers)
      if (missing) throw new ReplyViolation(`${id} ${reply.status} must have ${missing}`)
    }
    return json(reply.status, body, headers)
  }
}
