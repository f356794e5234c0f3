import { createVerifiers } from './verify.ts'

export type { WebhookName, WebhookPayloads } from '../../generated/webhooks.ts'
export type { WebhookEvent } from './event.ts'
export type { WebhookHeaders } from './headers.ts'
export { type VerificationFailure, WebhookVerificationError } from './verification-error.ts'
export type { RawBody, VerifyOptions } from './verify.ts'

export const { verifySignature, verifyWebhook } = createVerifiers(() => globalThis.crypto.subtle)
