import { InviteCreate, InviteCreated } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { answered, same } from '../support/equal.ts'
import type { Law } from '../support/law.ts'
import { isRecent } from '../support/recent.ts'
import { validBody } from '../support/requests.ts'
import { NotOnStage } from '../support/stage.ts'
import { ValidationError } from '../support/validation-error.ts'
import type { World } from '../support/world.ts'
import { must } from '../support/world.ts'

type Schemas = components['schemas']

const create = async ({ api }: World, body: Schemas['InviteCreate']) => {
  const answer = await api.post('/v1/invites/create', body)
  same(answer.status, 200, 'the status', answer)
  return { ...InviteCreated.parse(answer.body), answer }
}

const anyInvite = validBody('createInvite').map((body) => InviteCreate.parse(body))

export const invites: Law[] = [
  {
    area: 'invites',
    promise:
      'an invite comes back as it was sent, unused, with an address of its own; texts that were not sent are empty',
    source: '§2, §3, §4 POST /v1/invites/create, design decisions 13, 27 and 28',
    run: async (world) => {
      const [campaign] = await world.stage.campaigns()
      if (!campaign) throw new NotOnStage('the account has no campaign')
      const slugs = new Set<string>()
      await world.forAll(anyInvite, async (any) => {
        const sent = { ...any, campaignId: campaign.id, sendEmailNotification: false }
        const { invite, inviteUrl, answer } = await create(world, sent)
        const { _id, slug, inviteNumber, createdAt, expiresAt, ...rest } = invite
        const { firstName = '', lastName = '', email = '', companyName = '' } = sent
        same(
          rest,
          {
            status: 'UNUSED',
            firstName,
            lastName,
            email,
            companyName,
            emailNotificationSent: false,
          },
          'the invite',
          answer,
        )
        same(expiresAt, sent.expiresAt ?? campaign.expiration, 'expiresAt', answer)
        must(
          inviteUrl.endsWith(`/i/${slug}`),
          `inviteUrl must end with /i/${slug}: ${inviteUrl}`,
          answer,
        )
        must(_id !== '' && inviteNumber !== '', 'an invite has an id and a number', answer)
        must(isRecent(Date.parse(createdAt)), `createdAt must be now: ${createdAt}`, answer)
        must(!slugs.has(slug), `the slug ${slug} came twice`, answer)
        slugs.add(slug)
      })
    },
  },
  {
    area: 'invites',
    promise: 'without campaignId, that is what the answer says, whatever else is wrong',
    source: '§7 rule 3, design decisions 13 and 27',
    run: async ({ api }) => {
      for (const campaignId of [undefined, ''])
        for (const rest of [
          { sendEmailNotification: false },
          { firstName: 5 },
          { sendEmailNotification: true },
        ])
          answered(await api.post('/v1/invites/create', { campaignId, ...rest }), 400, {
            message: 'Campaign ID is required',
          })
    },
  },
  {
    area: 'invites',
    promise:
      'an e-mail is required when the service is to send one; wrong fields are said first, and an empty e-mail is one',
    source: '§4 POST /v1/invites/create, §7 rule 3, design decisions 27 and 28',
    run: async ({ api, stage }) => {
      const campaignId = await stage.campaign()
      const emailRequired = { message: 'email is required when sendEmailNotification is enabled' }
      const body = { campaignId, sendEmailNotification: true }
      answered(await api.post('/v1/invites/create', body), 400, emailRequired)
      answered(
        await api.post('/v1/invites/create', { ...body, campaignId: 'unknown' }),
        400,
        emailRequired,
      )
      for (const wrong of [{ firstName: 5 }, { email: '' }]) {
        const answer = await api.post('/v1/invites/create', { ...body, ...wrong })
        same(
          ValidationError.parse(answer.body).message,
          'Invalid request body',
          'the message',
          answer,
        )
      }
    },
  },
  {
    area: 'invites',
    promise:
      'emailNotificationSent says whether an e-mail was sent: a boolean when asked for, false when not',
    source: '§3',
    run: async (world) => {
      const campaignId = await world.stage.campaign()
      const email = 'notify.me@example.com'
      await create(world, { campaignId, sendEmailNotification: true, email })
      const { invite, answer } = await create(world, {
        campaignId,
        sendEmailNotification: false,
        email,
      })
      same(invite.emailNotificationSent, false, 'emailNotificationSent', answer)
    },
  },
  {
    area: 'invites',
    promise: 'an unknown campaign takes no invites; a time that has passed may be asked for',
    source: '§7, design decisions 4 and 27',
    run: async (world) => {
      const unknown = { campaignId: 'unknown', sendEmailNotification: false }
      answered(await world.api.post('/v1/invites/create', unknown), 400, {
        message: 'Campaign not found',
      })
      const campaignId = await world.stage.campaign()
      const expiresAt = '2020-01-01T00:00:00Z'
      const { invite, answer } = await create(world, {
        campaignId,
        sendEmailNotification: false,
        expiresAt,
      })
      same(Date.parse(invite.expiresAt), Date.parse(expiresAt), 'expiresAt', answer)
    },
  },
]
