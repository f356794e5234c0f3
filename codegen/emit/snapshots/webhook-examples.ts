// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import type { WebhookPayloads } from './webhooks.ts'

/** The document's first example of each event's payload. */
export const webhookExamples: WebhookPayloads = {
  'book.lent': { isbn: '', until: null },
}
