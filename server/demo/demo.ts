import type { AccountId, CampaignId, WarehouseId } from '../domain/ids.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import type { demoPeople } from './demo-people.ts'

/** Milliseconds of a day. */
export const day = 86_400_000

/** The parts of the demo account that orders, invites and stock refer to. */
export type Demo = {
  account: AccountId
  now: number
  warehouses: readonly [WarehouseId, WarehouseId]
  /** The active campaign. */
  campaign: CampaignId
  skus: string[]
  people: ReturnType<typeof demoPeople>
}

export const daysAgo = ({ now }: Demo, days: number): number => now - days * day

/** Returns the result. Throws on a refusal, because it is a mistake in the demo data. */
export const expectAllowed = <T extends Record<string, unknown>>(result: T | Refusal): T => {
  if (isRefusal(result)) throw new Error(`The demo data breaks a rule: ${JSON.stringify(result)}`)
  return result
}
