import { webcrypto } from 'node:crypto'
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

// Node 18 has no global `crypto`.
export const { verifySignature, verifyWebhook } = createVerifiers(() => webcrypto.subtle)
