import { describe, expect, test } from 'vitest'
import { makeSignInLink } from '../../actions/sign-in.ts'
import { customerBrowser, hiddenFields, revokePaths } from '../../testing/customer-browser.ts'
import { type FormFields, hiddenFieldValue, urlencoded } from '../../testing/recipient-browser.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

type Browser = ReturnType<typeof customerBrowser>

/** Every form of the portal: its page, its action and its values. */
const forms: Record<
  string,
  (
    server: TestServer,
    browser: Browser,
  ) => Promise<{ page: string; action: string; typed: FormFields }>
> = {
  'request a link': async () => ({
    page: '/sign-in',
    action: '/sign-in',
    typed: { email: 'a@example.com' },
  }),
  'sign in': async (server) => {
    const link = await server.store.write((transaction) =>
      makeSignInLink(transaction, server.account, server.time.now),
    )
    return { page: `/sign-in/${link}`, action: `/sign-in/${link}`, typed: {} }
  },
  'create a key': async (_, browser) => {
    await browser.signIn()
    return { page: '/keys', action: '/keys', typed: { name: 'till' } }
  },
  'revoke a key': async (_, browser) => {
    await browser.signIn()
    const [page = ''] = revokePaths((await browser.open('/keys')).text)
    return { page, action: page, typed: {} }
  },
  'add a webhook': async (_, browser) => {
    await browser.signIn()
    const typed = { url: 'https://hooks.example.com/', 'order.shipped': 'on' }
    return { page: '/webhooks', action: '/webhooks', typed }
  },
  'send a test': async (_, browser) => {
    const page = await browser.signInToWebhook()
    return { page, action: `${page}/test`, typed: {} }
  },
  'rotate a secret': async (_, browser) => {
    const page = `${await browser.signInToWebhook()}/rotate`
    return { page, action: page, typed: {} }
  },
  'delete a webhook': async (_, browser) => {
    const page = `${await browser.signInToWebhook()}/delete`
    return { page, action: page, typed: {} }
  },
  'sign out': async (_, browser) => {
    await browser.signIn()
    return { page: '/keys', action: '/sign-out', typed: {} }
  },
}

/** The part of a page that has the form to sign out alone. */
const navigationOf = (text: string): string => text.slice(0, text.indexOf('</nav>'))

const setUp = async (name: keyof typeof forms) => {
  const server = await testServer({ demo: false })
  const browser = customerBrowser(server)
  const form = await forms[name]?.(server, browser)
  if (!form) throw new Error(`No form ${name}`)
  const { page, action, typed } = form
  const { text } = await browser.open(page)
  const part = action === '/sign-out' ? navigationOf(text) : text
  const fields: FormFields = { ...hiddenFields(part), ...typed }
  const rows = async () => {
    const { request_log: _, ...counted } = await server.database.rowCounts()
    return counted
  }
  return { server, browser, page, action, fields, rows }
}

describe.each(Object.keys(forms))('the form to %s', (name) => {
  test('is accepted as the page contains it', async () => {
    const { browser, action, fields } = await setUp(name)
    expect((await browser.post(action, fields)).status).toBeLessThan(400)
  })

  test('is rejected without its token or with the token of another session or form', async () => {
    const { server, browser, page, action, fields, rows } = await setUp(name)
    const stranger = customerBrowser(server)
    await stranger.signIn()
    const tokenOf = async (opened: typeof browser) =>
      hiddenFieldValue(navigationOf((await opened.open('/keys')).text), 'token')
    const theirs = await tokenOf(stranger)
    const ofSignOut = name === 'sign out' ? '' : await tokenOf(browser)
    const before = await rows()
    for (const token of [undefined, '', 'x', theirs, ofSignOut, `${fields.token}x`]) {
      const { status, text } = await browser.post(action, { ...fields, token })
      expect([status, text], String(token)).toEqual([403, expect.stringContaining('<h1>')])
    }
    // The valid token in another browser.
    const alien = await customerBrowser(server).post(action, fields)
    expect([303, 403]).toContain(alien.status)
    expect(await rows()).toEqual(before)
    expect((await browser.open(page)).status).toBe(200)
  })

  test('is rejected with an unknown or a repeated field', async () => {
    const { browser, action, fields, rows } = await setUp(name)
    const before = await rows()
    const [field = '', value] = Object.entries(fields).at(-1) ?? []
    for (const more of [
      { account: 'acc_1' },
      { account_id: 'acc_1' },
      { [field]: [String(value), 'x'] },
    ])
      expect((await browser.post(action, { ...fields, ...more })).status).toBe(400)
    expect(await rows()).toEqual(before)
  })

  test('is rejected from another site, as another media type, and above 32 KiB', async () => {
    const { browser, action, fields, rows } = await setUp(name)
    const before = await rows()
    const status = async (headers: Record<string, string>, more: FormFields = {}) =>
      (await browser.post(action, { ...fields, ...more }, headers)).status
    expect(await status({ origin: 'https://evil.example' })).toBe(403)
    expect(await status({ origin: 'null' })).toBe(403)
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await status({ 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await status({ 'content-type': 'text/plain' })).toBe(415)
    expect(await status({ 'content-type': 'application/json' })).toBe(415)
    const others = urlencoded({ ...fields, token: '' }).length
    const statusAt = (bytes: number) => status({}, { token: 'x'.repeat(bytes - others) })
    expect(await statusAt(32 * 1024)).toBe(403)
    expect(await statusAt(32 * 1024 + 1)).toBe(413)
    expect(await rows()).toEqual(before)
  })
})
