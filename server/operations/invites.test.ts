import { expect, test } from 'vitest'
import { InviteCreated } from '../../generated/zod/schemas.ts'
import { smallAccount } from '../../tests/kit/server/small-account.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { createMailer } from '../email/mailer.ts'

const invites = async (sent = true) => {
  const asked: { email: string; url: string }[] = []
  const server = await testServer({
    demo: false,
    environment: { REDEEM_URL: 'https://redeem.example.com/' },
    parts: {
      mailer: {
        ...createMailer({ name: 'Test' }, async () => sent),
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

test('an invite without a notification sends no email, and its number and URL are its own', async () => {
  const { server, campaign, create, asked } = await invites()
  const body = { campaignId: campaign, sendEmailNotification: false }
  const made = await Promise.all(Array.from({ length: 20 }, () => create(body)))
  const all = made.map((answer) => InviteCreated.parse(answer.body))
  for (const { invite, inviteUrl } of all) {
    expect(invite).toMatchObject({
      slug: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      // The campaign's.
      expiresAt: new Date(server.time.now + 86_400_000).toISOString(),
      emailNotificationSent: false,
    })
    expect(inviteUrl).toBe(`https://redeem.example.com/i/${invite.slug}`)
  }
  expect(new Set(all.map(({ invite }) => invite.slug)).size).toBe(20)
  expect(all.map(({ invite }) => invite.inviteNumber).toSorted()).toEqual(
    Array.from({ length: 20 }, (_, i) => `INV-${100_001 + i}`),
  )
  expect(asked).toEqual([])
})

test.each([true, false])('emailNotificationSent is the result of sending: %s', async (sent) => {
  const { server, campaign, create, asked } = await invites(sent)
  const email = 'ada@example.com'
  const answer = await create({ campaignId: campaign, sendEmailNotification: true, email })
  const { invite, inviteUrl } = InviteCreated.parse(answer.body)
  expect(invite.emailNotificationSent).toBe(sent)
  expect(asked).toEqual([{ email, url: inviteUrl }])
  const kept = await server.database.query('select "emailNotificationSent" as sent from invites')
  expect(kept).toEqual([{ sent: Number(sent) }])
})

test.each([
  ['an invite that has expired', {}, { expiresAt: '2020-01-01T00:00:00Z' }],
  [
    'an invite to a campaign that has expired',
    { expiresIn: -1 },
    { expiresAt: '2999-01-01T00:00:00Z' },
  ],
  ['an invite to a closed campaign', { status: 'Expired' }, {}],
])('%s is not emailed', async (_, options, more) => {
  const { server, create, asked } = await invites()
  const campaignId = await smallAccount(server).campaign([], options)
  const email = 'ada@example.com'
  const answer = await create({ campaignId, sendEmailNotification: true, email, ...more })
  expect(InviteCreated.parse(answer.body).invite.emailNotificationSent).toBe(false)
  expect(asked).toEqual([])
})
