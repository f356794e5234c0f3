import { createVerifiers } from './verify.ts'

export type { WebhookName, WebhookPayloads } from '../../../generated/webhooks.ts'
export {
  type RawBody,
  type VerificationFailure,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify.ts'

export const { verifySignature, verifyWebhook } = createVerifiers(() => globalThis.crypto.subtle)
