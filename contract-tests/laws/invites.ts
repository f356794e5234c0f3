import type { components } from '../../generated/types.ts'
import { InviteCreate, InviteCreated, ValidationError } from '../../generated/zod/schemas.ts'
import { must, mustBeNow, read, same } from '../support/api.ts'
import { awkward, caseVariants } from '../support/fixtures.ts'
import type { LawContext, Laws } from '../support/law.ts'
import { validBody } from '../support/requests.ts'

type Schemas = components['schemas']

const create = async ({ api }: LawContext, body: Schemas['InviteCreate']) => {
  const response = await api.post('/v1/invites/create', body)
  return { ...read(InviteCreated, response), response }
}

const anyInvite = validBody('createInvite').map((body) => InviteCreate.parse(body))

export const invites: Laws = {
  'An invite is returned as sent, unused, with a unique URL; unset texts are empty strings': {
    source: '§2, §3, §4 POST /v1/invites/create, design decisions 13, 27 and 28',
    async run(context) {
      const first = await context.fixtures.campaign()
      const taken = new Set<string>()
      const check = async (any: Partial<Schemas['InviteCreate']>, { id, expiration } = first) => {
        const sent = { ...any, campaignId: id, sendEmailNotification: false }
        const { invite, inviteUrl, response } = await create(context, sent)
        const { _id, slug, inviteNumber, createdAt, ...rest } = invite
        const { firstName = '', lastName = '', email = '', companyName = '' } = sent
        const { expiresAt = invite.expiresAt } = sent
        const texts = { firstName, lastName, email, companyName }
        const unused = { status: 'UNUSED', emailNotificationSent: false, expiresAt }
        same(rest, { ...texts, ...unused }, 'the invite', response)
        if (sent.expiresAt === undefined)
          same(Date.parse(expiresAt), Date.parse(expiration), 'the time of expiresAt', response)
        must(
          URL.parse(inviteUrl)?.pathname.endsWith(`/i/${slug}`) === true,
          `inviteUrl must be a URL whose path ends with /i/${slug}, not ${inviteUrl}`,
          response,
        )
        must(_id !== '' && inviteNumber !== '', 'an invite must have an id and a number', response)
        mustBeNow(createdAt, 'createdAt', response)
        for (const name of [`slug ${slug}`, `_id ${_id}`, `inviteNumber ${inviteNumber}`]) {
          must(!taken.has(name), `two invites must not have the ${name}`, response)
          taken.add(name)
        }
      }
      // Also campaigns that accept no orders.
      for (const campaign of await context.fixtures.campaigns()) await check({}, campaign)
      for (const expiresAt of [
        '2020-01-01T00:00:00Z',
        '2096-02-29T23:59:59.123456789+05:30',
        '0000-01-01T00:00:00Z',
        '9999-12-31T23:59:59Z',
      ])
        await check({ expiresAt })
      for (const email of ['twice@example.com', 'twice@example.com']) await check({ email })
      for (const text of awkward)
        await check({ firstName: text, lastName: text, companyName: text })
      await Promise.all(Array.from({ length: 5 }, () => check({})))
      await context.forAll(anyInvite, check)
    },
  },
  'createInvite reports a missing campaignId, then invalid fields, then a missing email': {
    source: '§4 POST /v1/invites/create, §7 rule 3, design decisions 4, 13, 27 and 28',
    async run(context) {
      const { id: campaignId } = await context.fixtures.campaign()
      const notify = { sendEmailNotification: true }
      const silent = { sendEmailNotification: false }
      const missing = [{}, { campaignId: '' }].flatMap((without) => [
        { ...without, ...silent },
        { ...without, ...notify },
        { ...without, firstName: 5 },
      ])
      for (const [expected, bodies] of [
        ['Campaign ID is required', missing],
        [
          'Campaign not found',
          ['unknown', ...caseVariants(campaignId)].map((id) => ({ ...silent, campaignId: id })),
        ],
        [
          'email is required when sendEmailNotification is enabled',
          [campaignId, 'unknown'].map((id) => ({ ...notify, campaignId: id })),
        ],
        [
          'Invalid request body',
          [{ firstName: 5 }, { email: '' }].map((more) => ({ ...notify, campaignId, ...more })),
        ],
      ] as const)
        for (const body of bodies) {
          const response = await context.api.post('/v1/invites/create', body)
          const { message, errors } = read(ValidationError, response, 400)
          same(message, expected, 'the message', response)
          const isInvalid = expected === 'Invalid request body'
          same(errors !== undefined, isInvalid, 'whether the body has errors', response)
        }
      const email = 'notify.me@example.com'
      await create(context, { ...notify, campaignId, email })
      const expired = { ...notify, campaignId, email, expiresAt: '2020-01-01T00:00:00Z' }
      const { invite, response } = await create(context, expired)
      same(invite.emailNotificationSent, false, 'emailNotificationSent if expired', response)
    },
  },
}
