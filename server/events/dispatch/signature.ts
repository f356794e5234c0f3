import { createHmac } from 'node:crypto'

/**
 * Signs a delivery: `sha256=` and the hex HMAC-SHA256 of the timestamp, a period and the body
 * (specification §6).
 * @param timestamp Unix seconds, as the header carries them.
 * @param body exactly as it is sent.
 */
export const sign = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
