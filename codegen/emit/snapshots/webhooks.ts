// Generated from the OpenAPI document by `npm run generate`. Do not edit.
import type { components } from './types.ts'

type S = components['schemas']

/** What is posted to a subscriber, by event. */
export type WebhookPayloads = {
  /** Somebody took a book home. */
  'book.lent': S['Lent']
}

export type WebhookName = keyof WebhookPayloads

/** What the document says of each event: when it fires, and its category if it can be subscribed to. */
export const webhooks = {
  'book.lent': {
    name: 'book.lent',
    summary: 'A book was lent',
    fires: 'Somebody took a book home.',
    category: 'books',
  },
} as const
