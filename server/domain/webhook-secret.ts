import { randomBytes } from 'node:crypto'

/** Creates a signing secret: `whsec_` and 32 random bytes in base64url (design decision 23). */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`
