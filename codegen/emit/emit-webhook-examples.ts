import { key } from '../model/names.ts'
import { banner } from './banner.ts'
import { exampleOf } from './example-of.ts'
import type { Layer } from './layer.ts'

/** Emits `webhook-examples.ts`: an example payload of each event. */
export const emitWebhookExamples = (layer: Layer): string => {
  const entries = layer.webhooks.flatMap(({ name, body }) => {
    const [content] = body?.contents ?? []
    const example =
      content && exampleOf(layer, layer.place(content.pointer), content, 'response', name)
    return example === undefined ? [] : [`${key(name)}: ${example}`]
  })
  return `${banner}
import type { WebhookPayloads } from './webhooks.ts'

/** The document's first example of each event's payload. */
export const webhookExamples: ${entries.length === layer.webhooks.length ? 'WebhookPayloads' : 'Partial<WebhookPayloads>'} = {
${entries.join(',\n')}
}
`
}
