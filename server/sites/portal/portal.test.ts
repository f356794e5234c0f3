import { expect, test } from 'vitest'
import { timestamp } from '../../domain/clock.ts'
import { customerBrowser, revokePaths } from '../../testing/customer-browser.ts'
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
  expect(text).not.toContain('Revoked')
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
  expect(after.text).toContain('<summary>Revoked keys (1)</summary>')
  expect((await browser.open(path)).status).toBe(303)
  const [, active = ''] = /(key_[0-9a-f]{32})/.exec(revokePaths(after.text)[0] ?? '') ?? []
  expect((await browser.open(`/keys?revoked=${active}`)).text).not.toContain('is revoked.')

  // The account has another key.
  expect(after.text).toContain('>Your keys</h2>')
  expect(after.text.match(/<table/g)).toHaveLength(2)
  await browser.fill(revokePaths(after.text)[0] ?? '')
  const none = await browser.open('/keys')
  expect(none.text).toContain('>You have no active keys</h2>')
  expect(none.text.match(/<table/g)).toHaveLength(1)
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

test('the header has the account’s name', async () => {
  const server = await testServer({ demo: false })
  const browser = customerBrowser(server)
  await browser.signIn()
  const { text } = await browser.open('/keys')
  expect(text).toMatch(/<p class="brand"><img src="[^"]*portal\.[\w-]+\.svg"[^>]*> Test<\/p>/)
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
  const wrong = await browser.request('DELETE', '/keys')
  expect([wrong.status, wrong.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
})

test('an internal error is a page and a log line', async () => {
  const server = await testServer({ demo: false })
  const browser = customerBrowser(server)
  await browser.signIn()
  await server.database.query('alter table webhooks rename to renamed')
  const { status, text } = await browser.open('/webhooks')
  expect([status, text.includes('<h1>This page could not be shown</h1>')]).toEqual([500, true])
  const lines = server.log.filter((line) => line.includes('a request failed'))
  expect(lines).toHaveLength(1)
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
