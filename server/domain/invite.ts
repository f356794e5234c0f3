import { randomBytes } from 'node:crypto'

/**
 * A new slug: whoever knows it can redeem the invite, so it is 128 random bits, in base64url
 * (RFC 4648 §5).
 */
export const newSlug = (): string => randomBytes(16).toString('base64url')

/** Where an invite is redeemed (specification §2). */
export const inviteUrl = (redeemUrl: string, slug: string): string => `${redeemUrl}/i/${slug}`
