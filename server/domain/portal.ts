import { hash, randomBytes } from 'node:crypto'

const minute = 60_000

/** How long a sign-in link is good for, in milliseconds. */
export const linkLifetime = 15 * minute

/** How long a session lasts, in milliseconds. */
export const sessionLifetime = 12 * 60 * minute

/** An account is sent no second link in this time, in milliseconds: whoever asks fills nobody's mailbox. */
export const linkInterval = minute

/** What opens a door to who has it: 256 random bits in base64url (RFC 4648 §5). */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of such a secret. It is too long to be guessed, so a plain digest keeps it. */
export const secretDigest = (secret: string): string => hash('sha256', secret, 'hex')

/** Where a link to sign in leads. */
export const signInUrl = (baseUrl: string, secret: string): string =>
  `${baseUrl}/portal/sign-in/${secret}`
