import type { components } from '../../../generated/types.ts'
import { flag } from './codecs.ts'
import { columnsOf } from './columns.ts'

/** Where each field of an invite is kept. */
export const inviteColumns = columnsOf<components['schemas']['Invite'] & { campaignId: string }>()({
  _id: 'id',
  campaignId: 'campaign_id',
  slug: 'slug',
  inviteNumber: 'invite_number',
  status: 'status',
  email: 'email',
  firstName: 'first_name',
  lastName: 'last_name',
  companyName: 'company_name',
  expiresAt: 'expires_at',
  emailNotificationSent: flag('email_notification_sent'),
  createdAt: 'created_at',
})
