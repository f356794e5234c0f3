import type { Operations } from '../../generated/operations.ts'
import { addInvite } from '../actions/add-invite.ts'
import { toId } from '../domain/ids.ts'
import { inviteUrl } from '../domain/invite.ts'
import { isRefusal } from '../domain/refusal.ts'
import type { InviteSender } from '../email/mailer.ts'
import type { Call } from '../http/api/env.ts'
import { refuse } from '../http/api/errors.ts'
import { findLogo } from '../store/account-logos.ts'
import { noteNotification } from '../store/invites.ts'
import { findHeldInvite } from '../store/redemption/held-invites.ts'
import type { Store } from '../store/store.ts'
import type { Services } from './services.ts'

/** Reads what the email of an invite says about its sender; undefined if the account was deactivated. */
const readSender = async (store: Store, slug: string): Promise<InviteSender | undefined> => {
  const invite = await findHeldInvite(store, slug)
  if (!invite) return undefined
  const { name, logo: file } = invite.sender
  const bytes = file === null ? undefined : await findLogo(store, file)
  return {
    name,
    campaign: invite.campaign.name,
    logo: file !== null && bytes ? { file, bytes } : undefined,
  }
}

export const inviteOperations = ({ store, clock, mailer, redeemUrl }: Services) =>
  ({
    async createInvite({ body }, { account }) {
      const { expiresAt, email = '', firstName = '', lastName = '' } = body
      const { companyName = '', sendEmailNotification } = body
      const campaignId = toId('cmp', body.campaignId)
      const request = { campaignId, expiresAt, email, firstName, lastName, companyName }
      const invite = await store.write((transaction) =>
        addInvite(transaction, account, request, clock()),
      )
      if (isRefusal(invite)) return refuse(invite)
      const url = inviteUrl(redeemUrl, invite.slug)
      const sender = sendEmailNotification ? await readSender(store, invite.slug) : undefined
      const emailNotificationSent =
        sender !== undefined && (await mailer.sendInvite(invite, url, sender))
      if (emailNotificationSent)
        await store.write((transaction) => noteNotification(transaction, account, invite._id))
      return {
        status: 200,
        body: { invite: { ...invite, emailNotificationSent }, inviteUrl: url },
      }
    },
  }) satisfies Partial<Operations<Call>>
