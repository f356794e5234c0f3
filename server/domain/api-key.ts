import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A key is exactly this many characters (specification §5 rule 3). */
export const keyLength = 96

const prefix = 'mfk_'
const checksumLength = 6
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const letter = (index: number): string => alphabet.charAt(index)

const checksum = (text: string): string => {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < checksumLength; i++) {
    digits = letter(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

/** Random letters without bias: bytes past the last whole multiple of the alphabet are thrown away. */
const randomLetters = (count: number): string => {
  const fair = 256 - (256 % alphabet.length)
  let letters = ''
  while (letters.length < count)
    for (const byte of randomBytes(count))
      if (byte < fair && letters.length < count) letters += letter(byte % alphabet.length)
  return letters
}

const lettersLength = keyLength - prefix.length - checksumLength

const keyOf = (letters: string): string => {
  const body = prefix + letters
  return body + checksum(body)
}

/** A new API key: a prefix that secret scanners can find, 86 random letters and a checksum of both. */
export const newKey = (): string => keyOf(randomLetters(lettersLength))

/**
 * The key that a name always has: no secret, for servers that hold nothing but examples.
 * @param name letters and digits, at most 86.
 */
export const publicKey = (name: string): string => keyOf(name.padEnd(lettersLength, '0'))

/**
 * Whether a text could be a key: its length first (§5 rule 3), then prefix and checksum, so that a
 * mistyped key costs no query.
 */
export const isWellFormed = (key: string): boolean =>
  key.length === keyLength &&
  key.startsWith(prefix) &&
  key.endsWith(checksum(key.slice(0, -checksumLength)))

/**
 * What is kept of a key (§5 rule 2): its SHA-256, from which it cannot be recovered. A hash that is
 * slow on purpose guards what people think up; 86 random letters, 512 bits, need none, and every
 * request would pay for it.
 */
export const digest = (key: string): string => hash('sha256', key, 'hex')

/** The end of a key, by which its owner tells it from others. */
export const lastFour = (key: string): string => key.slice(-4)
