import type { HeaderMap } from '../../http/api/respond.ts'

/** What of the browser a page may use: nothing that asks the person for it. */
const disabledFeatures = ['camera', 'geolocation', 'microphone', 'payment', 'usb']

/**
 * The headers of a page for people, which a secret address may lead to: it is never kept, indexed or
 * framed, tells its address to no other host, and loads what it is made of from its own.
 *
 * The referrer stays within the origin, rather than unsent: without any, browsers send
 * `Origin: null` with forms, and a form could not be told from a stranger's.
 * @param images where pictures come from besides the page's own origin, as CSP sources.
 */
export const pageHeaders = (images: readonly string[] = []): HeaderMap => ({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    ...['script', 'style', 'connect'].map((each) => `${each}-src 'self'`),
    ["img-src 'self'", ...images].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': disabledFeatures.map((each) => `${each}=()`).join(', '),
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
})
