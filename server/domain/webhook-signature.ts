import { createHmac, randomBytes } from 'node:crypto'

/**
 * Returns the signature of a delivery: `sha256=` and the hex HMAC-SHA256 of the timestamp, a period and
 * the body (specification §6).
 * @param timestamp Unix time in seconds, as in the header.
 * @param body the request body, exactly as sent.
 */
export const sign = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** Creates a signing secret: `whsec_` and 32 random bytes in base64url (design decision 23). */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`
