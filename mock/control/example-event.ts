import { webhookExamples } from '../../generated/webhook-examples.ts'
import { type WebhookName, type WebhookPayloads, webhooks } from '../../generated/webhooks.ts'

const isEvent = (name: string): name is WebhookName => Object.hasOwn(webhooks, name)

/** Returns an event with the document's example payload, or undefined for an unknown name. */
export const exampleEvent = (
  name: string,
): { event: WebhookName; payload: WebhookPayloads[WebhookName] } | undefined =>
  isEvent(name) ? { event: name, payload: webhookExamples[name] } : undefined
