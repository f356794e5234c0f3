import { join } from 'node:path'
import { html } from 'hono/html'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newOrder } from '../../../tests/kit/request-bodies.ts'
import { countingStore } from '../../../tests/kit/server/counting-store.ts'
import {
  customerBrowser,
  hiddenFields,
  newSignInLink,
  revokePaths,
} from '../../../tests/kit/server/customer-browser.ts'
import { recordedAttempt } from '../../../tests/kit/server/recorded-attempt.ts'
import { recordingPublisher } from '../../../tests/kit/server/recording-publisher.ts'
import { smallAccount } from '../../../tests/kit/server/small-account.ts'
import { testServer } from '../../../tests/kit/server/test-server.ts'
import { createOrder } from '../../../tests/kit/server/test-shop.ts'
import { temporaryFolder } from '../../../tests/kit/temporary-folder.ts'
import { issueKey } from '../../actions/issue-key.ts'
import { askForSignInLink } from '../../actions/sign-in.ts'
import { readConfig } from '../../config.ts'
import { sealFor } from '../../deliveries/sealed-secret.ts'
import { timestamp } from '../../domain/clock.ts'
import { toId } from '../../domain/ids.ts'
import { createMailer } from '../../email/mailer.ts'
import {
  insertAccount,
  listApiKeys,
  revokeApiKey,
  setAccountEmail,
  setDeactivated,
} from '../../store/accounts.ts'
import { openSqliteStore } from '../../store/sqlite.ts'
import { recordAttempts } from '../../store/webhooks/attempts.ts'
import { listSubscriptions } from '../../store/webhooks/webhooks.ts'

const minute = 60_000
const url = 'https://hooks.example.com/'

const setUp = async (options: Parameters<typeof testServer>[0] = {}) => {
  const server = await testServer({ demo: false, ...options })
  const browser = customerBrowser(server)
  const newLink = () => newSignInLink(server)
  const stored = async () => {
    const [subscription] = await listSubscriptions(server.store, server.account)
    if (!subscription) throw new Error('There is no subscription')
    return subscription
  }
  return { server, browser, newLink, stored }
}

const escaped = (text: string): string => String(html`${text}`)

test('the response to a link request does not reveal whether the account exists', async () => {
  const sent: { to: string; url: string }[] = []
  const mailer = createMailer(
    readConfig({}).service,
    async ({ to, text }) => sent.push({ to, url: /http\S+/.exec(text)?.[0] ?? '' }) > 0,
  )
  const { server, browser } = await setUp({ parts: { mailer } })
  const account = { id: toId('acc', 'acc_mail'), name: 'Pine', createdAt: '' }
  await server.store.write((transaction) =>
    insertAccount(transaction, { ...account, email: 'Zoe@Example.com' }),
  )
  const request = async (email: string) => {
    const { status, text } = await browser.fill('/sign-in?next=/webhooks', { email })
    return [status, text.replaceAll(email.replaceAll(/[ \u200b]/g, ''), '')]
  }
  const known = await request(' \u200bzoe@example.COM ')
  expect(await request('nobody@example.com')).toEqual(known)
  await expect.poll(() => sent).toEqual([{ to: 'Zoe@Example.com', url: expect.any(String) }])

  // One link a minute, and no more than five unused ones.
  const ask = () =>
    server.store.write((transaction) =>
      askForSignInLink(transaction, { account: account.id }, server.time.now),
    )
  expect(await ask()).toBeUndefined()
  for (let i = 2; i <= 5; i++) {
    server.time.now += minute
    await request('zoe@example.com')
    await expect.poll(() => sent.length).toBe(i)
  }
  server.time.now += minute
  expect(await ask()).toBeUndefined()
  const path = sent[0]?.url.replace(`${server.url}/portal`, '') ?? ''
  expect((await browser.fill(path)).headers.location).toBe('/portal/webhooks')
  expect((await browser.open('/keys')).text).toContain('<p class="muted">Pine</p>')
})

test('signing in leads to the page that was asked for, and never out of the site', async () => {
  const { server, browser, newLink } = await setUp()
  const asked = await browser.open('/orders?search=MF-1')
  const action = '/portal/sign-in?next=%2Forders%3Fsearch%3DMF-1'
  expect(asked.headers.location).toBe(action)
  expect((await browser.follow(asked)).text).toContain(`action="${action}"`)
  for (const [next, page] of [
    ...['/orders?search=MF-1', '/orders?search=ada@example.com'].map((each) => [each, each]),
    ...['//evil.example', 'https://evil.example', '/\\evil.example', '/../../v1'].map((each) => [
      each,
      '/keys',
    ]),
  ]) {
    const visitor = customerBrowser(server)
    const query = `?next=${encodeURIComponent(String(next))}`
    const link = `/sign-in/${await newLink()}${query}`
    const [, form = ''] = /action="\/portal([^"]+)"/.exec((await visitor.open(link)).text) ?? []
    const signedIn = [await visitor.post(form, {}), await visitor.open(`/sign-in${query}`)]
    for (const { headers } of signedIn) expect(headers.location, next).toBe(`/portal${page}`)
  }
})

test('a request for a link reads and writes nothing before the next request has its response', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sent: string[] = []
  const mailer = createMailer(readConfig({}).service, async ({ to }) => sent.push(to) > 0)
  const { store, count } = countingStore(await openSqliteStore(join(temporaryFolder(), 'test.db')))
  const { server, browser } = await setUp({ parts: { mailer, store } })
  await store.write((transaction) =>
    setAccountEmail(transaction, server.account, 'zoe@example.com'),
  )
  const cost = async (email: string) => {
    const before = { ...count }
    await browser.post('/sign-in', { email })
    await browser.open('/sign-in')
    return { reads: count.reads - before.reads, writes: count.writes - before.writes }
  }
  expect(await cost('zoe@example.com')).toEqual(await cost('nobody@example.com'))
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1500)
  await vi.waitFor(() => expect(sent).toEqual(['zoe@example.com']))
})

test('after a clock was days ahead, an account gets a link at once', async () => {
  const { server, newLink } = await setUp()
  const { store, account, time } = server
  time.now += 2 * 86_400_000
  const ahead = await newLink()
  time.now -= 2 * 86_400_000
  const link = await store.write((transaction) =>
    askForSignInLink(transaction, { account }, time.now),
  )
  expect(link).toBeDefined()
  expect((await customerBrowser(server).open(`/sign-in/${ahead}`)).status).toBe(410)
})

test('a link works once within 15 minutes, and GET does not use it', async () => {
  const { server, browser, newLink } = await setUp()
  const used = `/sign-in/${await newLink()}`
  await browser.open(used)
  expect((await browser.fill(used)).status).toBe(303)
  const other = customerBrowser(server)
  for (const client of [browser, other]) expect((await client.open(used)).status).toBe(410)
  expect((await browser.open(used)).text).toContain('You are signed in to Test.')
  expect((await other.open(used)).text).toContain('Get a new link')

  const late = `/sign-in/${await newLink()}`
  server.time.now += 15 * minute - 1
  expect((await other.open(late)).status).toBe(200)
  server.time.now += 1
  expect((await other.post(late, {})).status).toBe(410)
  for (const none of ['x', 'A'.repeat(43), '%ZZ', '%00'])
    expect((await other.open(`/sign-in/${none}`)).status, none).toBe(410)
})

test('signing in starts a new session, which ends after 12 hours or with a sign-out', async () => {
  const { server, browser, newLink } = await setUp()
  const isSignedIn = async (cookie = browser.cookie()) =>
    (await customerBrowser(server).request({ path: '/portal/keys', headers: { cookie } }))
      .status === 200
  await browser.signIn()
  const first = browser.cookie()
  expect(first).toMatch(/^portal=[\w-]{43}$/)
  expect((await browser.open('/sign-in')).headers.location).toBe('/portal/keys')
  await browser.signIn()
  expect([await isSignedIn(first), await isSignedIn()]).toEqual([false, true])
  await browser.post('/sign-out', {})
  expect(await isSignedIn()).toBe(false)
  const { text } = await browser.follow(await browser.post('/keys', { name: 'Till' }))
  expect(text).toContain('Your session has ended. Nothing was changed.')

  await browser.signIn()
  server.time.now += 12 * 60 * minute - 1
  expect(await isSignedIn()).toBe(true)
  server.time.now += 1
  expect(await isSignedIn()).toBe(false)

  // Another process, such as `merch accounts deactivate`, signs the account out.
  await browser.signIn()
  const other = await server.database.open()
  await other.write((transaction) => setDeactivated(transaction, server.account, 'now'))
  await other.close()
  expect(await isSignedIn()).toBe(false)
  expect((await browser.open(`/sign-in/${await newLink()}`)).status).toBe(410)
})

test('the open sessions of the account are listed, and a browser ends those of the others', async () => {
  const { server, browser } = await setUp()
  const other = customerBrowser(server)
  for (const each of [other, browser]) await each.signIn()
  const stranger = customerBrowser(server)
  await stranger.signIn((await server.another()).account)
  const { text } = await browser.open('/sessions')
  const shown = [...text.matchAll(/>(This|Another) browser</g)].map(([, which]) => which)
  expect(shown.toSorted()).toEqual(['Another', 'This'])
  expect((await browser.fill('/sessions')).headers.location).toBe('/portal/sessions?ended')
  expect((await other.open('/keys')).status).toBe(303)
  for (const each of [browser, stranger]) expect((await each.open('/keys')).status).toBe(200)
  const ends = timestamp(server.time.now + 12 * 60 * minute).slice(0, 17)
  expect(text).toContain(`data-label="Ends"><time datetime="${ends}`)
  const alone = (await browser.open('/sessions?ended')).text
  expect(alone).toMatch(/^(?!.*(Another browser|Sign out all)).*All other sessions have ended/s)
})

test('a new key is shown once and works until it is revoked', async () => {
  const { server, browser } = await setUp()
  await browser.signIn()
  const key = await browser.createKey(' Till <1> & "2" ')
  const auth = () => server.request({ path: '/v1/auth', key })
  expect((await auth()).body).toMatchObject({ account_id: server.account })
  await server.save()
  const { text } = await browser.open('/keys')
  const used = timestamp(Math.floor(server.time.now / minute) * minute)
  for (const shown of [
    'Till &lt;1&gt; &amp; &quot;2&quot; <span class="badge good">Active</span>',
    `<code>${key.slice(-4)}</code>`,
    `<td data-label="Last used"><time datetime="${used}">`,
    '<td data-label="Last used">Never</td>',
  ])
    expect(text).toContain(shown)
  expect(text).toMatch(/href="\/portal\/keys" aria-current="page">API keys<(?!.*aria-current)/s)
  for (const hidden of [key, 'Revoked keys', 'Newer', 'Failing webhooks'])
    expect(text).not.toContain(hidden)

  const [path = '', other = ''] = revokePaths(text)
  expect((await browser.open(path)).text).toContain('Revoke Till &lt;1&gt;')
  expect((await auth()).status).toBe(200)
  const revoked = await browser.fill(path)
  expect((await auth()).status).toBe(401)
  const after = await browser.open(String(revoked.headers.location).replace('/portal', ''))
  for (const shown of ['is revoked.</p>', '<summary>Revoked keys</summary>', 'Your keys'])
    expect(after.text).toContain(shown)
  expect((await browser.open(path)).status).toBe(303)
  await browser.fill(other)
  expect((await browser.open('/keys')).text).toContain('You have no active keys')
})

test('a form of another account’s tab changes nothing', async () => {
  const { server, browser } = await setUp()
  const other = (await server.another()).account
  await browser.signIn()
  const pages = ['/keys', '/webhooks', '/sessions']
  await customerBrowser(server).signIn()
  const forms = await Promise.all(
    pages.map(async (page) => hiddenFields((await browser.open(page)).text)),
  )
  await browser.signIn(other)
  const elsewhere = customerBrowser(server)
  await elsewhere.signIn(other)
  for (const [i, page] of pages.entries()) {
    const typed = { name: 'till', url, 'order.shipped': 'on' }
    const { status, text } = await browser.post(page, { ...forms[i], ...typed })
    expect([status, text.includes('Nothing was changed.')], page).toEqual([409, true])
    expect(text).toContain(`href="/portal${page}">Open the page again`)
  }
  expect(await listApiKeys(server.store, other)).toHaveLength(1)
  expect(await listSubscriptions(server.store, other)).toEqual([])
  expect((await elsewhere.open('/keys')).status).toBe(200)
})

test('a key gets another name and still works', async () => {
  const { server, browser } = await setUp()
  await browser.signIn()
  const key = await browser.createKey('till')
  const [revoke = ''] = revokePaths((await browser.open('/keys')).text)
  const rename = revoke.replace(/revoke$/, 'rename')
  const rejected = await browser.follow(await browser.fill(rename, { name: 'x'.repeat(101) }))
  expect(rejected.text).toMatch(/name="name" [^>]*required/)
  expect(rejected.text).toContain('at most 100 characters')
  await browser.fill(rename, { name: ' Till <2> ' })
  expect((await browser.open('/keys')).text).toContain('Till &lt;2&gt; <span class="badge good">')
  expect((await server.request({ path: '/v1/auth', key })).status).toBe(200)
})

test('a form that is sent twice creates one key, and an invalid name creates none', async () => {
  const { server, browser } = await setUp()
  await browser.signIn()
  const form = { ...hiddenFields((await browser.open('/keys')).text), name: 'till' }
  expect((await browser.post('/keys', form)).status).toBe(201)
  expect((await browser.post('/keys', form)).status).toBe(409)
  expect((await browser.fill('/keys', { name: 'till', id: 'key_1' })).status).toBe(400)
  const { status, text } = await browser.follow(await browser.fill('/keys', { name: ' \u200b' }))
  expect([status, text.includes('Enter a key name')]).toEqual([200, true])
  expect(text).toContain('aria-invalid="true" aria-describedby="name-error"')
  expect(await listApiKeys(server.store, server.account)).toHaveLength(2)
})

test('keys, orders, webhooks and deliveries are shown in pages of 50, and deliveries of one result alone', async () => {
  const { server, browser, stored } = await setUp()
  const { store, account, time } = server
  const shop = smallAccount(server)
  await shop.variant('T')
  await shop.warehouse({ T: 51 })
  const json = newOrder(await shop.campaign(['T']), 'T')
  for (let i = 0; i < 51; i++) await createOrder(server, json)
  const page = await browser.signInToWebhook()
  const { id } = await stored()
  for (let i = 0; i < 50; i++) {
    const webhook = { url: url + i, events: ['order.shipped'] }
    await server.request({ method: 'POST', path: '/v1/webhooks', json: webhook })
  }
  const added = await listSubscriptions(store, account)
  await store.write(async (transaction) => {
    for (const webhook of added.slice(1, 5))
      await recordAttempts(transaction, [recordedAttempt(account, webhook.id)])
    for (let i = 0; i < 120; i++) {
      if (i < 100) await issueKey(transaction, account, `till ${i}`, time.now)
      const result = { at: time.now, statusCode: i < 70 ? 204 : 500 }
      await recordAttempts(transaction, [recordedAttempt(account, id, result)])
    }
    const [oldest] = await listApiKeys(transaction, account)
    if (oldest) await revokeApiKey(transaction, oldest.id, timestamp(time.now), account)
  })
  /** Follows the links to older rows. Returns the number of matches on each page. */
  const countsOf = async (path: string, row: RegExp) => {
    const counts: number[] = []
    for (let next: string | undefined = path; next; ) {
      const { text } = await browser.open(next)
      counts.push(text.match(row)?.length ?? 0)
      next = /href="\/portal([^"]+)">Older</.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    return counts
  }
  const failing = (await browser.open('/keys')).text
  expect(failing.match(/last delivery to|">2 more/g)).toHaveLength(4)
  expect(await countsOf('/webhooks', />Manage</g)).toEqual([50, 1])
  expect(await countsOf('/orders', /<th scope="row"><a class="number"/g)).toEqual([50, 1])
  expect(await countsOf('/keys', />Active</g)).toEqual([50, 50, 0])
  expect((await browser.open('/keys?page=3')).text).not.toContain('You have no active keys')
  expect(await countsOf('/keys', /badge">Revoked</g)).toEqual([0, 0, 1])
  expect(await countsOf(page, /<th scope="row"><code>order.shipped</g)).toEqual([50, 50, 20])
  expect(await countsOf(`${page}?result=rejected`, />Rejected<\/span>/g)).toEqual([50])
  const delivered = (await browser.open(`${page}?result=delivered&page=2`)).text
  expect(delivered.match(/[^"]+"( aria-current="true"|>Newer)|Send again/g)).toEqual([
    `/portal${page}?result=delivered" aria-current="true"`,
    `/portal${page}?result=delivered&amp;page=1">Newer`,
  ])
  for (const wrong of ['0', '-1', 'x', '9999999'])
    expect(await countsOf(`/keys?page=${wrong}`, />Active</g)).toEqual([50, 50, 0])
})

/** Returns the secrets in a page. */
const secretsIn = (page: string): string[] => [...new Set(page.match(/whsec_[\w-]{43}/g))]

test('a new webhook shows its secret once, with a test', async () => {
  const seal = sealFor('a key')
  const { server, browser, stored } = await setUp({ parts: { seal } })
  await browser.signIn()
  expect((await browser.open('/webhooks')).text).toContain('Add your first webhook')
  const fields = { url: ` ${url}?b&c `, 'order.shipped': 'on', 'invite.viewed': 'on' }
  const created = await browser.fill('/webhooks', fields)
  const secrets = secretsIn(created.text)
  expect([created.status, secrets.length]).toEqual([201, 1])
  expect(created.text).toContain('<button>Send test</button>')
  const { id, secret, ...subscription } = await stored()
  const events = ['order.shipped', 'invite.viewed']
  expect(subscription).toMatchObject({ url: `${url}?b&c`, events, active: true })
  expect([secrets.includes(secret), seal.open(secret)]).toEqual([false, secrets[0]])
  for (const path of ['/webhooks', `/webhooks/${id}`]) {
    const { text } = await browser.open(path)
    expect([text.includes(`${url}?b&amp;c`), secretsIn(text)]).toEqual([true, []])
    expect(text).toContain('<code>invite.viewed</code>')
  }
  // The form sent again.
  const again = await browser.follow(await browser.fill('/webhooks', fields))
  expect([again.status, secretsIn(again.text)]).toEqual([200, []])
  expect(again.text).toContain('A webhook with this URL already exists')
  expect(await listSubscriptions(server.store, server.account)).toHaveLength(1)
})

test('a URL is rejected with the message of the API, and the input is kept', async () => {
  const { server, browser } = await setUp()
  await browser.signInToWebhook()
  // A URL parser would accept the one with a space and change it.
  const invalid = ['http://a.example', 'https://10.0.0.1/', 'https://localhost/a&b', `${url}a b`]
  for (const rejected of [...invalid, `${url}#x`]) {
    const { body } = await server.post('/v1/webhooks', { url: rejected, events: ['order.created'] })
    const response = await browser.fill('/webhooks', { url: rejected, 'order.created': 'on' })
    expect(response.status).toBe(303)
    const { text } = await browser.follow(response)
    expect(text).toContain(
      `<p class="error" id="url-error">${Object.values(body ?? {}).join('')}</p>`,
    )
    expect(text).toContain(`value="${escaped(rejected)}"`)
    expect(text.match(/name="[^"]+" value="on" checked/g)).toHaveLength(1)
  }
  const { text } = await browser.follow(await browser.fill('/webhooks', { url: ' ' }))
  for (const shown of [
    'There are 2 problems',
    '<a href="#url">Enter a URL</a>',
    '<a href="#events">Choose at least one event</a>',
    'aria-describedby="events-error"',
  ])
    expect(text).toContain(shown)
  expect(await listSubscriptions(server.store, server.account)).toHaveLength(1)
})

test.each([
  [{ statusCode: 200 }, '<span class="badge good">Delivered</span> Status 200'],
  [{ statusCode: 199 }, '<span class="badge bad">Rejected</span> Status 199'],
  [{ statusCode: 300 }, '<span class="badge bad">Rejected</span> Status 300'],
  [{ error: 'Timeout <1>' }, '<span class="badge bad">Failed</span> Timeout &lt;1&gt;'],
])('a last delivery with %j is shown', async (result, text) => {
  const { server, browser, stored } = await setUp()
  const page = await browser.signInToWebhook()
  expect((await browser.open(page)).text).toContain('None in the last 30 days')
  const at = Date.UTC(2026, 10, 22, 23, 30)
  const ended = { at, statusCode: null, ...result }
  const attempt = recordedAttempt(server.account, (await stored()).id, ended)
  await server.store.write((transaction) => recordAttempts(transaction, [attempt]))
  for (const path of ['/webhooks', page]) {
    const shown = (await browser.open(path)).text
    expect(shown).toContain(text)
    expect(shown).toContain('>22 November 2026 at 23:30 UTC</time>')
  }
})

test('a test delivery shows its result, and is never sent to a paused webhook', async () => {
  const results = [
    { success: true, statusCode: 204, error: null },
    { success: false, statusCode: 500, error: 'The subscriber returned status 500' },
    { success: false, statusCode: null, error: 'Connection refused' },
  ]
  const sent: string[] = []
  const { browser, stored } = await setUp({
    deliverer: () => ({
      ...recordingPublisher(() => {}),
      sendNow: async (_account, _webhook, { event }) => {
        sent.push(event)
        const result = results.shift()
        if (!result) throw new Error('No test was expected')
        return result
      },
    }),
  })
  const page = await browser.signInToWebhook()
  const send = async (event?: string) => {
    const response = await browser.post(`${page}/test`, { event })
    const { status, text } = await browser.follow(response)
    return { status, text }
  }
  expect((await browser.post(`${page}/test`, { event: 'order.none' })).status).toBe(400)
  for (const shown of [
    '"notice good" role="status">The test was delivered. Your receiver returned 204.',
    '"notice bad" role="alert">The test failed. The subscriber returned status 500',
    '"notice bad" role="alert">The test failed. Connection refused',
  ])
    expect(await send(results.length < 3 ? 'order.shipped' : undefined)).toEqual({
      status: 200,
      text: expect.stringContaining(shown),
    })
  expect(sent).toEqual(['webhook.test', 'order.shipped', 'order.shipped'])
  await browser.post(`${page}/pause`, {})
  const paused = await send()
  for (const shown of ['Webhook is not active', '>Paused<', 'A paused webhook'])
    expect(paused.text).toContain(shown)
  expect(paused.text).toMatch(/\/resume"[^>]*><button[^>]*>Resume webhook/)
  await browser.post(`${page}/resume`, {})
  expect((await stored()).active).toBe(true)
})

test('a webhook gets another URL and other events, unless they are not valid or taken', async () => {
  const { browser, stored } = await setUp()
  const page = await browser.signInToWebhook()
  const other = `${url}other`
  await browser.fill('/webhooks', { url: other, 'order.created': 'on' })
  const before = await stored()
  const edit = (fields: Record<string, string>) => browser.fill(`${page}/edit`, fields)
  expect((await browser.open(`${page}/edit`)).text).toContain(`value="${url}"`)
  for (const [fields, shown] of [
    [{ url: other, 'order.created': 'on' }, 'A webhook with this URL already exists'],
    [{ url: 'https://10.0.0.1/', 'order.created': 'on' }, 'aria-describedby="url-error"'],
    [{ url: `${url}new` }, 'Choose at least one event'],
  ] as const)
    expect((await browser.follow(await edit(fields))).text).toContain(shown)
  expect(await stored()).toEqual(before)
  const values = { url: `${url}new`, 'invite.viewed': 'on' }
  const seen = hiddenFields((await browser.open(`${page}/edit`)).text)
  const saved = await browser.follow(await browser.post(`${page}/edit`, { ...seen, ...values }))
  expect(saved.text).toContain(`${url}new <span class="badge good">Active</span>`)
  const { id, secret } = before
  expect(await stored()).toMatchObject({ id, secret, events: ['invite.viewed'] })
  // The form sent again, and that of another tab, which was opened before: also after a correction of its URL.
  expect((await browser.post(`${page}/edit`, { ...seen, ...values })).status).toBe(303)
  const late = { ...seen, url: 'no URL', 'order.created': 'on' }
  const corrected = await browser.follow(await browser.post(`${page}/edit`, late))
  const kept = { ...hiddenFields(corrected.text), url, 'order.created': 'on' }
  const { status, text } = await browser.post(`${page}/edit`, kept)
  expect([status, text]).toEqual([409, expect.stringContaining('was changed meanwhile')])
  expect(await stored()).toMatchObject({ url: `${url}new`, events: ['invite.viewed'] })
  const again = await browser.fill('/webhooks', { url: `${url}new`, 'order.created': 'on' })
  expect((await browser.follow(again)).text).toContain('A webhook with this URL already exists')
})

test('a rotation shows the new secret once, and a deleted webhook is gone', async () => {
  const seal = sealFor('a key')
  const { server, browser, stored } = await setUp({ parts: { seal } })
  const page = await browser.signInToWebhook()
  const before = (await stored()).secret
  const form = hiddenFields((await browser.open(`${page}/rotate`)).text)
  const rotated = await browser.post(`${page}/rotate`, form)
  const { secret } = await stored()
  expect([rotated.status, secretsIn(rotated.text)]).toEqual([200, [seal.open(secret)]])
  expect([before, seal.open(secret)]).not.toContain(secret)
  const again = await browser.post(`${page}/rotate`, form)
  expect([again.status, secretsIn(again.text)]).toEqual([409, []])
  expect((await stored()).secret).toBe(secret)

  expect((await browser.fill(`${page}/delete`)).headers.location).toBe('/portal/webhooks?deleted')
  const { text } = await browser.open('/webhooks?deleted')
  for (const shown of ['The webhook is deleted.', 'Add your first webhook'])
    expect(text).toContain(shown)
  expect((await browser.open(page)).status).toBe(404)
  expect((await server.get('/v1/webhooks')).body).toEqual({ webhooks: [] })
})
