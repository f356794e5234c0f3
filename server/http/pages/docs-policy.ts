import { hash } from 'node:crypto'

const inlineScript = /<script(?:\s[^>]*)?>(.*?)<\/script>/gs

/**
 * The content security policy of the docs page: the scripts that it was built with, by their hashes,
 * and nothing from anywhere else. Its styles are made as it runs.
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
