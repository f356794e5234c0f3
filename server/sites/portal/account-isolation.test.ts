import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '../../http/env.ts'
import { listApiKeys } from '../../store/api-keys.ts'
import { listSubscriptions } from '../../store/webhooks.ts'
import { customerBrowser, revokePaths } from '../../testing/customer-browser.ts'
import { hiddenFieldValue } from '../../testing/recipient-browser.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { mountPortal } from './mount-portal.ts'

/** Returns the paths of the portal's GET routes. */
const pagesOf = ({ store, url }: TestServer): string[] => {
  const app = new Hono<Env>()
  mountPortal({
    store,
    clock: Date.now,
    mailer: { sendInvite: async () => false, sendSignInLink: async () => false },
    testWebhook: () => Promise.reject(new Error('not called')),
    seal: (secret) => secret,
    baseUrl: url,
    onFault: () => {},
  })(app)
  const routes = app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
  return [...new Set(routes.map((path) => path.replace('/portal', '')))]
}

/** Assets are public. */
const isPage = (path: string): boolean => !/^\/assets\//.test(path)

/** Returns whether a route matches the path. */
const isOf = (route: string, path: string): boolean =>
  new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)

test('no page shows or changes the data of another account', async () => {
  const server = await testServer({ demo: false })
  const { account: other } = await server.another()
  const owner = customerBrowser(server)
  await owner.signIn()
  await owner.createKey('A name that nobody else has')
  await server.post('/v1/webhooks', {
    url: 'https://only-mine.example.com/',
    events: ['order.created'],
  })
  const webhook = await owner.signInToWebhook()
  // The time of the last use is written later.
  const keys = async () =>
    (await listApiKeys(server.store, server.account)).map(({ lastUsedAt: _, ...key }) => key)
  const mine = await keys()
  const revoke = revokePaths((await owner.open('/keys')).text)
  expect(revoke).toHaveLength(mine.length)

  const stranger = customerBrowser(server)
  await stranger.signIn(other)
  const marks = [
    'A name that nobody else has',
    'only-mine.example.com',
    'hooks.example.com',
    webhook,
    server.account,
    ...mine.flatMap(({ id, lastFour }) => [id, `<code>${lastFour}</code>`]),
  ]
  const ofWebhook = ['', '/rotate', '/delete'].map((path) => webhook + path)
  const pages = ['', '/keys', '/webhooks', '/sign-in', '/sign-in/none', ...revoke, ...ofWebhook]
  for (const route of pagesOf(server).filter(isPage))
    expect(
      pages.some((page) => isOf(route, page)),
      `${route} is opened below`,
    ).toBe(true)
  for (const page of pages) {
    const seen = await stranger.open(page)
    for (const mark of marks) expect(seen.text.includes(mark), `${page} shows ${mark}`).toBe(false)
  }
  for (const { id } of mine)
    expect((await stranger.open(`/keys?revoked=${id}`)).text).not.toContain('is revoked.')

  // The stranger's own token with the owner's keys and webhook.
  const before = await listSubscriptions(server.store, server.account)
  const { text } = await stranger.open('/keys')
  for (const path of [
    ...revoke,
    ...['/test', '/rotate', '/delete'].map((each) => webhook + each),
  ]) {
    const response = await stranger.post(path, { token: hiddenFieldValue(text, 'token') })
    expect(response.status).toBe(404)
  }
  // A new key with the id of one of the owner's keys.
  const [first] = mine
  const taken = await stranger.fill('/keys', { name: 'till', id: first?.id })
  expect(taken.status).toBe(409)
  expect(await keys()).toEqual(mine)
  expect(await listSubscriptions(server.store, server.account)).toEqual(before)
})
