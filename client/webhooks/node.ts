import { webcrypto } from 'node:crypto'
import { createVerifiers } from './verify.ts'

export type { WebhookName, WebhookPayloads } from '../../generated/webhooks.ts'
export type { WebhookEvent } from './event.ts'
export type { WebhookHeaders } from './headers.ts'
export { type VerificationFailure, WebhookVerificationError } from './verification-error.ts'
export type { RawBody, VerifyOptions } from './verify.ts'

// Node 18 has no global `crypto`.
export const { verifySignature, verifyWebhook } = createVerifiers(() => webcrypto.subtle)
