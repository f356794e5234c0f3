import { expect, test } from 'vitest'
import { setAccountLogo } from '../../actions/set-account-logo.ts'
import { makeSignInLink } from '../../actions/sign-in.ts'
import { timestamp } from '../../domain/clock.ts'
import { toId } from '../../domain/ids.ts'
import { checkLogo } from '../../domain/logo/logo.ts'
import { deactivateAccount, insertAccount } from '../../store/accounts.ts'
import { setAccountTier } from '../../store/budget-tiers.ts'
import { customerBrowser, hiddenFields, revokePaths } from '../../testing/customer-browser.ts'
import { greyPng } from '../../testing/png.ts'
import { hiddenFieldValue } from '../../testing/recipient-browser.ts'
import { testServer } from '../../testing/test-server.ts'

const minute = 60_000

test('a new key is shown once and works until it is revoked', async () => {
  const server = await testServer({ demo: false })
  const browser = customerBrowser(server)
  expect((await browser.signIn()).headers.location).toBe('/portal/keys')

  const key = await browser.createKey(' Till <1> & "2" ')
  const auth = () => server.request({ path: '/v1/auth', key })
  expect((await auth()).body).toMatchObject({ account_id: server.account })

  const { text } = await browser.open('/keys')
  expect(text).toContain('>Your keys</h2>')
  expect(text).toContain(
    '<th scope="row">Till &lt;1&gt; &amp; &quot;2&quot; <span class="badge good">Active</span>',
  )
  expect(text).toContain(`<code>${key.slice(-4)}</code>`)
  expect(text).not.toContain(key)

  const [path = ''] = revokePaths(text)
  expect((await browser.open(path)).text).toContain('Revoke Till &lt;1&gt;')
  expect((await auth()).status).toBe(200)
  const revoked = await browser.fill(path)
  expect(revoked.status).toBe(303)
  expect((await auth()).status).toBe(401)
  const after = await browser.open(String(revoked.headers.location).replace('/portal', ''))
  expect(after.text).toContain('is revoked.</p>')
  expect((await browser.open(path)).status).toBe(303)
})

test('an unknown page is a 404 page', async () => {
  const server = await testServer({ demo: false })
  const { status, text } = await customerBrowser(server).open('/nowhere')
  expect([status, text]).toEqual([404, expect.stringContaining('We couldn’t find this page')])
})

test('a form that is sent twice creates one key', async () => {
  const server = await testServer({ demo: false })
  const browser = customerBrowser(server)
  await browser.signIn()
  const { text } = await browser.open('/keys')
  const fields = {
    token: /name="token" value="([^"]+)"><input type="hidden" name="id"/.exec(
      text.replaceAll('\n', ''),
    )?.[1],
    id: /name="id" value="([^"]+)"/.exec(text)?.[1],
    name: 'till',
  }
  expect((await browser.post('/keys', fields)).status).toBe(201)
  const again = await browser.post('/keys', fields)
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('created already')])
  expect(revokePaths((await browser.open('/keys')).text)).toHaveLength(2)
})

test.each([
  ['', 'Enter a key name'],
  ['   ', 'Enter a key name'],
  ['x'.repeat(101), 'at most 100 characters'],
  ['a\u0007b', 'one line of text'],
])('the key name %j is rejected', async (name, reason) => {
  const server = await testServer({ demo: false })
  const browser = customerBrowser(server)
  await browser.signIn()
  const { status, text } = await browser.fill('/keys', { name })
  expect(status).toBe(422)
  expect(text).toContain(reason)
  expect(text).toContain('aria-invalid="true"')
  expect(revokePaths(text)).toHaveLength(1)
})

test('the response to a link request does not reveal whether the account exists', async () => {
  const sent: { to: string; url: string }[] = []
  const server = await testServer({
    demo: false,
    parts: {
      mailer: {
        sendInvite: async () => true,
        sendSignInLink: async ({ email }, url) => sent.push({ to: email, url }) > 0,
      },
    },
  })
  await server.store.write((transaction) =>
    insertAccount(transaction, {
      id: toId('acc', 'acc_mail'),
      name: 'Pine',
      createdAt: '',
      email: 'Zoe@Example.com',
    }),
  )
  const browser = customerBrowser(server)
  const requestLink = async (email: string) => {
    const { status, text } = await browser.fill('/sign-in', { email })
    return [status, text.replaceAll(email.trim(), '')]
  }
  const known = await requestLink(' zoe@example.COM ')
  expect(await requestLink('nobody@example.com')).toEqual(known)
  await expect.poll(() => sent).toEqual([{ to: 'Zoe@Example.com', url: expect.any(String) }])

  // A second link is sent after a minute at the earliest.
  const { text } = await browser.fill('/sign-in', { email: 'zoe@example.com' })
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
  expect((await browser.open('/keys')).text).toContain('Pine')
})

test('a link works once within 15 minutes, and GET does not use it', async () => {
  const server = await testServer({ demo: false })
  const link = () =>
    server.store.write((transaction) =>
      makeSignInLink(transaction, server.account, server.time.now),
    )
  const browser = customerBrowser(server)
  const used = await link()
  await browser.open(`/sign-in/${used}`)
  await browser.request('HEAD', `/sign-in/${used}`)
  expect((await browser.fill(`/sign-in/${used}`)).status).toBe(303)
  expect((await browser.open(`/sign-in/${used}`)).status).toBe(410)
  expect((await customerBrowser(server).open(`/sign-in/${used}`)).status).toBe(410)

  const late = await link()
  const other = customerBrowser(server)
  server.time.now += 15 * minute - 1
  expect((await other.open(`/sign-in/${late}`)).status).toBe(200)
  const token = hiddenFieldValue((await other.open(`/sign-in/${late}`)).text, 'token')
  server.time.now += 1
  expect((await other.post(`/sign-in/${late}`, { token })).status).toBe(410)
  for (const none of ['x', 'A'.repeat(43), 'A'.repeat(44), '%ZZ'])
    expect((await other.open(`/sign-in/${none}`)).status, none).toBe(410)
})

test('signing in starts a new session, which ends after 12 hours or with a sign-out', async () => {
  const server = await testServer({ demo: false })
  const browser = customerBrowser(server)
  await browser.open('/sign-in')
  const before = browser.cookie()
  await browser.signIn()
  const during = browser.cookie()
  expect(during).not.toBe(before)
  expect((await browser.open('/keys')).status).toBe(200)

  // The cookie from before the sign-in is useless to others.
  const stranger = await browser.request('GET', '/keys', { headers: { cookie: before } })
  expect([stranger.status, stranger.headers.location]).toEqual([303, '/portal/sign-in'])

  await browser.signIn()
  expect(browser.cookie()).not.toBe(during)
  expect((await browser.request('GET', '/keys', { headers: { cookie: during } })).status).toBe(303)

  await browser.fill('/limits', {}, '/sign-out')
  expect((await browser.open('/keys')).status).toBe(303)

  await browser.signIn()
  server.time.now += 12 * 60 * minute - 1
  expect((await browser.open('/keys')).status).toBe(200)
  server.time.now += 1
  expect((await browser.open('/keys')).status).toBe(303)
})

test('a deactivated account is signed out and cannot sign in', async () => {
  const server = await testServer({ demo: false })
  const browser = customerBrowser(server)
  await browser.signIn()
  // By another process, such as `merch accounts deactivate`.
  const other = await server.database.open()
  await other.write((transaction) => deactivateAccount(transaction, server.account, 'now'))
  await other.close()
  expect((await browser.open('/keys')).status).toBe(303)
  const link = await server.store.write((transaction) =>
    makeSignInLink(transaction, server.account, server.time.now),
  )
  expect((await browser.open(`/sign-in/${link}`)).status).toBe(410)
})

test('webhooks are shown without their secrets', async () => {
  const server = await testServer({ demo: false })
  const browser = customerBrowser(server)
  await browser.signIn()
  expect((await browser.open('/webhooks')).text).toContain('Add your first webhook')
  const created = await server.post('/v1/webhooks', {
    url: 'https://hooks.example.com/a?b=1&c=<d>',
    events: ['order.created', 'invite.viewed'],
  })
  const { text } = await browser.open('/webhooks')
  expect(text).toContain('https://hooks.example.com/a?b=1&amp;c=')
  expect(text).toContain('<code>invite.viewed</code>')
  expect(created.text).toContain('whsec_')
  expect(text).not.toContain('whsec_')
})

test('the limits page shows the limit of the address and is not counted', async () => {
  const server = await testServer({ demo: false, environment: { RATE_LIMIT_BUDGET: '1000' } })
  const browser = customerBrowser(server)
  await browser.signIn()
  expect((await browser.open('/limits')).text).toContain('1,000 of 1,000 requests left')
  await server.get('/v1/auth')
  server.time.now += 3_600_000
  await server.get('/v1/auth')
  const { text } = await browser.open('/limits')
  expect(text).toContain('998 of 1,000 requests left')
  expect(text).toContain('2 requests were made in the last 24 hours')
  expect(text).toContain('stops counting in 23 hours')
  expect((await browser.open('/limits')).text).toContain('998 of 1,000')
  expect((await server.get('/v1/auth')).headers['ratelimit-remaining']).toBe('997')
})

test('the limits page shows the requests of each hour as a picture and as a table', async () => {
  const server = await testServer({ demo: false, environment: { RATE_LIMIT_BUDGET: '5' } })
  const browser = customerBrowser(server)
  await browser.signIn()
  expect((await browser.open('/limits')).text).toContain('<figcaption>No requests.</figcaption>')
  server.time.now = Date.UTC(2040, 0, 1, 12)
  await browser.signIn()
  await server.get('/v1/auth')
  await server.get('/v1/auth')
  server.time.now += 3 * 3_600_000
  await server.get('/v1/auth')
  const { text } = await browser.open('/limits')
  const numbers = [...text.matchAll(/<th scope="row">(.*?)<\/th><td>(\d+)<\/td>/g)]
  expect(numbers.map(([, , number]) => Number(number))).toEqual([...Array(20).fill(0), 2, 0, 0, 1])
  expect(numbers[20]?.[1]).toBe('11:00 to 12:00')
  const heights = [...text.matchAll(/<rect .*?height="([\d.]+)"/g)].map(([, height]) => height)
  expect(heights.slice(20)).toEqual(['100', '0', '0', '50'])
  expect(text).toContain('The most were 2 from 11:00 to 12:00 UTC.')
  expect(text).not.toContain('The limit is reached')
  await server.get('/v1/auth')
  await server.get('/v1/auth')
  expect((await server.get('/v1/auth')).status).toBe(429)
  expect((await browser.open('/limits')).text).toContain('The limit is reached.')
})

test('the header has the account’s name and logo', async () => {
  const server = await testServer({ demo: false })
  const browser = customerBrowser(server)
  await browser.signIn()
  const header = async () => {
    const { text } = await browser.open('/keys')
    return /<p class="brand">.*?<\/p>/s.exec(text)?.[0] ?? ''
  }
  expect(await header()).toMatch(/portal\.[\w-]+\.svg.* Test<\/p>/)
  const logo = checkLogo(greyPng())
  if (logo.problem !== undefined) throw new Error(logo.problem)
  await server.store.write((transaction) => setAccountLogo(transaction, server.account, logo))
  const path = /src="(\/portal\/logos\/[\w-]{22}\.png)"/.exec(await header())?.[1] ?? ''
  const image = await server.request({ path, key: null, unchecked: true })
  expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png'])
})

test('the limits page shows the limit of the account’s tier', async () => {
  const server = await testServer({ demo: false, environment: { RATE_LIMIT_BUDGET: '1000' } })
  await server.store.write((transaction) =>
    setAccountTier(transaction, { account: server.account, budget: 10_000 }),
  )
  await server.get('/v1/auth')
  const browser = customerBrowser(server)
  await browser.signIn()
  expect((await browser.open('/limits')).text).toContain('9,999 of 10,000 requests left')
})

test('the keys page shows when a key was last used', async () => {
  const server = await testServer({ demo: false })
  const browser = customerBrowser(server)
  await browser.signIn()
  expect((await browser.open('/keys')).text).toContain('<td data-label="Last used">Never</td>')
  await server.get('/v1/auth')
  await server.save()
  const used = timestamp(Math.floor(server.time.now / minute) * minute)
  expect((await browser.open('/keys')).text).toContain(
    `<td data-label="Last used"><time datetime="${used}">`,
  )
})

test('every page forbids caching, framing and sending its URL to other hosts', async () => {
  const server = await testServer({ demo: false })
  const browser = customerBrowser(server)
  await browser.signIn()
  for (const path of [
    '/sign-in/x',
    '/keys',
    '/webhooks',
    '/limits',
    '/nothing',
    '/keys/x/revoke',
  ]) {
    const { headers, text } = await browser.open(path)
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
  const wrong = await browser.request('DELETE', '/keys')
  expect([wrong.status, wrong.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
})

test('over HTTPS the cookie has the __Host- prefix', async () => {
  const server = await testServer({
    demo: false,
    environment: { BASE_URL: 'https://api.example.com/merch' },
  })
  const { headers, text } = await customerBrowser(server).open('/sign-in')
  expect(headers['set-cookie']?.[0]).toMatch(
    /^__Host-portal=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(text).toContain('action="/merch/portal/sign-in"')
})
