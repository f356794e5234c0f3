import type { components } from '../../generated/types.ts'
import type { CampaignId, ContactId } from './ids.ts'

/** A contact of the contract with the types of its ids, and the fields that no response returns. */
export type NewContact = Omit<components['schemas']['Contact'], 'orderCount'> & {
  id: ContactId
  campaignId: CampaignId
  companyName: string
  profilePicture: string
  createdAt: string
}
