// Generated from the OpenAPI document by `npm run generate`. Do not edit.

import type { components } from './types.ts'

type S = components['schemas']

/** The payload of each event. */
export type WebhookPayloads = {
  /** Somebody took a book home. */
  'book.lent': S['Lent']
}

export type WebhookName = keyof WebhookPayloads

/** Each event: when it fires, and its category if clients can subscribe to it. */
export const webhooks = {
  'book.lent': {
    name: 'book.lent',
    summary: 'A book was lent',
    fires: 'Somebody took a book home.',
    category: 'books',
  },
} as const
