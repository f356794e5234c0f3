import type { Webhook } from '../model/model.ts'
import { key } from '../model/names.ts'
import { text } from '../schema/keyword-checks.ts'
import { parameterType, placedParameters } from './emit-requests.ts'
import { exampleOf } from './emit-stubs.ts'
import type { Layer } from './layer.ts'
import { docComment, Module, objectOf, tableOf } from './module.ts'

/** Emits `webhooks.ts`: the events and the types of their payloads. */
export const emitWebhooks = (layer: Layer): string => {
  const module = new Module()
  const payloads = layer.webhooks.map((webhook) => {
    const doc = fires(webhook) === '' ? '' : `${docComment(fires(webhook))}\n`
    return `${doc}${key(webhook.name)}: ${module.type(layer.payloadType(webhook))}`
  })
  return module.of(`
/** The payload of each event. */
export type WebhookPayloads = {
${payloads.join('\n')}
}

export type WebhookName = keyof WebhookPayloads

/** Each event: when it fires, and its category if clients can subscribe to it. */
export const webhooks = {
${layer.webhooks.map(entry).join(',\n')}
} as const
`)
}

/** Returns the first paragraph, which says when the event fires. The rest is about delivery. */
function fires({ description }: Webhook) {
  return (description.split('\n\n')[0] ?? '').replaceAll('\n', ' ').trim()
}

function entry(webhook: Webhook) {
  const { name, summary, category } = webhook
  const fields = objectOf({
    name: text(name),
    summary: text(summary),
    fires: text(fires(webhook)),
    category: category && text(category),
  })
  return `${key(name)}: ${fields}`
}

/** Emits `webhook-examples.ts`: an example payload of each event. */
export const emitWebhookExamples = (layer: Layer): string => {
  const module = new Module()
  const entries = layer.webhooks.flatMap(({ name, body }) => {
    const [content] = body?.contents ?? []
    const example = content && exampleOf(layer, layer.place(content.pointer), content, name)
    return example === undefined ? [] : [`${key(name)}: ${example(module)}`]
  })
  const isComplete = entries.length === layer.webhooks.length
  const type = isComplete ? 'WebhookPayloads' : 'Partial<WebhookPayloads>'
  const doc = "The document's first example of each event's payload."
  const code = tableOf(doc, `webhookExamples: ${type}`, entries)
  return module.of(code, { './webhooks.ts': 'type { WebhookPayloads }' })
}

/**
 * Emits `senders.ts`: for each webhook and callback, a function that checks and sends a payload.
 * Returns undefined for a document without them.
 */
export const emitSenders = (layer: Layer): string | undefined => {
  const module = new Module()
  const tables = [
    {
      doc: 'Sends the payload of an event to the URL of a subscriber.',
      name: 'webhookSenders',
      payloads: 'payloads',
      webhooks: layer.webhooks,
    },
    {
      doc: 'Sends the payload of a callback to the URL that the request has named, by operationId.',
      name: 'callbackSenders',
      payloads: 'callbackPayloads',
      webhooks: layer.callbacks.map((each) => ({ ...each, name: each.id })),
    },
  ].filter(({ webhooks }) => webhooks.length > 0)
  if (tables.length === 0) return undefined
  const code = tables.map(({ doc, name, payloads, webhooks }) => {
    const members = webhooks.map((each) => senderOf(layer, module, each, payloads))
    return tableOf(doc, name, members)
  })
  return module.of(code.join(''), {
    './replies.ts': `{ ${tables.map(({ payloads }) => payloads).join(', ')} }`,
    './sender.ts': '{ sender }',
  })
}

function senderOf(layer: Layer, module: Module, webhook: Webhook, payloads: string): string {
  const { contentType = 'application/json' } = webhook.body ?? {}
  const types = `${module.type(layer.payloadType(webhook))}${headersType(layer, module, webhook)}`
  const method = text(webhook.method.toUpperCase())
  const check = `${payloads}[${text(webhook.name)}]`
  return `${key(webhook.name)}: sender<${types}>(${method}, ${text(contentType)}, ${check})`
}

function headersType(layer: Layer, module: Module, webhook: Webhook): string {
  const headers = placedParameters(webhook).find(({ place }) => place === 'header')
  const fields = headers?.parameters.map((each) => {
    const type = module.type(parameterType(layer, webhook.id, each))
    return `${key(each.name)}${each.required ? '' : '?'}: ${type}`
  })
  return fields ? `, { ${fields.join('; ')} }` : ''
}
