import type { Content, Operation, Webhook } from '../model/model.ts'
import { key } from '../model/names.ts'
import { text } from '../schema/keyword-checks.ts'
import type { Place } from '../schema/places.ts'
import { type CopyContext, codeOf, type Layer, ownReplies } from './layer.ts'
import { Module, type Type, tableOf } from './module.ts'

/**
 * Emits `replies.ts`: for each operation and status, a function that checks a body and copies the
 * declared fields, in one pass. Undeclared fields are dropped.
 */
export const emitReplies = (layer: Layer): string => {
  const module = new Module()
  const context = { layer, module, copies: layer.copiesIn(module, 'response') }
  const entries = layer.operations.map((operation) => repliesEntry(context, operation))
  const payloads = layer.webhooks.map((each) => payload(context, each, each.name))
  const callbacks = layer.callbacks.map((each) => payload(context, each, each.id))
  const code = [
    context.copies.code(),
    tableOf(
      'Checks and copies the body of a reply, by operation and status.',
      'replies: { [Id in OperationId]: { [status: string]: BodyCheck } }',
      entries,
    ),
  ]
  const ofWebhooks = 'Checks and copies the payload of a webhook, by event.'
  if (payloads.length > 0) code.push(tableOf(ofWebhooks, 'payloads', payloads))
  const ofCallbacks = 'Checks and copies the payload of a callback, by operationId.'
  if (callbacks.length > 0) code.push(tableOf(ofCallbacks, 'callbackPayloads', callbacks))
  return module.of(code.join(''), {
    './operations.ts': 'type { OperationId }',
    './send-reply.ts': 'type { BodyCheck }',
  })
}

function repliesEntry(context: CopyContext, operation: Operation): string {
  const { layer, module } = context
  const bodies = ownReplies(operation).flatMap((reply) => {
    const code = codeOf(reply)
    const all = reply.contents.map((content) => {
      const place = layer.replyPlace(operation, reply, content)
      const type = layer.replyValueType(operation, reply, content)
      return bodyCheck(context, `${operation.id} ${code}`, content, place, type)
    })
    if (all.length < 2) return all.map((only) => `${text(code)}: ${only}`)
    const types = reply.contents.map(({ contentType }, i) => `${key(contentType)}: ${all[i]}`)
    return [`${text(code)}: ${module.use('check')}.byType({ ${types.join(', ')} })`]
  })
  return `${operation.id}: { ${bodies.join(', ')} }`
}

function bodyCheck(
  { layer, module, copies }: CopyContext,
  name: string,
  content: Content,
  place: Place | undefined,
  type: Type,
): string {
  const from = module.use('check')
  if (!place || !layer.isChecked(content, 'response')) return `${from}.itself`
  layer.setType(place, type)
  const check = layer.checks.checkIn(module, place, 'response')
  return `${from}.reply<${module.type(type)}>(${text(name)}, ${check}, ${copies.copy(place)})`
}

function payload(context: CopyContext, webhook: Webhook, name: string): string {
  const { layer, module } = context
  const [content] = webhook.body?.contents ?? []
  const type = layer.payloadType(webhook)
  const check = content && bodyCheck(context, name, content, layer.place(content.pointer), type)
  return `${key(name)}: ${check ?? `${module.use('check')}.itself`}`
}
