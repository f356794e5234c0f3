import type { Content, Operation, RangeReply, Reply, Webhook } from '../model/model.ts'
import { key } from '../model/names.ts'
import type { Copies } from '../schema/copies.ts'
import { banner } from './banner.ts'
import { importsFor, schemaTypes } from './imports.ts'
import type { Layer } from './layer.ts'

const text = (value: unknown): string => JSON.stringify(value)

/** Returns a function that checks a body of one content type. */
const bodyCheck = (
  layer: Layer,
  copies: Copies,
  operation: Operation,
  reply: Reply | RangeReply,
  content: Content,
): string => {
  const place = layer.replyPlace(operation, reply, content)
  if (!layer.isChecked(content, 'response') || !place) return 'check.itself'
  const status = 'status' in reply ? `${reply.status}` : reply.range
  const type = layer.replyValueType(operation, reply, content)
  layer.setType(place, type)
  const check = layer.checks.check(place, 'response')
  return `check.reply<${type}>(${text(`${operation.id} ${status}`)}, checks.${check}, ${copies.copy(place)})`
}

const entry = (layer: Layer, copies: Copies, operation: Operation): string => {
  const bodies = [...operation.replies, ...operation.ranges].flatMap((reply) => {
    const [only, ...others] = reply.contents
    if (reply.edge || !only) return []
    const status = 'status' in reply ? `${reply.status}` : text(reply.range)
    if (others.length === 0)
      return [`${status}: ${bodyCheck(layer, copies, operation, reply, only)}`]
    const types = reply.contents.map(
      (each) => `${key(each.contentType)}: ${bodyCheck(layer, copies, operation, reply, each)}`,
    )
    return [`${status}: check.byType({ ${types.join(', ')} })`]
  })
  return `${operation.id}: { ${bodies.join(', ')} }`
}

/**
 * Emits `replies.ts`: for each operation and status, a function that checks a body and copies the
 * declared fields, in one pass. Undeclared fields are dropped.
 */
export const emitReplies = (layer: Layer): string => {
  const copies = layer.copies('response')
  const entries = layer.operations.map((operation) => entry(layer, copies, operation))
  const payload = (webhook: Webhook, name: string): string => {
    const [content] = webhook.body?.contents ?? []
    const place = content && layer.place(content.pointer)
    if (!content || !place || !layer.isChecked(content, 'response')) return 'check.itself'
    const type = layer.payloadType(webhook)
    layer.setType(place, type)
    const check = layer.checks.check(place, 'response')
    return `check.reply<${type}>(${text(name)}, checks.${check}, ${copies.copy(place)})`
  }
  const payloads = layer.webhooks.map((each) => `${key(each.name)}: ${payload(each, each.name)}`)
  const callbacks = layer.callbacks.map((each) => `${each.id}: ${payload(each, each.id)}`)
  const code = `${copies.code()}
/** Checks and copies the body of a reply, by operation and status. */
export const replies: { [Id in OperationId]: { [status: string]: BodyCheck } } = {
${entries.join(',\n')}
}

/** Checks and copies the payload of a webhook, by event. */
export const payloads = {
${payloads.join(',\n')}
}
${
  callbacks.length === 0
    ? ''
    : `
/** Checks and copies the payload of a callback, by operationId. */
export const callbackPayloads = {
${callbacks.join(',\n')}
}
`
}`
  const imports = importsFor(code, {
    check: "import * as check from './check.ts'",
    checks: "import * as checks from './checks.ts'",
  })
  const reply = /\bReply</.test(code) ? ', Reply' : ''
  return `${banner}
${imports}import type { OperationId${reply} } from './operations.ts'
import type { BodyCheck } from './send-reply.ts'
${schemaTypes(code)}
${code}`
}
