import type { components } from '../../generated/types.ts'
import { InviteCreate, InviteCreated, ValidationError } from '../../generated/zod/schemas.ts'
import { must, mustBeNow, mustReturn, read, same } from '../support/api.ts'
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
      const { id: campaignId, expiration } = await context.fixtures.campaign()
      const taken = new Set<string>()
      const check = async (any: Partial<Schemas['InviteCreate']>) => {
        const sent = { ...any, campaignId, sendEmailNotification: false }
        const { invite, inviteUrl, response } = await create(context, sent)
        const { _id, slug, inviteNumber, createdAt, ...rest } = invite
        const { firstName = '', lastName = '', email = '', companyName = '' } = sent
        const { expiresAt = expiration } = sent
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
        for (const name of [`slug ${slug}`, `_id ${_id}`, `inviteNumber ${inviteNumber}`]) {
          must(!taken.has(name), `two invites must not have the ${name}`, response)
          taken.add(name)
        }
      }
      await check({})
      await check({ expiresAt: '2020-01-01T00:00:00Z' })
      await context.forAll(anyInvite, check)
    },
  },
  'createInvite reports a missing campaignId, then invalid fields, then a missing email': {
    source: '§4 POST /v1/invites/create, §7 rule 3, design decisions 4, 13, 27 and 28',
    async run(context) {
      const { id: campaignId } = await context.fixtures.campaign()
      const messages = {
        campaignId: 'Campaign ID is required',
        fields: 'Invalid request body',
        email: 'email is required when sendEmailNotification is enabled',
        unknown: 'Campaign not found',
      }
      const notify = { sendEmailNotification: true }
      const cases: [message: keyof typeof messages, body: object][] = [
        ...[{}, { campaignId: '' }].flatMap((missing): [keyof typeof messages, object][] => [
          ['campaignId', { ...missing, sendEmailNotification: false }],
          ['campaignId', { ...missing, ...notify }],
          ['campaignId', { ...missing, firstName: 5 }],
        ]),
        ['fields', { ...notify, campaignId, firstName: 5 }],
        ['fields', { ...notify, campaignId, email: '' }],
        ['email', { ...notify, campaignId }],
        ['email', { ...notify, campaignId: 'unknown' }],
        ['unknown', { campaignId: 'unknown', sendEmailNotification: false }],
      ]
      for (const [expected, body] of cases) {
        const response = await context.api.post('/v1/invites/create', body)
        if (expected === 'fields')
          same(
            read(ValidationError, response, 400).message,
            messages.fields,
            'the message',
            response,
          )
        else mustReturn(response, 400, { message: messages[expected] })
      }
      await create(context, { ...notify, campaignId, email: 'notify.me@example.com' })
    },
  },
}
