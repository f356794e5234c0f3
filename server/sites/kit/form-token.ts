import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Returns the token that protects a form against cross-site request forgery. The session's secret is
 * its key, so the server stores no key.
 * @param secret the session's secret. Pages never contain it.
 * @param scope limits the token to one purpose, such as an invite's slug.
 */
export const formToken = (secret: string, scope: string): string =>
  createHmac('sha256', secret).update(scope).digest('base64url')

/** Returns whether a token is valid for the session and the scope. Compares in constant time. */
export const isFormToken = (given: string, secret: string, about: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(formToken(secret, about))]
  return a.length === b.length && timingSafeEqual(a, b)
}
