import type { Operations } from '../../generated/operations.ts'
import { addInvite, emailInvite } from '../actions/invites.ts'
import { toId } from '../domain/ids.ts'
import { inviteUrl } from '../domain/invite.ts'
import { isRejection } from '../domain/rejection.ts'
import type { Call } from '../http/call.ts'
import { reject } from '../http/respond.ts'
import { findHeldInvite } from '../store/invites.ts'
import type { Services } from './services.ts'

export const inviteOperations = ({ store, actions, clock, mailer, redeemUrl }: Services) =>
  ({
    async createInvite({ body }, call) {
      const { account, actor } = call
      const { expiresAt, email = '', firstName = '', lastName = '' } = body
      const { companyName = '', sendEmailNotification } = body
      const campaignId = toId('cmp', body.campaignId)
      const request = { campaignId, expiresAt, email, firstName, lastName, companyName }
      const now = clock()
      const invite = await actions
        .as(actor)
        .run((transaction) => addInvite(transaction, account, request, now))
      if (isRejection(invite)) return reject(invite)
      const url = inviteUrl(redeemUrl, invite.slug)
      const held = sendEmailNotification ? await findHeldInvite(store, invite.slug) : undefined
      const emailNotificationSent =
        held !== undefined &&
        (await emailInvite(store, held, (to) => mailer.sendInvite(to, url), actor, now)) === true
      return {
        status: 200,
        body: { invite: { ...invite, emailNotificationSent }, inviteUrl: url },
      }
    },
  }) satisfies Partial<Operations<Call>>
