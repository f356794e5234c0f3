import type { components } from '../../generated/types.ts'
import { fold } from './fold.ts'
import type { CampaignId, ContactId } from './ids.ts'

/**
 * Returns the text that a search of contacts reads: first and last name separated by a space, and the
 * email address, case-folded. The line break prevents matches across name and address.
 */
export const searchText = (person: {
  firstName: string
  lastName: string
  email: string
}): string => fold(`${person.firstName} ${person.lastName}\n${person.email}`)

/** A contact of the contract with the types of its ids, and the fields that no response returns. */
export type NewContact = Omit<components['schemas']['Contact'], 'orderCount'> & {
  id: ContactId
  campaignId: CampaignId
  companyName: string
  profilePicture: string
  createdAt: string
}
