import { expect, test } from 'vitest'
import { Contact, InviteCreated } from '../../generated/schemas.ts'
import { newContact } from '../../testkit/request-bodies.ts'
import { createMailer } from '../email/mailer.ts'
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

test('a new invite without a notification is unused, and its unset texts are empty', async () => {
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

test.each([true, false])('emailNotificationSent is the result of sending: %s', async (sent) => {
  const { server, campaign, create, asked } = await invites(sent)
  const answer = await create({
    campaignId: campaign,
    sendEmailNotification: true,
    email: 'ada@example.com',
  })
  const { invite, inviteUrl } = InviteCreated.parse(answer.body)
  expect(invite.emailNotificationSent).toBe(sent)
  expect(asked).toEqual([{ email: 'ada@example.com', url: inviteUrl }])
  const kept = await server.database.query('select email_notification_sent as sent from invites')
  expect(kept).toEqual([{ sent: Number(sent) }])
})

test('slugs and numbers are unique', async () => {
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

test('an invite marks the contacts with its email as invited', async () => {
  const { server, campaign, create } = await invites()
  const sendEmailNotification = false
  await server.post('/v1/contacts/create', { ...newContact(campaign), email: 'ada@example.com' })
  const invited = async () => {
    const query = `campaignId=${campaign}&inviteStatusFilter=invited`
    return Contact.array().parse((await server.get(`/v1/contacts/list?${query}`)).body).length
  }
  await create({ campaignId: campaign, sendEmailNotification })
  await create({ campaignId: campaign, sendEmailNotification, email: 'zoe@example.com' })
  expect(await invited()).toBe(0)
  await create({ campaignId: campaign, sendEmailNotification, email: 'Ada@Example.com' })
  expect(await invited()).toBe(1)
  const unknown = await create({ campaignId: 'cmp_none', sendEmailNotification })
  expect(unknown.body).toEqual({ message: 'Campaign not found' })
})
