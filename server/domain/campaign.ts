import type { components } from '../../generated/types.ts'
import type { CampaignId } from './ids.ts'

export type Campaign = components['schemas']['Campaign'] & { id: CampaignId }

/** The fields of a campaign that the rules read. */
export type CampaignState = { status: string; expiration: string; allowOutOfStockOrders: boolean }

/** Returns the status of a campaign as lists show it: past its expiration it is `Expired`. */
export const shownStatus = (
  { status, expiration }: Pick<CampaignState, 'status' | 'expiration'>,
  now: number,
): string => (Date.parse(expiration) < now ? 'Expired' : status)
