import type { Webhook } from '../model/model.ts'
import { key } from '../model/names.ts'
import { banner } from './banner.ts'
import { parametersIn } from './emit-requests.ts'
import { importsFor, schemaTypes } from './imports.ts'
import type { Layer } from './layer.ts'
import { typeExpression } from './type-expression.ts'

const text = (value: unknown): string => JSON.stringify(value)

const headersType = (webhook: Webhook): string => {
  const fields = parametersIn(webhook, 'header').map(
    ({ name, required, schema = {} }) =>
      `${key(name)}${required ? '' : '?'}: ${typeExpression(schema) ?? 'unknown'}`,
  )
  return fields.length === 0 ? '' : `, { ${fields.join('; ')} }`
}

const senderOf = (layer: Layer, webhook: Webhook, payload: string): string => {
  const { contentType = 'application/json' } = webhook.body ?? {}
  const types = `${layer.payloadType(webhook)}${headersType(webhook)}`
  return `sender<${types}>(${text(webhook.method.toUpperCase())}, ${text(contentType)}, ${payload})`
}

/**
 * Emits `senders.ts`: for each webhook and callback, a function that checks and sends a payload.
 * Returns undefined for a document without them.
 */
export const emitSenders = (layer: Layer): string | undefined => {
  const webhooks = layer.webhooks.map(
    (webhook) =>
      `${key(webhook.name)}: ${senderOf(layer, webhook, `payloads[${text(webhook.name)}]`)}`,
  )
  const callbacks = layer.callbacks.map(
    (callback) => `${callback.id}: ${senderOf(layer, callback, `callbackPayloads.${callback.id}`)}`,
  )
  if (webhooks.length + callbacks.length === 0) return undefined
  const names = [
    ...(callbacks.length > 0 ? ['callbackPayloads'] : []),
    ...(webhooks.length > 0 ? ['payloads'] : []),
  ]
  const code = `
${
  webhooks.length === 0
    ? ''
    : `/** Sends the payload of an event to the URL of a subscriber. */
export const webhookSenders = {
${webhooks.join(',\n')}
}
`
}${
  callbacks.length === 0
    ? ''
    : `/** Sends the payload of a callback to the URL that the request has named, by operationId. */
export const callbackSenders = {
${callbacks.join(',\n')}
}
`
}`
  const imports = importsFor(code, { check: "import type * as check from './check.ts'" })
  return `${banner}
${imports}import { ${names.join(', ')} } from './replies.ts'
import { sender } from './sender.ts'
${schemaTypes(code)}
${code}`
}
