import type { Content, Operation, Webhook } from '../model/model.ts'
import { key } from '../model/names.ts'
import { Copies } from '../schema/copies.ts'
import type { Place } from '../schema/places.ts'
import { codeOf, type Layer, ownReplies } from './layer.ts'
import { moduleOf, tableOf, text } from './module.ts'

/**
 * Emits `replies.ts`: for each operation and status, a function that checks a body and copies the
 * declared fields, in one pass. Undeclared fields are dropped.
 */
export const emitReplies = (layer: Layer): string => {
  const copies = new Copies(layer, 'response')
  const entries = layer.operations.map((operation) => repliesEntry(layer, copies, operation))
  const payloads = layer.webhooks.map((each) => payload(layer, copies, each, each.name))
  const callbacks = layer.callbacks.map((each) => payload(layer, copies, each, each.id))
  const code = [
    copies.code(),
    tableOf(
      'Checks and copies the body of a reply, by operation and status.',
      'replies: { [Id in OperationId]: { [status: string]: BodyCheck } }',
      entries,
    ),
    tableOf('Checks and copies the payload of a webhook, by event.', 'payloads', payloads),
  ]
  const doc = 'Checks and copies the payload of a callback, by operationId.'
  if (callbacks.length > 0) code.push(tableOf(doc, 'callbackPayloads', callbacks))
  return moduleOf(
    code.join(''),
    "import type { OperationId } from './operations.ts'",
    ...layer.imports(copies),
    "import type { BodyCheck } from './send-reply.ts'",
  )
}

function repliesEntry(layer: Layer, copies: Copies, operation: Operation): string {
  const bodies = ownReplies(operation).flatMap((reply) => {
    const code = codeOf(reply)
    const all = reply.contents.map((content) => {
      const place = layer.replyPlace(operation, reply, content)
      const type = layer.replyValueType(operation, reply, content)
      return bodyCheck(layer, copies, `${operation.id} ${code}`, content, place, type)
    })
    if (all.length < 2) return all.map((only) => `${text(code)}: ${only}`)
    const types = reply.contents.map(({ contentType }, i) => `${key(contentType)}: ${all[i]}`)
    return [`${text(code)}: check.byType({ ${types.join(', ')} })`]
  })
  return `${operation.id}: { ${bodies.join(', ')} }`
}

/** Returns a function that checks and copies a body of one content type. */
function bodyCheck(
  layer: Layer,
  copies: Copies,
  name: string,
  content: Content,
  place: Place | undefined,
  type: string,
): string {
  if (!place || !layer.isChecked(content, 'response')) return 'check.itself'
  layer.setType(place, type)
  const check = layer.checks.check(place, 'response')
  return `check.reply<${type}>(${text(name)}, checks.${check}, ${copies.copy(place)})`
}

function payload(layer: Layer, copies: Copies, webhook: Webhook, name: string): string {
  const [content] = webhook.body?.contents ?? []
  const type = layer.payloadType(webhook)
  const check =
    content && bodyCheck(layer, copies, name, content, layer.place(content.pointer), type)
  return `${key(name)}: ${check ?? 'check.itself'}`
}
