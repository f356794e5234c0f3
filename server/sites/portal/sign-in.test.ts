import { expect, test } from 'vitest'
import { makeSignInLink } from '../../actions/sign-in.ts'
import { toId } from '../../domain/ids.ts'
import { deactivateAccount, insertAccount } from '../../store/accounts.ts'
import { customerBrowser, hiddenFields } from '../../testing/customer-browser.ts'
import { hiddenFieldValue } from '../../testing/recipient-browser.ts'
import { testServer } from '../../testing/test-server.ts'

const minute = 60_000

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
  const again = await browser.open(`/sign-in/${used}`)
  expect(again).toMatchObject({ status: 410, text: expect.stringContaining('within 15 minutes') })
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
  const again = await browser.open('/sign-in')
  expect([again.status, again.headers.location]).toEqual([303, '/portal/keys'])

  // The cookie from before the sign-in is useless to others.
  const stranger = await browser.request('GET', '/keys', { headers: { cookie: before } })
  expect([stranger.status, stranger.headers.location]).toEqual([303, '/portal/sign-in'])

  await browser.signIn()
  expect(browser.cookie()).not.toBe(during)
  expect((await browser.request('GET', '/keys', { headers: { cookie: during } })).status).toBe(303)

  const [navigation = ''] = (await browser.open('/keys')).text.split('</nav>')
  await browser.post('/sign-out', { token: hiddenFieldValue(navigation, 'token') })
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
