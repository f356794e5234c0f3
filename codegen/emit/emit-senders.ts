import type { Callback, Webhook } from '../model/model.ts'
import { key } from '../model/names.ts'
import { banner } from './banner.ts'
import { docComment } from './doc-comment.ts'
import { payloadCheck } from './emit-replies.ts'
import { importsFor, schemaTypes } from './imports.ts'
import type { Layer } from './layer.ts'

const text = (value: unknown): string => JSON.stringify(value)

/** Returns whether a payload can be sent: it is JSON or text, or there is none. */
const isSendable = ({ body }: Webhook): boolean =>
  body === undefined || ['json', 'text'].includes(body.contents[0]?.kind ?? '')

const sender = ({ method, body }: Webhook, type: string, check: string): string => {
  // A range of types, such as `*/*`, is taken for JSON.
  const contentType = body?.contentType.includes('*') ? 'application/json' : body?.contentType
  return `sender<${type}>(${text(method.toUpperCase())}, ${text(contentType)}, ${check})`
}

/**
 * Emits `senders.ts`: for each webhook and callback, a function that checks a payload and sends it.
 * Returns undefined for a document without them.
 */
export const emitSenders = (layer: Layer): string | undefined => {
  const webhooks = layer.webhooks.filter(isSendable)
  const callbacks = layer.operations.flatMap(({ id, callbacks }) =>
    callbacks.filter(isSendable).map((callback): [string, Callback] => [id, callback]),
  )
  if (webhooks.length + callbacks.length === 0) return undefined
  const copies = layer.copies('response')
  const entries = callbacks.map(([operation, callback]) => {
    const { id, expression } = callback
    const check = payloadCheck(layer, copies, callback, id)
    const doc = docComment(`To the URL \`${expression}\` of \`${operation}\`.`)
    return `${doc}\n${key(id)}: ${sender(callback, layer.payloadType(callback), check)}`
  })
  const events = webhooks.map(
    (webhook) =>
      `${key(webhook.name)}: ${sender(webhook, `WebhookPayloads[${text(webhook.name)}]`, `payloads[${text(webhook.name)}]`)}`,
  )
  const webhookSenders = `
/** Functions that send the payload of a webhook, by event. */
export const webhookSenders = {
${events.join(',\n')}
}
`
  const callbackSenders = `${copies.code()}
/** Functions that send the payload of a callback, by the id of its operation. */
export const callbackSenders = {
${entries.join(',\n')}
}
`
  const code = `${webhooks.length > 0 ? webhookSenders : ''}${callbacks.length > 0 ? callbackSenders : ''}`
  const imports = importsFor(code, {
    check: "import * as check from './check.ts'",
    checks: "import * as checks from './checks.ts'",
    payloads: "import { payloads } from './replies.ts'",
    sender: "import { sender } from './send.ts'",
    WebhookPayloads: "import type { WebhookPayloads } from './webhooks.ts'",
  })
  return `${banner}\n${imports}${schemaTypes(code)}${code}`
}
