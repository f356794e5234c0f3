import { expect, test } from 'vitest'
import { Order } from '../../../generated/zod/schemas.ts'
import { newOrder } from '../../../tests/kit/request-bodies.ts'
import { customerBrowser, newSignInLink } from '../../../tests/kit/server/customer-browser.ts'
import { pageClient } from '../../../tests/kit/server/recipient-browser.ts'
import { smallAccount } from '../../../tests/kit/server/small-account.ts'
import { type TestServer, testServer } from '../../../tests/kit/server/test-server.ts'
import { shipOrder } from '../../actions/ship-order.ts'
import { readConfig } from '../../config.ts'
import { toId } from '../../domain/ids.ts'
import { secretDigest } from '../../domain/sign-in-link.ts'
import { createMailer } from '../../email/mailer.ts'
import { sessions } from '../../store/sessions-and-links.ts'

const environment = { SUPPORT_EMAILS: 'Zoe@example.com, max@example.com' }

type Account = Pick<TestServer, 'account' | 'key'>

/** Places orders of an account. Returns the last. */
const placeIn = async (server: TestServer, { account, key }: Account, count: number) => {
  const shop = smallAccount({ ...server, account })
  await shop.variant('T')
  const campaign = await shop.campaign(['T'])
  await shop.warehouse({ T: 10 })
  const json = newOrder(campaign, 'T', 2)
  const create = () => server.request({ method: 'POST', path: '/v1/orders/create', key, json })
  for (let i = 1; i < count; i++) await create()
  const { body } = await create()
  return Order.parse(body)
}

test('without SUPPORT_EMAILS there is no desk', async () => {
  const server = await testServer({ demo: false })
  const browser = pageClient(server, '/support')
  for (const page of ['', '/', '/sign-in', '/sign-in/x'])
    expect([page, (await browser.open(page)).status]).toEqual([page, 404])
  expect((await browser.post('/sign-in', { email: 'zoe@example.com' })).status).toBe(404)
})

test('people whom SUPPORT_EMAILS names sign in with a mailed link, and no one else', async () => {
  const sent: { to: string; path: string }[] = []
  const mailer = createMailer(readConfig({}).service, async ({ to, text }) => {
    sent.push({ to, path: /\/support(\/sign-in\/\S+)/.exec(text)?.[1] ?? text })
    return true
  })
  const server = await testServer({ demo: false, environment, parts: { mailer } })
  const browser = pageClient(server, '/support')
  expect((await browser.open()).headers.location).toBe('/support/sign-in')
  const next = '?next=%3Fsearch%3DMF-1'
  const asked = await browser.open('?search=MF-1')
  expect(asked.headers.location).toBe(`/support/sign-in${next}`)
  const request = async (email: string) => {
    const { status, text } = await browser.post('/sign-in', { email })
    return [status, text.replaceAll(email, '')]
  }
  expect(await request('nobody@example.com')).toEqual(await request('zoe@EXAMPLE.com'))
  await request('zoe@example.com')
  await expect.poll(() => sent).toEqual([{ to: 'Zoe@example.com', path: expect.any(String) }])
  const path = sent[0]?.path ?? ''
  expect((await browser.open(path)).text).toContain('Sign in to Merch Fulfillment support')
  const signedIn = await browser.post(path + next, {})
  expect(signedIn.headers.location).toBe('/support?search=MF-1')
  expect((await browser.open()).text).toContain('Find an order')
  expect((await browser.post(path, {})).status).toBe(410)
  await browser.post('/sign-out', {})
  expect((await browser.open()).status).toBe(303)

  // Of a person who left, and of an account.
  const { store, time } = server
  const owner = { email: 'left@example.com' }
  const session = { digest: secretDigest('left'), owner, now: time.now }
  await store.write((transaction) => sessions.insert(transaction, session, 0))
  const left = await newSignInLink(server, owner)
  const ofAccount = await newSignInLink(server)
  for (const link of [left, ofAccount])
    for (const answer of [browser.open(`/sign-in/${link}`), browser.post(`/sign-in/${link}`, {})])
      expect((await answer).status).toBe(410)
  const customer = customerBrowser(server)
  await customer.signIn()
  const ofPortal = String(customer.cookie()).replace('portal=', 'support=')
  for (const cookie of ['support=left', ofPortal]) {
    const { status } = await browser.request({ path: '/support', headers: { cookie } })
    expect([cookie, status]).toEqual([cookie, 303])
  }
  // The link still works where it belongs.
  expect((await customer.open(`/sign-in/${ofAccount}`)).status).toBe(200)
})

test('the search shows orders of all accounts with their history, and each is a line of the log', async () => {
  const server = await testServer({ demo: false, environment })
  const own = await placeIn(server, server, 2)
  const id = toId('ord', own.id)
  const other = await placeIn(server, await server.another(), 1)
  const shipment = { trackingNumber: 'T<1>', carrierCode: 'ups' }
  await server.actions
    .as({ name: 'command otto' })
    .run((t) => shipOrder(t, server.account, id, shipment, server.time.now))
  const browser = pageClient(server, '/support')
  await browser.post(`/sign-in/${await newSignInLink(server, { email: 'max@example.com' })}`, {})
  const search = (text: string) => browser.open(`?search=${encodeURIComponent(text)}`)
  const { street1 } = own.recipient
  for (const text of [own.orderNumber, own.id, 'T<1>']) {
    const shown = (await search(text)).text
    for (const part of [own.id, street1, '2 × T', 'order.shipped', 'command otto', server.account])
      expect(shown).toContain(part)
    expect(shown).toContain('T&lt;1&gt;')
    // On one line, lines in two directions would run into each other.
    expect(shown).toContain(`${street1}<br>`)
  }
  const several = (await search(own.recipient.email.toUpperCase())).text
  for (const shown of ['>3 orders<', `"Account">${server.account}<`, '>Waits for shipment<'])
    expect(several).toContain(shown)
  for (const each of [own, other])
    expect(several).toContain(`href="/support?search=${each.id}">${each.orderNumber}</a>`)
  for (const none of ['MF-1', '%00', '\0', ' '])
    expect((await search(none)).text).not.toContain(street1)

  const found = (await search(own.id)).text
  const namesOf = (text: string) => text.match(/(?<=<dt[^>]*>)[^<]+/g)?.join()
  const placed = 'Status,ID,Account,Campaign,Placed'
  const sent = 'Recipient,Contact,Items'
  expect(namesOf(found)).toBe(`${placed},Shipped,Carrier,Tracking number,${sent}`)
  expect(found).toMatch(/>Sign out<.*>Shipped\.<.*Request <code>.*None in the last 30 days/s)
  const open = (await search(other.id)).text
  expect([namesOf(open), open]).toEqual([
    `${placed},${sent}`,
    expect.stringMatching(/is allocated/),
  ])
  const slip = /href="\/support(\/slip[^"]+)"/.exec(found)?.[1] ?? ''
  const printed = await browser.open(slip)
  expect(printed.headers['content-security-policy']).toContain("default-src 'none'")
  expect(printed.text).toContain(`<p>${own.orderNumber}</p>`)
  for (const none of ['', '?order=%00', `?order=${own.orderNumber}`])
    expect((await browser.open(`/slip${none}`)).status).toBe(404)

  const lines = server.log
    .filter((line) => line.includes('Support searched orders'))
    .map((line) => JSON.parse(line))
  expect(lines).toHaveLength(11)
  const person = 'max at example.com'
  expect(lines[0]).toMatchObject({ level: 30, person, search: own.orderNumber, orders: [own.id] })
  expect(lines[0].requestId).toMatch(/^[\w-]{36}$/)
  expect(lines[3].orders).toEqual(expect.arrayContaining([own.id, other.id]))

  // A customer sees the own order alone, without who works at the service.
  const customer = customerBrowser(server)
  await customer.signIn()
  const shown = await customer.open(`/orders?search=${own.orderNumber}`)
  expect(shown.text).toContain(`Order ${own.orderNumber}`)
  expect(shown.text).toContain('by Merch Fulfillment')
  expect(shown.text).not.toMatch(/command otto|Account/)
  expect((await customer.open('/orders')).text).toContain('>Newest orders<')
  const ownSlip = await customer.open(`/orders/slip?order=${own.id}`)
  expect(ownSlip.text).toContain(`<p>${own.orderNumber}</p>`)
  const newcomer = customerBrowser(server)
  await newcomer.signIn((await server.another()).account)
  expect((await newcomer.open('/orders')).text).toMatch(/>No orders<\/h2>\s*<\/section>/)
})
