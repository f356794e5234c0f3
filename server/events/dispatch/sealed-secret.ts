import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps signing secrets so that the database alone does not give them away. */
export type Seal = {
  /** What is kept in the place of a secret. */
  seal(secret: string): string
  /**
   * The secret that was sealed. One that was kept in the clear, before there was a key, is itself.
   * @throws {SealError} when the key is not the one that it was sealed with.
   */
  open(kept: string): string
}

/** A secret cannot be opened. */
export class SealError extends Error {
  override name = 'SealError'
}

const mark = 'sealed:v1:'
const nonceBytes = 12
const tagBytes = 16

/** Keeps secrets as they are. */
export const noSeal: Seal = {
  seal: (secret) => secret,
  open: (kept) => {
    if (kept.startsWith(mark))
      throw new SealError(
        'the secrets are sealed: set WEBHOOK_SECRET_KEY to the key that they were sealed with',
      )
    return kept
  },
}

/**
 * Seals secrets with AES-256-GCM.
 * @param key any text; the cipher's key is derived from it (HKDF, RFC 5869).
 */
export const sealWith = (key: string): Seal => {
  const cipherKey = Buffer.from(hkdfSync('sha256', key, '', 'merch webhook secrets', 32))
  return {
    seal: (secret) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce)
      const sealed = Buffer.concat([
        nonce,
        cipher.update(secret, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return mark + sealed.toString('base64url')
    },
    open: (kept) => {
      if (!kept.startsWith(mark)) return kept
      const sealed = Buffer.from(kept.slice(mark.length), 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', cipherKey, sealed.subarray(0, nonceBytes))
        decipher.setAuthTag(sealed.subarray(-tagBytes))
        return (
          decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') +
          decipher.final('utf8')
        )
      } catch (error) {
        throw new SealError(
          'a secret cannot be opened: WEBHOOK_SECRET_KEY is not the key that it was sealed with',
          { cause: error },
        )
      }
    },
  }
}

/** Seals with a key, if there is one. */
export const sealFor = (key: string | undefined): Seal =>
  key === undefined ? noSeal : sealWith(key)
