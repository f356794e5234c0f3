import { hash, randomBytes } from 'node:crypto'

const minute = 60_000

/** The lifetime of a sign-in link in minutes, as pages and emails say it. */
export const linkMinutes = 15

/** The lifetime of a sign-in link, in milliseconds. */
export const linkLifetime = linkMinutes * minute

/** The lifetime of a session, in milliseconds. */
export const sessionLifetime = 12 * 60 * minute

/** Clocks of servers differ by less, in milliseconds. A time that is later than now was written by a wrong clock. */
const clockTolerance = minute

/** Returns the period in which links that are valid now were created, and that of sessions. */
export const periodOf = (lifetime: number, now: number) => ({
  after: now - lifetime,
  until: now + clockTolerance,
})

/** The minimum time between two sign-in links of an account, in milliseconds. It prevents email floods. */
export const linkInterval = minute

/** The most unused sign-in links that an account has at a time. It prevents email floods. */
export const maxLinks = 5

/** Creates the secret of a sign-in link or a session: 256 random bits in base64url (RFC 4648 §5). */
export const newSessionSecret = (): string => randomBytes(32).toString('base64url')

/** Returns the digest of a secret, the only form that is stored. Random secrets need no slow hash. */
export const secretDigest = (secret: string): string => hash('sha256', secret, 'hex')

export const signInUrl = (baseUrl: string, secret: string): string =>
  `${baseUrl}/portal/sign-in/${secret}`
