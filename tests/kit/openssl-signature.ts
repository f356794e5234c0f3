import { execFileSync } from 'node:child_process'

/** Computes a delivery's signature with OpenSSL, independently of the server's code (specification §6). */
export const opensslSignature = (secret: string, timestamp: string, body: Buffer): string => {
  const key = Buffer.from(secret).toString('hex')
  const digest = execFileSync(
    'openssl',
    ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key}`],
    { input: Buffer.concat([Buffer.from(`${timestamp}.`), body]), encoding: 'utf8' },
  )
  return `sha256=${digest.trim().split('= ')[1]}`
}
