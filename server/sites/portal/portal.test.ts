import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeSignInLink } from '../../actions/sign-in.ts'
import { timestamp } from '../../domain/clock.ts'
import { toId } from '../../domain/ids.ts'
import { sealWith } from '../../events/sealed-secret.ts'
import { deactivateAccount, insertAccount } from '../../store/accounts.ts'
import { listApiKeys } from '../../store/api-keys.ts'
import { type LastDelivery, listSubscriptions, recordLastDeliveries } from '../../store/webhooks.ts'
import { customerBrowser, hiddenFields, revokePaths } from '../../testing/customer-browser.ts'
import { hiddenFieldValue } from '../../testing/recipient-browser.ts'
import { recordingPublisher } from '../../testing/recording-publisher.ts'
import { testServer } from '../../testing/test-server.ts'

const minute = 60_000
const url = 'https://hooks.example.com/'

type Options = Parameters<typeof testServer>[0]

const setUp = async (options: Options = {}) => {
  const server = await testServer({ demo: false, ...options })
  const browser = customerBrowser(server)
  const newLink = () =>
    server.store.write((transaction) =>
      makeSignInLink(transaction, server.account, server.time.now),
    )
  return { server, browser, newLink }
}

const signedIn = async (options: Options = {}) => {
  const made = await setUp(options)
  expect((await made.browser.signIn()).headers.location).toBe('/portal/keys')
  return made
}

/** Signs in to an account with a webhook. */
const withWebhook = async (options: Options = {}) => {
  const made = await setUp(options)
  const page = await made.browser.signInToWebhook()
  const stored = async () => {
    const [subscription] = await listSubscriptions(made.server.store, made.server.account)
    if (!subscription) throw new Error('There is no subscription')
    return subscription
  }
  return { ...made, page, stored }
}

test('the response to a link request does not reveal whether the account exists', async () => {
  const sent: { to: string; url: string }[] = []
  const { server, browser } = await setUp({
    parts: {
      mailer: {
        sendInvite: async () => true,
        sendSignInLink: async ({ email }, url) => sent.push({ to: email, url }) > 0,
      },
    },
  })
  const account = { id: toId('acc', 'acc_mail'), name: 'Pine', createdAt: '' }
  await server.store.write((transaction) =>
    insertAccount(transaction, { ...account, email: 'Zoe@Example.com' }),
  )
  const requestLink = async (email: string) => {
    const { status, text } = await browser.fill('/sign-in', { email })
    return [status, text.replaceAll(email.trim(), '')]
  }
  const known = await requestLink(' zoe@example.COM ')
  expect(await requestLink('nobody@example.com')).toEqual(known)
  await expect.poll(() => sent).toEqual([{ to: 'Zoe@Example.com', url: expect.any(String) }])

  // A second link is sent after a minute at the earliest.
  const { text } = await browser.fill('/sign-in', { email: 'zoe@example.com' })
  expect(text).toContain('within 15 minutes')
  const resend = () => browser.post('/sign-in', hiddenFields(text))
  server.time.now += minute
  const again = await resend()
  expect([again.status, again.text]).toEqual([200, text])
  await expect.poll(() => sent.length).toBe(2)

  // No more than five unused links in 15 minutes.
  for (let i = 3; i <= 7; i++) {
    server.time.now += minute
    await resend()
    await expect.poll(() => sent.length).toBe(Math.min(i, 5))
  }

  const path = sent[0]?.url.replace(`${server.url}/portal`, '') ?? ''
  expect((await browser.fill(path)).headers.location).toBe('/portal/keys')
  expect((await browser.open('/keys')).text).toMatch(
    /<p class="brand"><img[^>]*> Merch Fulfillment<\/p>\s<nav[^>]*>\s<p class="muted">Pine</,
  )
})

test('a link works once within 15 minutes, and GET does not use it', async () => {
  const { server, browser, newLink } = await setUp()
  const used = await newLink()
  await browser.open(`/sign-in/${used}`)
  await browser.open(`/sign-in/${used}`, 'HEAD')
  expect((await browser.fill(`/sign-in/${used}`)).status).toBe(303)
  const again = await browser.open(`/sign-in/${used}`)
  expect(again).toMatchObject({ status: 410, text: expect.stringContaining('within 15 minutes') })
  const other = customerBrowser(server)
  expect((await other.open(`/sign-in/${used}`)).status).toBe(410)

  const late = await newLink()
  server.time.now += 15 * minute - 1
  const { status, text } = await other.open(`/sign-in/${late}`)
  expect(status).toBe(200)
  server.time.now += 1
  expect((await other.post(`/sign-in/${late}`, hiddenFields(text))).status).toBe(410)
  for (const none of ['x', 'A'.repeat(43), 'A'.repeat(44), '%ZZ'])
    expect((await other.open(`/sign-in/${none}`)).status, none).toBe(410)
})

test('signing in starts a new session, which ends after 12 hours or with a sign-out', async () => {
  const { server, browser, newLink } = await setUp()
  const statusOf = async (cookie = browser.cookie()) =>
    (await customerBrowser(server).request({ path: '/portal/keys', headers: { cookie } })).status
  await browser.open('/sign-in')
  const before = browser.cookie()
  await browser.signIn()
  const during = browser.cookie()
  expect((await browser.open('/sign-in')).headers.location).toBe('/portal/keys')
  // The cookie from before the sign-in is useless to others.
  expect([await statusOf(before), await statusOf(during)]).toEqual([303, 200])
  await browser.signIn()
  expect([await statusOf(during), await statusOf()]).toEqual([303, 200])

  const [navigation = ''] = (await browser.open('/keys')).text.split('</nav>')
  await browser.post('/sign-out', hiddenFields(navigation))
  expect(await statusOf()).toBe(303)

  await browser.signIn()
  server.time.now += 12 * 60 * minute - 1
  expect(await statusOf()).toBe(200)
  server.time.now += 1
  expect(await statusOf()).toBe(303)

  // Another process, such as `merch accounts deactivate`, signs the account out.
  await browser.signIn()
  const other = await server.database.open()
  await other.write((transaction) => deactivateAccount(transaction, server.account, 'now'))
  await other.close()
  expect(await statusOf()).toBe(303)
  expect((await browser.open(`/sign-in/${await newLink()}`)).status).toBe(410)
})

test('a new key is shown once and works until it is revoked', async () => {
  const { server, browser } = await signedIn()
  expect((await browser.open('/keys')).text).toContain('<td data-label="Last used">Never</td>')
  const key = await browser.createKey(' Till <1> & "2" ')
  const auth = () => server.request({ path: '/v1/auth', key })
  expect((await auth()).body).toMatchObject({ account_id: server.account })
  await server.save()

  const { text } = await browser.open('/keys')
  const used = timestamp(Math.floor(server.time.now / minute) * minute)
  for (const shown of [
    '>Your keys</h2>',
    'Till &lt;1&gt; &amp; &quot;2&quot; <span class="badge good">Active</span>',
    `<code>${key.slice(-4)}</code>`,
    `<td data-label="Last used"><time datetime="${used}">`,
  ])
    expect(text).toContain(shown)
  expect(text).not.toContain(key)
  expect(text).not.toContain('Revoked')

  const [path = ''] = revokePaths(text)
  expect((await browser.open(path)).text).toContain('Revoke Till &lt;1&gt;')
  expect((await auth()).status).toBe(200)
  const revoked = await browser.fill(path)
  expect((await auth()).status).toBe(401)
  const after = await browser.open(String(revoked.headers.location).replace('/portal', ''))
  expect(after.text).toContain('is revoked.</p>')
  expect(after.text).toContain('<summary>Revoked keys (1)</summary>')
  expect(after.text.match(/<table/g)).toHaveLength(2)
  expect((await browser.open(path)).status).toBe(303)
  const [other = ''] = revokePaths(after.text)
  const active = other.split('/')[2]
  expect((await browser.open(`/keys?revoked=${active}`)).text).not.toContain('is revoked.')
  await browser.fill(other)
  const none = (await browser.open('/keys')).text
  expect([none.includes('You have no active keys'), none.match(/<table/g)?.length]).toEqual([
    true,
    1,
  ])
})

test('a form that is sent twice creates one key, and invalid names create none', async () => {
  const { browser } = await signedIn()
  const form = hiddenFields((await browser.open('/keys')).text)
  expect((await browser.post('/keys', { ...form, name: 'till' })).status).toBe(201)
  const again = await browser.post('/keys', { ...form, name: 'till' })
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('created already')])
  expect((await browser.fill('/keys', { name: 'till', id: 'key_1' })).status).toBe(400)
  for (const [name, reason] of [
    ['   ', 'Enter a key name'],
    ['x'.repeat(101), 'at most 100 characters'],
    ['a\u0007b', 'one line of text'],
  ] as const) {
    const { status, text } = await browser.fill('/keys', { name })
    expect(status).toBe(422)
    expect(text).toContain(reason)
    expect(text).toContain('aria-invalid="true" aria-describedby="name-error"')
    expect(revokePaths(text)).toHaveLength(2)
  }
})

test('every page forbids caching, framing and sending its URL to other hosts', async () => {
  const { browser } = await signedIn()
  for (const [path, expected] of [
    ['/sign-in/x', 410],
    ['/keys', 200],
    ['/webhooks', 200],
    ['/nothing', 404],
    ['/keys/x/revoke', 404],
    ['/webhooks/x', 404],
  ] as const) {
    const { status, headers, text } = await browser.open(path)
    expect([path, status]).toEqual([path, expected])
    const current = [...text.matchAll(/href="\/portal([^"]*)" aria-current="page"/g)]
    expect(current.map(([, page]) => page)).toEqual(expected === 200 ? [path] : [])
    expect(headers, path).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none';.*frame-ancestors 'none'/,
      ),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['ratelimit-limit']).toBeUndefined()
    expect(text).toMatch(/<h1/)
  }
  const wrong = await browser.open('/keys', 'DELETE')
  expect([wrong.status, wrong.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
})

test('an internal error is a page and a log line', async () => {
  const { server, browser } = await signedIn()
  await server.database.query('alter table webhooks rename to renamed')
  const { status, text } = await browser.open('/webhooks')
  expect([status, text.includes('<h1>This page could not be shown</h1>')]).toEqual([500, true])
  expect(server.log.filter((line) => line.includes('A request failed'))).toHaveLength(1)
})

test('over HTTPS the cookie has the __Host- prefix', async () => {
  const environment = { BASE_URL: 'https://api.example.com/merch' }
  const { browser } = await setUp({ environment })
  const { headers, text } = await browser.open('/sign-in')
  expect(headers['set-cookie']?.[0]).toMatch(
    /^__Host-portal=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(text).toContain('action="/merch/portal/sign-in"')
})

test('no page shows or changes the data of another account', async () => {
  const { server, browser: owner } = await signedIn()
  await owner.createKey('A name that nobody else has')
  const webhook = await owner.signInToWebhook()
  // The time of the last use is written later.
  const state = async () => ({
    keys: (await listApiKeys(server.store, server.account)).map(({ lastUsedAt: _, ...key }) => key),
    webhooks: await listSubscriptions(server.store, server.account),
  })
  const before = await state()
  const revoke = revokePaths((await owner.open('/keys')).text)
  expect(revoke).toHaveLength(before.keys.length)

  const stranger = customerBrowser(server)
  await stranger.signIn((await server.another()).account)
  const marks = [
    ...['A name that nobody else has', url, webhook, server.account],
    ...before.keys.flatMap(({ id, lastFour }) => [id, `<code>${lastFour}</code>`]),
  ]
  const ofWebhook = ['', '/rotate', '/delete', '/test'].map((path) => webhook + path)
  const pages = ['', '/keys', '/webhooks', '/sign-in', '/sign-in/none', ...revoke, ...ofWebhook]
  const routes = server.app.routes.filter(({ method }) => method === 'GET' || method === 'POST')
  for (const { path } of routes.filter(({ path }) =>
    /^\/portal(?!\/(assets|sign-out))/.test(path),
  )) {
    const pattern = new RegExp(`^${path.replace('/portal', '').replaceAll(/:\w+/g, '[^/]+')}$`)
    expect(
      pages.some((page) => pattern.test(page)),
      `${path} is opened below`,
    ).toBe(true)
  }
  for (const page of [...pages, ...before.keys.map(({ id }) => `/keys?revoked=${id}`)]) {
    const { text } = await stranger.open(page)
    for (const mark of marks) expect(text.includes(mark), `${page} shows ${mark}`).toBe(false)
    expect(text).not.toContain('is revoked.')
  }
  // The stranger's own token with the owner's keys and webhook.
  const token = hiddenFieldValue((await stranger.open('/keys')).text, 'token')
  for (const path of [...revoke, ...ofWebhook.slice(1)])
    expect((await stranger.post(path, { token })).status).toBe(404)
  // A new key with the id of one of the owner's keys.
  const taken = await stranger.fill('/keys', { name: 'till', id: before.keys[0]?.id })
  expect(taken.status).toBe(409)
  expect(await state()).toEqual(before)
})

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** Returns the secrets in a page. */
const secretsIn = (page: string): string[] => [...new Set(page.match(/whsec_[\w-]{43}/g))]

test('a new webhook shows its secret once, with receivers that use it', async () => {
  const seal = sealWith('a key')
  const { server, browser } = await signedIn({ parts: { seal } })
  expect((await browser.open('/webhooks')).text).toContain('Add your first webhook')
  const fields = { url: ` ${url}?b&c `, 'order.shipped': 'on', 'invite.viewed': 'on' }
  const created = await browser.fill('/webhooks', fields)
  expect(created.status).toBe(201)
  const [secret = '', ...others] = secretsIn(created.text)
  expect(others).toEqual([])
  for (const file of ['node.mjs', 'python.py', 'php.php']) {
    const sample = new URL(`../../../examples/receivers/${file}`, import.meta.url)
    expect(created.text).toContain(`<code>${escaped(readFileSync(sample, 'utf8').trim())}</code>`)
  }
  expect(created.text).toContain(`WEBHOOK_SECRET='${secret}' node node.mjs`)

  const [stored] = await listSubscriptions(server.store, server.account)
  const events = ['order.shipped', 'invite.viewed']
  expect(stored).toMatchObject({ url: `${url}?b&c`, events, active: true })
  expect([stored?.secret === secret, seal.open(stored?.secret ?? '')]).toEqual([false, secret])
  for (const path of ['/webhooks', `/webhooks/${stored?.id}`]) {
    const { status, text } = await browser.open(path)
    expect([status, secretsIn(text)]).toEqual([200, []])
    expect(text).toContain(`${url}?b&amp;c`)
    expect(text).toContain('<code>invite.viewed</code>')
  }
  // The form sent again.
  const again = await browser.fill('/webhooks', fields)
  expect([again.status, secretsIn(again.text)]).toEqual([422, []])
  expect(await listSubscriptions(server.store, server.account)).toHaveLength(1)
})

test('a URL is rejected with the message of the API, and the input is kept', async () => {
  const { server, browser } = await withWebhook()
  // A URL parser would accept the one with a space and change it.
  const invalid = ['http://a.example', 'https://10.0.0.1/', 'https://localhost/a&b', `${url}a b`]
  for (const rejected of [...invalid, `${url}#x`]) {
    const { body } = await server.post('/v1/webhooks', { url: rejected, events: ['order.created'] })
    const page = await browser.fill('/webhooks', { url: rejected, 'order.created': 'on' })
    expect(page.status).toBe(422)
    expect(body).toEqual({ message: expect.any(String) })
    for (const shown of [
      `<p class="error" id="url-error">${Object.values(body ?? {}).join('')}</p>`,
      `value="${escaped(rejected)}"`,
    ])
      expect(page.text).toContain(shown)
    expect(page.text.match(/name="[^"]+" value="on" checked/g)).toEqual([
      'name="order.created" value="on" checked',
    ])
    expect(page.text).not.toMatch(/There is a problem|events-error/)
  }
  const { text } = await browser.fill('/webhooks', { url: ' ' })
  for (const shown of [
    'There are 2 problems',
    '<a href="#url">Enter a URL</a>',
    '<a href="#events">Choose at least one event</a>',
    'aria-describedby="events-error"',
    '<p class="error" id="events-error">Choose at least one event</p>',
  ])
    expect(text).toContain(shown)
  expect(await listSubscriptions(server.store, server.account)).toHaveLength(1)
})

test('the last delivery is shown', async () => {
  const { server, browser, page, stored } = await withWebhook()
  expect((await browser.open('/webhooks')).text).toContain('None yet')
  const common = { account: server.account, webhook: (await stored()).id }
  for (const [result, text] of [
    [{ statusCode: 200 }, '<span class="badge good">Delivered</span> Status 200'],
    [{ statusCode: 299 }, '<span class="badge good">Delivered</span> Status 299'],
    [{ statusCode: 199 }, '<span class="badge bad">Rejected</span> Status 199'],
    [{ statusCode: 300 }, '<span class="badge bad">Rejected</span> Status 300'],
    [{ error: 'Timeout <1>' }, '<span class="badge bad">Failed</span> Timeout &lt;1&gt;'],
  ] as const) {
    const at = Date.UTC(2026, 10, 22, 23, 30)
    const delivery: LastDelivery = { event: 'order.shipped', at, statusCode: null, error: null }
    await server.store.write((transaction) =>
      recordLastDeliveries(transaction, [{ ...delivery, ...result, ...common }]),
    )
    for (const path of ['/webhooks', page]) {
      const shown = (await browser.open(path)).text
      expect(shown).toContain(text)
      expect(shown).toContain(
        '<time datetime="2026-11-22T23:30:00.000Z">22 November 2026 at 23:30 UTC</time>',
      )
    }
  }
})

test('a test delivery shows its result, is sent one at a time, and never to a paused webhook', async () => {
  const results = [
    { success: true, statusCode: 204, error: null },
    { success: false, statusCode: 500, error: 'The subscriber returned status 500' },
    { success: false, statusCode: null, error: 'Connection refused' },
  ]
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const { server, browser, page, stored } = await withWebhook({
    deliverer: () => ({
      ...recordingPublisher(() => {}),
      test: async () => {
        started.resolve()
        await finish.promise
        const result = results.shift()
        if (!result) throw new Error('No test was expected')
        return result
      },
    }),
  })
  const send = () => browser.fill(page, {}, `${page}/test`)
  const first = send()
  await started.promise
  expect((await send()).status).toBe(429)
  finish.resolve()
  expect((await first).text).toContain('The test was delivered. Your receiver returned 204.')
  expect((await send()).text).toContain('The test failed. The subscriber returned status 500')
  const failed = await send()
  expect(failed.status).toBe(200)
  expect(failed.text).toContain('<span class="badge bad">Failed</span> Connection refused')
  const open = (await browser.open(page)).text
  for (const shown of ['<span class="badge good">Active</span>', 'or to pause the webhook'])
    expect(open).toContain(shown)
  await server.put(`/v1/webhooks/${(await stored()).id}`, { active: false })
  const paused = await browser.post(`${page}/test`, hiddenFields(open))
  expect(paused.status).toBe(409)
  for (const shown of [
    'Webhook is not active',
    '<span class="badge">Paused</span>',
    'or to activate the webhook',
    'A paused webhook receives no events and no tests.',
  ])
    expect(paused.text).toContain(shown)
})

test('a rotation shows the new secret once, and a deleted webhook is gone', async () => {
  const { server, browser, page, stored } = await withWebhook()
  const before = (await stored()).secret
  const form = hiddenFields((await browser.open(`${page}/rotate`)).text)
  const rotated = await browser.post(`${page}/rotate`, form)
  const { secret } = await stored()
  expect([rotated.status, secretsIn(rotated.text)]).toEqual([200, [secret]])
  expect(secret).not.toBe(before)
  const again = await browser.post(`${page}/rotate`, form)
  expect([again.status, secretsIn(again.text)]).toEqual([409, []])
  expect((await stored()).secret).toBe(secret)

  const deleted = await browser.fill(`${page}/delete`)
  expect([deleted.status, deleted.headers.location]).toEqual([303, '/portal/webhooks?deleted'])
  const { text } = await browser.open('/webhooks?deleted')
  expect(text).toContain('The webhook is deleted.')
  expect(text).toContain('Add your first webhook')
  expect((await browser.open(page)).status).toBe(404)
  expect((await server.get('/v1/webhooks')).body).toEqual({ webhooks: [] })
})
