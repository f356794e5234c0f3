import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What a form carries to show that this service gave it to this browser. It is keyed with the
 * session's secret, which no page shows, so no key has to be kept, shared between processes or
 * changed; and it is of no use for what the form was not about.
 * @param scope what the form is about, such as an invite's slug.
 */
export const formToken = (secret: string, scope: string): string =>
  createHmac('sha256', secret).update(scope).digest('base64url')

/** Whether a token is the one of a session and a form, found out in constant time. */
export const isFormToken = (given: string, secret: string, about: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(formToken(secret, about))]
  return a.length === b.length && timingSafeEqual(a, b)
}
