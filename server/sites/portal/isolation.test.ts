import { expect, test } from 'vitest'
import { Order } from '../../../generated/zod/schemas.ts'
import { newOrder } from '../../../tests/kit/request-bodies.ts'
import { customerBrowser, newSignInLink } from '../../../tests/kit/server/customer-browser.ts'
import { recordedAttempt } from '../../../tests/kit/server/recorded-attempt.ts'
import { recordingPublisher } from '../../../tests/kit/server/recording-publisher.ts'
import { inviteRecipient } from '../../../tests/kit/server/shop-with-invite.ts'
import { smallAccount } from '../../../tests/kit/server/small-account.ts'
import { testServer } from '../../../tests/kit/server/test-server.ts'
import { toId } from '../../domain/ids.ts'
import { listApiKeys } from '../../store/accounts.ts'
import { listInvites } from '../../store/invites.ts'
import { listAttempts, recordAttempts } from '../../store/webhooks/attempts.ts'
import { listSubscriptions } from '../../store/webhooks/webhooks.ts'

const email = 'max@example.com'

/** Starts a server with an account that has a key, a webhook with an attempt, and a shipped order. */
const setUp = async () => {
  const server = await testServer({
    demo: false,
    environment: { SUPPORT_EMAILS: email },
    deliverer: () => ({
      ...recordingPublisher(() => {}),
      sendNow: async () => {
        throw new Error('No delivery was expected')
      },
    }),
  })
  const { store, account } = server
  const owner = customerBrowser(server)
  const page = await owner.signInToWebhook()
  const webhook = toId('whk', page.replace('/webhooks/', ''))
  await owner.createKey('A name that nobody else has')
  const shop = smallAccount(server)
  await shop.variant('T')
  const campaign = await shop.campaign(['T'])
  await shop.warehouse({ T: 10 })
  const created = await server.post('/v1/orders/create', newOrder(campaign, 'T'))
  const order = Order.parse(created.body)
  const response = 'A response that nobody else has'
  const ended = { subject: order.id, at: server.time.now, response }
  const attempt = recordedAttempt(account, webhook, ended)
  await store.write((transaction) => recordAttempts(transaction, [attempt]))
  const state = async () => ({
    keys: (await listApiKeys(store, account)).map(({ lastUsedAt: _, ...key }) => key),
    webhooks: await listSubscriptions(store, account),
    invites: await listInvites(store, account, undefined, { limit: 10, offset: 0 }),
    attempts: await listAttempts(store, account, webhook, { limit: 10, offset: 0 }),
  })
  const sent = { email: 'invited@example.com' }
  const { invite } = await inviteRecipient(server, campaign, sent)
  return { server, order, webhook, invite, campaign, state }
}

test('no URL of the portal shows or changes the data of another account', async () => {
  const { server, order, webhook, invite, campaign, state } = await setUp()
  const before = await state()
  const [key] = before.keys
  const marks = [
    server.account,
    order.id,
    order.orderNumber,
    webhook,
    'https://hooks.example.com/',
    order.recipient.email,
    order.recipient.street1,
    invite.inviteNumber,
    'invited@example.com',
    'that nobody else has',
    ...before.keys.flatMap(({ id, lastFour }) => [id, `<code>${lastFour}</code>`]),
  ]
  const pathOf = (path: string) =>
    path
      .replace('/portal', '')
      .replace('/keys/:id', `/keys/${key?.id}`)
      .replace('/webhooks/:id', `/webhooks/${webhook}`)
      .replace('/invites/:id', `/invites/${invite._id}`)
      .replace(':attempt', String(before.attempts[0]?.seq))
  const routes = server.app.routes.filter(({ path }) => /^\/portal(\/|$)/.test(path))
  const pagesOf = (method: string) =>
    routes.filter((route) => route.method === method).map(({ path }) => pathOf(path))
  const searches = [order.id, order.orderNumber, order.recipient.email]
  const pages = [
    ...pagesOf('GET'),
    ...searches.map((text) => `/orders?search=${encodeURIComponent(text)}`),
    `/invites?campaign=${campaign}`,
    `/orders/slip?order=${order.id}`,
    ...before.keys.map(({ id }) => `/keys?revoked=${id}`),
  ]

  const supporter = customerBrowser(server)
  const link = await newSignInLink(server, { email })
  const { headers } = await supporter.request({ method: 'POST', path: `/support/sign-in/${link}` })
  const session = String(headers['set-cookie']).replace('support=', 'portal=').split(';')[0]

  const stranger = customerBrowser(server)
  await stranger.signIn((await server.another()).account)
  for (const page of pages)
    for (const cookie of [stranger.cookie(), session, undefined]) {
      const client = customerBrowser(server)
      const sent = { path: `/portal${page}`, headers: { cookie } }
      const { text, status } = await client.request(sent)
      const own = decodeURIComponent(/search=(.*)/.exec(page)?.[1] ?? '')
      const shown = text.replace(`value="${own}"`, '')
      expect([page, marks.filter((mark) => shown.includes(mark))]).toEqual([page, []])
      if (cookie !== stranger.cookie() && !/^\/(sign-in|assets)/.test(page))
        expect([page, status]).toEqual([page, 303])
    }

  const forms = pagesOf('POST').filter((path) => path !== '/sign-out')
  expect(forms.length).toBeGreaterThan(10)
  const fields = { name: 'x', id: key?.id, url: 'https://b.example.com', 'order.shipped': 'on' }
  for (const path of forms) {
    const { status } = await stranger.post(path, fields)
    expect([path, status]).toEqual([path, path.includes('_') ? 404 : expect.any(Number)])
    expect(status).toBeLessThan(500)
    const without = customerBrowser(server)
    await without.post(path, fields)
  }
  expect(await state()).toEqual(before)
})
