import type { CampaignId } from '../../domain/ids.ts'
import type { Invite } from '../../domain/invite.ts'
import { flag } from './codecs.ts'
import { columnsOf } from './columns.ts'

type StoredInvite = Invite & { campaignId: CampaignId }

/** The column of each field of an invite. */
export const inviteColumns = columnsOf<StoredInvite>()({
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
