import { webcrypto } from 'node:crypto'
import { createVerifiers } from './verify.ts'

export { WebhookVerificationError } from './verify.ts'

// Node 18 has no global `crypto`. The types are those of index.ts.
export const { verifySignature, verifyWebhook } = createVerifiers(() => webcrypto.subtle)
