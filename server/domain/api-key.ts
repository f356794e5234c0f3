import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { isBlank } from './rejection.ts'

/** The exact length of a key, in characters (specification §5 rule 3). */
export const keyLength = 96

const prefix = 'mfk_'

const checksumLength = 6

const lettersLength = keyLength - prefix.length - checksumLength

/** Creates an API key: a prefix that secret scanners can find, 86 random letters and a checksum of both. */
export const newKey = (): string => {
  const letters = Array.from({ length: lettersLength }, () => letter(randomInt(alphabet.length)))
  const body = prefix + letters.join('')
  return body + checksum(body)
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < checksumLength; i++) {
    digits = letter(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

function letter(index: number): string {
  return alphabet.charAt(index)
}

/**
 * Returns whether a text has the format of a key. Checks the length first (§5 rule 3), then the prefix
 * and the checksum, so that a mistyped key costs no query.
 */
export const isWellFormed = (key: string): boolean =>
  key.length === keyLength &&
  key.startsWith(prefix) &&
  key.endsWith(checksum(key.slice(0, -checksumLength)))

/**
 * Returns the digest of a key, the only form that is stored (§5 rule 2): its SHA-256. A slow hash
 * protects passwords. A key of 86 random letters (512 bits) does not need one, and every request
 * would pay for it.
 */
export const digest = (key: string): string => hash('sha256', key, 'hex')

/** Returns the last four characters of a key, by which its owner recognizes it. */
export const lastFour = (key: string): string => key.slice(-4)

/**
 * Returns the error message for an invalid key name, or undefined for a valid one. Lengths count code
 * points (design decision 16).
 */
export const keyNameProblem = (name: string): string | undefined => {
  if (isBlank(name)) return 'Enter a key name, such as “Warehouse sync”.'
  if ([...name].length > maxCharacters)
    return `The name must have at most ${maxCharacters} characters.`
  if (/\p{Cc}/u.test(name)) return 'The name must be one line of text.'
  return undefined
}

/** The maximum length of a key's name, in code points. */
const maxCharacters = 100
