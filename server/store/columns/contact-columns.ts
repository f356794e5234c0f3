import type { components } from '../../../generated/types.ts'
import type { CampaignId, ContactId } from '../../domain/ids.ts'
import { json } from './codecs.ts'
import { columnsOf } from './columns.ts'
import { isTexts } from './shapes.ts'

type Contact = components['schemas']['Contact']

/** A contact with the fields that no response returns. */
export type NewContact = Omit<Contact, 'orderCount'> & {
  id: ContactId
  campaignId: CampaignId
  companyName: string
  profilePicture: string
  createdAt: string
}

/** The column of each field of a contact that the request or a default sets. */
export const contactColumns = columnsOf<NewContact>()({
  id: 'id',
  campaignId: 'campaign_id',
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  companyName: 'company_name',
  street1: 'street1',
  street2: 'street2',
  city: 'city',
  state: 'state',
  country: 'country',
  zip: 'zip',
  dateOfBirth: 'date_of_birth',
  hireDate: 'hire_date',
  shirtSize: 'shirt_size',
  tags: json('tags', isTexts),
  profilePicture: 'profile_picture',
  createdAt: 'created_at',
})

/** The fields that a response returns, without the count of orders. */
export const listedFields = [
  'id',
  'firstName',
  'lastName',
  'email',
  'tags',
  'campaignId',
  'street1',
  'street2',
  'city',
  'state',
  'country',
  'zip',
  'dateOfBirth',
  'hireDate',
  'phone',
  'shirtSize',
] as const
