import { timestamp } from '../../server/domain/clock.ts'
import { type AccountId, newId } from '../../server/domain/ids.ts'
import { listCampaigns } from '../../server/store/campaigns.ts'
import { insertContact } from '../../server/store/contacts.ts'
import type { Transaction } from '../../server/store/store.ts'

const firstNames = [
  'Maya',
  'Jonas',
  'Amira',
  'Tomás',
  'Ingrid',
  'Kofi',
  'Yuki',
  'Elena',
  'Noah',
  'Zoë',
]
const lastNames = ['Lindqvist', 'Okafor', 'Haddad', 'Silva', 'Berg', 'Mensah', 'Tanaka', 'Rossi']
const tags = ['engineering', 'sales', 'remote', 'design', 'support']

/** Adds contacts to the account's active campaign. */
export const addContacts = async (
  transaction: Transaction,
  account: AccountId,
  now: number,
  count: number,
): Promise<void> => {
  const campaigns = await listCampaigns(transaction, account, '')
  const campaign = campaigns.find(({ status }) => status === 'Active')
  if (!campaign) return
  for (let i = 0; i < count; i++) {
    const firstName = firstNames[i % firstNames.length] ?? ''
    const lastName = lastNames[(i * 7) % lastNames.length] ?? ''
    await insertContact(transaction, account, {
      id: newId('con'),
      campaignId: campaign.id,
      firstName,
      lastName,
      email: `person.${i + 1}@example.com`,
      phone: '',
      companyName: '',
      street1: '',
      street2: '',
      city: '',
      state: '',
      country: '',
      zip: '',
      dateOfBirth: '',
      hireDate: '',
      shirtSize: '',
      tags: [tags[i % tags.length] ?? ''],
      profilePicture: '',
      createdAt: timestamp(now),
    })
  }
}
