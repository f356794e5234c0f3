import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Reader, Store } from '../store/store.ts'
import { listSecrets, lockSecrets, replaceSecret } from '../store/webhooks/webhooks.ts'

/** Encrypts signing secrets, so that a copy of the database does not disclose them. */
export type Seal = {
  /** Returns the text to store in place of a secret. */
  seal(secret: string): string
  /**
   * Returns the secret of a stored text. A secret stored in plain text is returned unchanged.
   * @throws {SealError} when it was encrypted with another key.
   */
  open(stored: string): string
}

/** Thrown when a secret cannot be decrypted. */
export class SealError extends Error {
  override name = 'SealError'
}

const prefix = 'sealed:v1:'
const nonceBytes = 12
const tagBytes = 16

/** Derives 256 bits from a key of any length (HKDF, RFC 5869). */
const cipherKeyOf = (key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', 'merch webhook secrets', 32))

/**
 * Encrypts secrets with AES-256-GCM.
 * @param key any text. Without one, secrets are stored in plain text.
 * @param formerKey opens secrets too, while the key changes.
 */
export const sealFor = (key?: string, formerKey?: string): Seal => {
  const cipherKey = key === undefined ? undefined : cipherKeyOf(key)
  const formerCipherKey = formerKey === undefined ? undefined : cipherKeyOf(formerKey)
  return {
    seal: (secret) => {
      if (!cipherKey) return secret
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce)
      const text = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return prefix + Buffer.concat(text).toString('base64url')
    },
    open: (stored) => {
      if (!stored.startsWith(prefix)) return stored
      if (!cipherKey && !formerCipherKey)
        throw new SealError(
          'the stored signing secrets are encrypted: set WEBHOOK_SECRET_KEY to the key that encrypted them',
        )
      const sealed = Buffer.from(stored.slice(prefix.length), 'base64url')
      const opened =
        (cipherKey && decrypted(sealed, cipherKey)) ??
        (formerCipherKey && decrypted(sealed, formerCipherKey))
      if (opened === undefined)
        throw new SealError(
          'a signing secret cannot be decrypted: WEBHOOK_SECRET_KEY is not the key that encrypted it',
        )
      return opened
    },
  }
}

/** Returns the secret, or undefined if it was encrypted with another key. */
function decrypted(sealed: Buffer, cipherKey: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', cipherKey, sealed.subarray(0, nonceBytes))
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    const text = decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8')
    return text + decipher.final('utf8')
  } catch {
    return undefined
  }
}

/** Returns the number of subscriptions whose secrets do not open. */
export const countSealed = async (reader: Reader, { open }: Seal): Promise<number> =>
  (await listSecrets(reader)).filter(({ secret }) => !opens(secret, open)).length

function opens(secret: string, open: Seal['open']): boolean {
  try {
    open(secret)
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts every stored secret again. Waits for rotations.
 * @returns the number of secrets.
 * @throws {SealError} if one does not open. Nothing is changed.
 */
export const resealSecrets = (store: Store, { open, seal }: Seal): Promise<number> =>
  store.write(async (transaction) => {
    const stored = await lockSecrets(transaction)
    await Promise.all(
      stored.map((each) =>
        replaceSecret(transaction, { ...each, secret: seal(open(each.secret)) }),
      ),
    )
    return stored.length
  })
