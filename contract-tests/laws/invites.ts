import { InviteCreate, InviteCreated } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { isRecent, must, mustReturn, same, ValidationError } from '../support/assertions.ts'
import { MissingFixture } from '../support/fixtures.ts'
import type { AreaLaw } from '../support/law.ts'
import type { LawContext } from '../support/law-context.ts'
import { validBody } from '../support/requests.ts'

type Schemas = components['schemas']

const create = async ({ api }: LawContext, body: Schemas['InviteCreate']) => {
  const response = await api.post('/v1/invites/create', body)
  same(response.status, 200, 'the status', response)
  return { ...InviteCreated.parse(response.body), response }
}

const anyInvite = validBody('createInvite').map((body) => InviteCreate.parse(body))

export const invites: AreaLaw[] = [
  {
    promise:
      'An invite is returned as sent, unused, with a unique URL; unset texts are empty strings',
    source: '§2, §3, §4 POST /v1/invites/create, design decisions 13, 27 and 28',
    run: async (context) => {
      const [campaign] = await context.fixtures.campaigns()
      if (!campaign) throw new MissingFixture('the account has no campaign')
      const slugs = new Set<string>()
      await context.forAll(anyInvite, async (any) => {
        const sent = { ...any, campaignId: campaign.id, sendEmailNotification: false }
        const { invite, inviteUrl, response } = await create(context, sent)
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
          response,
        )
        same(expiresAt, sent.expiresAt ?? campaign.expiration, 'expiresAt', response)
        must(
          inviteUrl.endsWith(`/i/${slug}`),
          `inviteUrl must end with /i/${slug}, not ${inviteUrl}`,
          response,
        )
        must(_id !== '' && inviteNumber !== '', 'an invite must have an id and a number', response)
        must(
          isRecent(Date.parse(createdAt)),
          `createdAt must be the current time, not ${createdAt}`,
          response,
        )
        must(!slugs.has(slug), `two invites have the slug ${slug}`, response)
        slugs.add(slug)
      })
      const { invite, response } = await create(context, {
        campaignId: campaign.id,
        sendEmailNotification: false,
      })
      same(invite.expiresAt, campaign.expiration, 'expiresAt', response)
    },
  },
  {
    promise: 'A missing campaignId is reported before all other errors',
    source: '§7 rule 3, design decisions 13 and 27',
    run: async ({ api }) => {
      for (const campaignId of [undefined, ''])
        for (const rest of [
          { sendEmailNotification: false },
          { firstName: 5 },
          { sendEmailNotification: true },
        ])
          mustReturn(await api.post('/v1/invites/create', { campaignId, ...rest }), 400, {
            message: 'Campaign ID is required',
          })
    },
  },
  {
    promise:
      'email is required with sendEmailNotification; invalid fields, such as an empty e-mail, are reported first',
    source: '§4 POST /v1/invites/create, §7 rule 3, design decisions 27 and 28',
    run: async (context) => {
      const { api, fixtures } = context
      const campaignId = await fixtures.campaign()
      const emailRequired = { message: 'email is required when sendEmailNotification is enabled' }
      const body = { campaignId, sendEmailNotification: true }
      mustReturn(await api.post('/v1/invites/create', body), 400, emailRequired)
      mustReturn(
        await api.post('/v1/invites/create', { ...body, campaignId: 'unknown' }),
        400,
        emailRequired,
      )
      await create(context, { ...body, email: 'notify.me@example.com' })
      for (const wrong of [{ firstName: 5 }, { email: '' }]) {
        const response = await api.post('/v1/invites/create', { ...body, ...wrong })
        same(
          ValidationError.parse(response.body).message,
          'Invalid request body',
          'the message',
          response,
        )
      }
    },
  },
  {
    promise: 'An unknown campaign accepts no invites; an expiresAt in the past is accepted',
    source: '§7, design decisions 4 and 27',
    run: async (context) => {
      const unknown = { campaignId: 'unknown', sendEmailNotification: false }
      mustReturn(await context.api.post('/v1/invites/create', unknown), 400, {
        message: 'Campaign not found',
      })
      const campaignId = await context.fixtures.campaign()
      const expiresAt = '2020-01-01T00:00:00Z'
      const { invite, response } = await create(context, {
        campaignId,
        sendEmailNotification: false,
        expiresAt,
      })
      same(Date.parse(invite.expiresAt), Date.parse(expiresAt), 'expiresAt', response)
    },
  },
]
