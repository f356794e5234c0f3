import { readFileSync } from 'node:fs'
import type { Document } from '../../codegen/document.ts'
import { readWebhooks } from '../../codegen/model.ts'
import { type WebhookName, webhooks } from '../../generated/webhooks.ts'

const document: Document = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
)

const isEvent = (name: string): name is WebhookName => Object.hasOwn(webhooks, name)

/** An event with the document's example of its payload; nothing for a name that is none. */
export const exampleEvent = (
  name: string,
): { event: WebhookName; payload: unknown } | undefined => {
  if (!isEvent(name)) return undefined
  const found = readWebhooks(document).find((each) => each.name === name)
  return found && { event: name, payload: found.examples[0]?.value }
}
