import type { Refusal } from './refusal.ts'

/** What the rules need to know of a campaign. */
export type CampaignState = { status: string; expiration: string; allowOutOfStockOrders: boolean }

/** Why a campaign takes no orders now, or nothing if it does (design decision 19). */
export const refusesOrders = (campaign: CampaignState, now: number): Refusal | undefined => {
  if (campaign.status !== 'Active') return { refused: 'campaign-not-active' }
  if (Date.parse(campaign.expiration) < now) return { refused: 'campaign-expired' }
  return undefined
}
