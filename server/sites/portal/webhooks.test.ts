import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sealWith } from '../../events/dispatch/sealed-secret.ts'
import { type LastDelivery, recordLastDeliveries } from '../../store/last-deliveries.ts'
import { listSubscriptions } from '../../store/webhooks.ts'
import { customerBrowser, hiddenFields } from '../../testing/customer-browser.ts'
import { recordingPublisher } from '../../testing/recording-publisher.ts'
import { testServer } from '../../testing/test-server.ts'

const url = 'https://hooks.example.com/'

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const sample = (file: string): string =>
  readFileSync(new URL(`../../../examples/receivers/${file}`, import.meta.url), 'utf8').trim()

/** Returns the secrets in a page. */
const secretsIn = (page: string): string[] => [...new Set(page.match(/whsec_[\w-]{43}/g))]

/** Starts a server and a browser that is signed in and has a webhook. */
const withWebhook = async (options: Parameters<typeof testServer>[0] = {}) => {
  const server = await testServer({ demo: false, ...options })
  const browser = customerBrowser(server)
  const page = await browser.signInToWebhook()
  const stored = async () => {
    const [subscription] = await listSubscriptions(server.store, server.account)
    if (!subscription) throw new Error('There is no subscription')
    return subscription
  }
  return { server, browser, page, stored }
}

test('a new webhook shows its secret once, with receivers that use it', async () => {
  const seal = sealWith('a key')
  const server = await testServer({ demo: false, parts: { seal } })
  const browser = customerBrowser(server)
  await browser.signIn()
  const fields = { url: ` ${url} `, 'order.shipped': 'on', 'invite.viewed': 'on' }
  const created = await browser.fill('/webhooks', fields)
  expect(created.status).toBe(201)
  const [secret = '', ...others] = secretsIn(created.text)
  expect(others).toEqual([])
  for (const file of ['node.mjs', 'python.py', 'php.php'])
    expect(created.text).toContain(`<code>${escaped(sample(file))}</code>`)
  expect(created.text).toContain(`WEBHOOK_SECRET='${secret}' node node.mjs`)
  expect(
    created.text.match(/name="language" id="[^"]+"[^>]*/g)?.map((tab) => / checked/.test(tab)),
  ).toEqual([true, false, false])

  const [stored] = await listSubscriptions(server.store, server.account)
  expect(stored).toMatchObject({ url, events: ['order.shipped', 'invite.viewed'], active: true })
  expect(stored?.secret).not.toBe(secret)
  expect(seal.open(stored?.secret ?? '')).toBe(secret)
  const list = await browser.open('/webhooks')
  const detail = await browser.open(`/webhooks/${stored?.id}`)
  for (const { status, text } of [list, detail]) {
    expect(status).toBe(200)
    expect(text).toContain(url)
    expect(secretsIn(text)).toEqual([])
  }
  // The form sent again.
  const again = await browser.fill('/webhooks', fields)
  expect([again.status, secretsIn(again.text)]).toEqual([422, []])
  expect(await listSubscriptions(server.store, server.account)).toHaveLength(1)
})

test('a URL is rejected with the message of the API, and the input is kept', async () => {
  const { server, browser } = await withWebhook()
  for (const rejected of [
    'http://hooks.example.com',
    'https://10.0.0.1/',
    'https://localhost/a&b',
    `${url}#x`,
  ]) {
    const { body } = await server.post('/v1/webhooks', { url: rejected, events: ['order.created'] })
    const page = await browser.fill('/webhooks', { url: rejected, 'order.created': 'on' })
    expect(page.status).toBe(422)
    expect(body).toEqual({ message: expect.any(String) })
    expect(page.text).toContain(
      `<p class="error" id="url-error">${Object.values(body ?? {}).join('')}</p>`,
    )
    expect(page.text).toContain(`value="${escaped(rejected)}"`)
    expect(page.text.match(/name="[^"]+" value="on" checked/g)).toEqual([
      'name="order.created" value="on" checked',
    ])
    expect(page.text).not.toMatch(/There is a problem|events-error/)
  }
  const both = await browser.fill('/webhooks', { url: 'https://10.0.0.1/' })
  expect(both.text).toContain('There are 2 problems')
  const nothing = await browser.fill('/webhooks', { url: ' ' })
  expect(nothing.text).toContain('There are 2 problems')
  expect(nothing.text).toContain('<a href="#url">Enter a URL</a>')
  expect(nothing.text).toContain('<a href="#events">Choose at least one event</a>')
  expect(nothing.text).toContain('aria-describedby="events-error"')
  expect(nothing.text).toContain('<p class="error" id="events-error">Choose at least one event</p>')
  expect(await listSubscriptions(server.store, server.account)).toHaveLength(1)
})

test.each<[Partial<LastDelivery>, string]>([
  [{ statusCode: 200 }, '<span class="badge good">Delivered</span> Status 200'],
  [{ statusCode: 299 }, '<span class="badge good">Delivered</span> Status 299'],
  [{ statusCode: 199 }, '<span class="badge bad">Rejected</span> Status 199'],
  [{ statusCode: 300 }, '<span class="badge bad">Rejected</span> Status 300'],
  [{ error: 'Timeout <1>' }, '<span class="badge bad">Failed</span> Timeout &lt;1&gt;'],
])('the last delivery %j is shown', async (result, text) => {
  const { server, browser, page, stored } = await withWebhook()
  expect((await browser.open('/webhooks')).text).toContain('None yet')
  const { id } = await stored()
  const at = Date.UTC(2026, 10, 22)
  const delivery = { event: 'order.shipped' as const, at, statusCode: null, error: null, ...result }
  await server.store.write((transaction) =>
    recordLastDeliveries(transaction, [{ ...delivery, account: server.account, webhook: id }]),
  )
  for (const path of ['/webhooks', page]) {
    const shown = (await browser.open(path)).text
    expect(shown).toContain(text)
    expect(shown).toContain(
      '<code>order.shipped</code></span> <span class="line muted small"><time datetime="2026-11-22T00:00:00.000Z">',
    )
  }
})

describe('a test delivery', () => {
  const setUp = async (
    test: () => Promise<{ success: boolean; statusCode: number | null; error: string | null }>,
  ) => withWebhook({ deliverer: () => ({ ...recordingPublisher(() => {}), test }) })

  test('shows its result', async () => {
    const results = [
      { success: true, statusCode: 204, error: null },
      { success: false, statusCode: 500, error: 'The subscriber returned status 500' },
      { success: false, statusCode: null, error: 'Connection refused' },
    ]
    const { browser, page } = await setUp(
      async () => results.shift() ?? { success: true, statusCode: 200, error: null },
    )
    const send = () => browser.fill(page, {}, `${page}/test`)
    expect((await send()).text).toContain('The test was delivered. Your receiver returned 204.')
    expect((await send()).text).toContain('The test failed. The subscriber returned status 500')
    const failed = await send()
    expect([failed.status, failed.text]).toEqual([
      200,
      expect.stringContaining('<span class="badge bad">Failed</span> Connection refused'),
    ])
  })

  test('is sent one at a time, and never to a paused webhook', async () => {
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    let tests = 0
    const { server, browser, page, stored } = await setUp(async () => {
      tests++
      started.resolve()
      await finish.promise
      return { success: true, statusCode: 200, error: null }
    })
    const send = () => browser.fill(page, {}, `${page}/test`)
    const first = send()
    await started.promise
    expect((await send()).status).toBe(429)
    finish.resolve()
    expect((await first).status).toBe(200)
    expect((await send()).status).toBe(200)
    const open = (await browser.open(page)).text
    expect(open).toContain('<span class="badge good">Active</span>')
    expect(open).toContain('or to pause the webhook')
    const sendTwice = hiddenFields(open)
    await server.put(`/v1/webhooks/${(await stored()).id}`, { active: false })
    const paused = await browser.post(`${page}/test`, sendTwice)
    expect([paused.status, tests]).toEqual([409, 2])
    expect(paused.text).toContain('Webhook is not active')
    expect(paused.text).toContain('<span class="badge">Paused</span>')
    expect(paused.text).toContain('or to activate the webhook')
    expect(paused.text).toContain('A paused webhook receives no events and no tests.')
  })
})

test('a rotation shows the new secret once, and the form sent again does not rotate', async () => {
  const { browser, page, stored } = await withWebhook()
  const before = (await stored()).secret
  const form = hiddenFields((await browser.open(`${page}/rotate`)).text)
  const rotated = await browser.post(`${page}/rotate`, form)
  const { secret } = await stored()
  expect([rotated.status, secretsIn(rotated.text)]).toEqual([200, [secret]])
  expect(secret).not.toBe(before)
  const again = await browser.post(`${page}/rotate`, form)
  expect([again.status, secretsIn(again.text)]).toEqual([409, []])
  expect((await stored()).secret).toBe(secret)
})

test('a deleted webhook is gone', async () => {
  const { server, browser, page } = await withWebhook()
  const deleted = await browser.fill(`${page}/delete`)
  expect([deleted.status, deleted.headers.location]).toEqual([303, '/portal/webhooks?deleted'])
  const { text } = await browser.open('/webhooks?deleted')
  expect(text).toContain('The webhook is deleted.')
  expect(text).toContain('Add your first webhook')
  expect((await browser.open(page)).status).toBe(404)
  expect((await server.get('/v1/webhooks')).body).toEqual({ webhooks: [] })
})
