import { hash } from 'node:crypto'

const inlineScript = /<script(?:\s[^>]*)?>(.*?)<\/script>/gs

/**
 * Returns the content security policy of the docs page. It allows the page's own scripts, by hash.
 * Inline styles are allowed because Redoc creates them at run time.
 */
export const docsPolicy = (page: string): string => {
  const hashes = [...page.matchAll(inlineScript)].map(
    ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`,
  )
  return [
    `default-src 'none'`,
    `script-src ${hashes.join(' ') || `'none'`}`,
    `style-src 'unsafe-inline'`,
    `img-src data:`,
    `font-src data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}
