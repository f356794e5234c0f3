import type { HeaderMap } from '../../http/api/respond.ts'

/** Browser features that ask the user for permission. No page needs them. */
const disabledFeatures = ['camera', 'geolocation', 'microphone', 'payment', 'usb']

/**
 * Returns the headers of a page. Its URL may be a secret, so browsers must not cache, index or frame
 * the page, or send the URL to other hosts.
 *
 * The referrer policy is `same-origin`, not `no-referrer`: with that, browsers send `Origin: null`
 * with forms.
 * @param images additional CSP sources of images.
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
