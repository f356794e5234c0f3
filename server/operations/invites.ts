import type { Operations } from '../../generated/operations.ts'
import { addInvite } from '../actions/add-invite.ts'
import { toId } from '../domain/ids.ts'
import { inviteUrl } from '../domain/invite.ts'
import { isRejection } from '../domain/rejection.ts'
import type { Call } from '../http/env.ts'
import { reject } from '../http/respond.ts'
import { findSender, noteNotification } from '../store/invites.ts'
import type { Services } from './services.ts'

export const inviteOperations = ({ store, clock, mailer, redeemUrl }: Services) =>
  ({
    async createInvite({ body }, { account }) {
      const { expiresAt, email = '', firstName = '', lastName = '' } = body
      const { companyName = '', sendEmailNotification } = body
      const campaignId = toId('cmp', body.campaignId)
      const request = { campaignId, expiresAt, email, firstName, lastName, companyName }
      const [invite, sender] = await Promise.all([
        store.write((transaction) => addInvite(transaction, account, request, clock())),
        sendEmailNotification ? findSender(store, account, campaignId) : undefined,
      ])
      if (isRejection(invite)) return reject(invite)
      const url = inviteUrl(redeemUrl, invite.slug)
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
