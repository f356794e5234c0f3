import { InviteCreate, InviteCreated } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { must, mustBe, mustBeNow, mustReturn, same } from '../support/api.ts'
import { MissingFixture } from '../support/fixtures.ts'
import type { AreaLaw, LawContext } from '../support/law.ts'
import { validBody } from '../support/requests.ts'

type Schemas = components['schemas']

const create = async ({ api }: LawContext, body: Schemas['InviteCreate']) => {
  const response = mustBe(200, await api.post('/v1/invites/create', body))
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
      const check = async (any: Schemas['InviteCreate']) => {
        const sent = { ...any, campaignId: campaign.id, sendEmailNotification: false }
        const { invite, inviteUrl, response } = await create(context, sent)
        const { _id, slug, inviteNumber, createdAt, ...rest } = invite
        const { firstName = '', lastName = '', email = '', companyName = '' } = sent
        const { expiresAt = campaign.expiration } = sent
        const texts = { firstName, lastName, email, companyName }
        const unused = { status: 'UNUSED', emailNotificationSent: false, expiresAt }
        same(rest, { ...texts, ...unused }, 'the invite', response)
        must(
          inviteUrl.endsWith(`/i/${slug}`),
          `inviteUrl must end with /i/${slug}, not ${inviteUrl}`,
          response,
        )
        must(_id !== '' && inviteNumber !== '', 'an invite must have an id and a number', response)
        mustBeNow(createdAt, 'createdAt', response)
        must(!slugs.has(slug), `two invites have the slug ${slug}`, response)
        slugs.add(slug)
      }
      await context.forAll(anyInvite, check)
      await check({ campaignId: campaign.id, sendEmailNotification: false })
    },
  },
  {
    promise: 'A missing campaignId is reported before all other errors',
    source: '§7 rule 3, design decisions 13 and 27',
    run: async ({ api }) => {
      const others = [
        { sendEmailNotification: false },
        { firstName: 5 },
        { sendEmailNotification: true },
      ]
      for (const campaignId of [undefined, ''])
        for (const rest of others)
          mustReturn(await api.post('/v1/invites/create', { campaignId, ...rest }), 400, {
            message: 'Campaign ID is required',
          })
    },
  },
  {
    promise:
      'email is required with sendEmailNotification; invalid fields, such as an empty email, are reported first',
    source: '§4 POST /v1/invites/create, §7 rule 3, design decisions 27 and 28',
    run: async (context) => {
      const campaignId = await context.fixtures.campaign()
      const body = { campaignId, sendEmailNotification: true }
      const send = (more: object) => context.api.post('/v1/invites/create', { ...body, ...more })
      for (const more of [{}, { campaignId: 'unknown' }])
        mustReturn(await send(more), 400, {
          message: 'email is required when sendEmailNotification is enabled',
        })
      await create(context, { ...body, email: 'notify.me@example.com' })
      for (const wrong of [{ firstName: 5 }, { email: '' }]) {
        const response = mustBe(400, await send(wrong))
        must(
          response.text.includes('Invalid request body'),
          'the message must be "Invalid request body"',
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
      const sent = { campaignId, sendEmailNotification: false, expiresAt }
      const { invite, response } = await create(context, sent)
      same(Date.parse(invite.expiresAt), Date.parse(expiresAt), 'expiresAt', response)
    },
  },
]
