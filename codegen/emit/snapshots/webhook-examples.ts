// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import type { WebhookPayloads } from './webhooks.ts'

/** The document's first example of what is posted to a subscriber, by event. */
export const webhookExamples: WebhookPayloads = {
  'book.lent': { isbn: '', until: null },
}
