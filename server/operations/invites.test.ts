import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { InviteCreated } from '../../generated/schemas.ts'
import { createMailer } from '../email/create-mailer.ts'
import { smallAccount } from '../testing/small-account.ts'
import { testServer } from '../testing/test-server.ts'

const invites = async (sent = true) => {
  const asked: { email: string; url: string }[] = []
  const server = await testServer({
    demo: false,
    environment: { REDEEM_URL: 'https://redeem.example.com/' },
    parts: {
      mailer: {
        ...createMailer(async () => sent),
        sendInvite: async ({ email }, url) => {
          asked.push({ email, url })
          return sent
        },
      },
    },
  })
  const campaign = await smallAccount(server).campaign([])
  const create = (json: unknown) => server.post('/v1/invites/create', json)
  return { server, campaign, create, asked }
}

test('an invite that the caller passes on: unused, not e-mailed, unset texts empty', async () => {
  const { server, campaign, create, asked } = await invites()
  const answer = await create({ campaignId: campaign, sendEmailNotification: false })
  expect(answer.status).toBe(200)
  const { invite, inviteUrl } = InviteCreated.parse(answer.body)
  expect(invite).toEqual({
    _id: expect.stringMatching(/^inv_/),
    slug: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
    inviteNumber: 'INV-100001',
    status: 'UNUSED',
    email: '',
    firstName: '',
    lastName: '',
    companyName: '',
    expiresAt: new Date(server.time.now + 86_400_000).toISOString(),
    emailNotificationSent: false,
    createdAt: new Date(server.time.now).toISOString(),
  })
  expect(inviteUrl).toBe(`https://redeem.example.com/i/${invite.slug}`)
  expect(asked).toEqual([])
})

test.each([true, false])('emailNotificationSent says what really happened: %s', async (sent) => {
  const { server, campaign, create, asked } = await invites(sent)
  const answer = await create({
    campaignId: campaign,
    sendEmailNotification: true,
    email: 'ada@example.com',
  })
  const { invite, inviteUrl } = InviteCreated.parse(answer.body)
  expect(invite.emailNotificationSent).toBe(sent)
  expect(asked).toEqual([{ email: 'ada@example.com', url: inviteUrl }])
  const database = new DatabaseSync(server.config.databaseFile, { readOnly: true })
  const kept = database.prepare('select email_notification_sent as sent from invites').all()
  database.close()
  expect(kept).toEqual([{ sent: Number(sent) }])
})

test('every slug and number is another', async () => {
  const { campaign, create } = await invites()
  const made = await Promise.all(
    Array.from({ length: 20 }, () =>
      create({ campaignId: campaign, sendEmailNotification: false }),
    ),
  )
  const all = made.map(({ body }) => InviteCreated.parse(body).invite)
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(20)
  expect(new Set(all.map(({ inviteNumber }) => inviteNumber)).size).toBe(20)
})

test.each(['2027-03-31T23:59:59Z', '2020-01-01T00:00:00Z', '2028-02-29T12:00:00.5+05:30'])(
  'expiresAt %s comes back as sent, past or not',
  async (expiresAt) => {
    const { campaign, create } = await invites()
    const answer = await create({ campaignId: campaign, sendEmailNotification: false, expiresAt })
    expect(InviteCreated.parse(answer.body).invite.expiresAt).toBe(expiresAt)
  },
)

describe('what is wrong is said in this order', () => {
  const invalid = (...errors: string[]) => ({ message: 'Invalid request body', errors })
  const timestamp = 'must be an ISO 8601 timestamp such as 2027-03-31T23:59:59Z'

  test.each<[string, Record<string, unknown>, unknown]>([
    [
      'the campaign is missing, whatever else',
      { email: 'x' },
      { message: 'Campaign ID is required' },
    ],
    [
      'the campaign is empty',
      { campaignId: '', sendEmailNotification: true },
      { message: 'Campaign ID is required' },
    ],
    [
      'the campaign is null',
      { campaignId: null, sendEmailNotification: false },
      invalid('campaignId: must be a string'),
    ],
    [
      'fields, before the e-mail rule',
      { campaignId: 'c', sendEmailNotification: true, firstName: 'x'.repeat(101) },
      invalid('firstName: must have at most 100 characters'),
    ],
    ['the flag is missing', { campaignId: 'c' }, invalid('sendEmailNotification: is required')],
    [
      'the flag is a text',
      { campaignId: 'c', sendEmailNotification: 'true' },
      invalid('sendEmailNotification: must be a boolean'),
    ],
    [
      'an empty e-mail is an invalid one',
      { campaignId: 'c', sendEmailNotification: true, email: '' },
      invalid('email: must be an e-mail address'),
    ],
    [
      'no e-mail though it is wanted',
      { campaignId: 'c', sendEmailNotification: true },
      { message: 'email is required when sendEmailNotification is enabled' },
    ],
    [
      'an unknown campaign, last',
      { campaignId: 'c', sendEmailNotification: false },
      { message: 'Campaign not found' },
    ],
    [
      'a day that does not exist',
      { campaignId: 'c', sendEmailNotification: false, expiresAt: '2027-02-29T00:00:00Z' },
      invalid(`expiresAt: ${timestamp}`),
    ],
    [
      'a date without a time',
      { campaignId: 'c', sendEmailNotification: false, expiresAt: '2027-02-28' },
      invalid(`expiresAt: ${timestamp}`),
    ],
    [
      'a time without an offset',
      { campaignId: 'c', sendEmailNotification: false, expiresAt: '2027-02-28T10:00:00' },
      invalid(`expiresAt: ${timestamp}`),
    ],
  ])('%s', async (_, body, expected) => {
    const { create } = await invites()
    const answer = await create(body)
    expect([answer.status, answer.body]).toEqual([400, expected])
  })
})
