import type { Webhook } from '../model/model.ts'
import { key } from '../model/names.ts'
import { banner } from './banner.ts'
import { docComment } from './doc-comment.ts'
import { importsFor, schemaTypes } from './imports.ts'
import type { Layer } from './layer.ts'

/** Returns the first paragraph, which says when the event fires. The rest is about delivery. */
const fires = ({ description }: Webhook) =>
  (description.split('\n\n')[0] ?? '').replaceAll('\n', ' ').trim()

const entry = (webhook: Webhook) => {
  const category = webhook.category ? `, category: ${JSON.stringify(webhook.category)}` : ''
  return `${key(webhook.name)}: { name: ${JSON.stringify(webhook.name)}, summary: ${JSON.stringify(webhook.summary)}, fires: ${JSON.stringify(fires(webhook))}${category} }`
}

/** Emits `webhooks.ts`: the events and the types of their payloads. */
export const emitWebhooks = (layer: Layer): string => {
  const { webhooks } = layer
  const payloads = webhooks.map(
    (webhook) =>
      `${docComment(fires(webhook))}\n${key(webhook.name)}: ${layer.payloadType(webhook)}`,
  )
  const code = `
/** The payload of each event. */
export type WebhookPayloads = {
${payloads.join('\n')}
}

export type WebhookName = keyof WebhookPayloads

/** Each event: when it fires, and its category if clients can subscribe to it. */
export const webhooks = {
${webhooks.map(entry).join(',\n')}
} as const
`
  const imports = importsFor(code, { check: "import type * as check from './check.ts'" })
  return `${banner}\n${imports}${schemaTypes(code)}${code}`
}
