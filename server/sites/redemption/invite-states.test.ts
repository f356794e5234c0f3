import { expect, test } from 'vitest'
import { timestamp } from '../../domain/clock.ts'
import { deactivateAccount } from '../../store/accounts.ts'
import { recipientBrowser } from '../../testing/recipient-browser.ts'
import { inviteRecipient, shopWithInvite } from '../../testing/shop-with-invite.ts'
import { testServer } from '../../testing/test-server.ts'

const pages = ['', '/products', '/checkout', '/done']
const day = 86_400_000

test.each([
  ['an empty slug', ''],
  ['an unknown slug', 'AAAAAAAAAAAAAAAAAAAAAA'],
  ['a slug that is too long', 'A'.repeat(5000)],
  ['an encoded space', 'a%20b'],
  ['an invalid encoding', '%ZZ'],
  ['encoded markup', '%3Cscript%3Ealert(1)%3C%2Fscript%3E'],
  ['an encoded path traversal', '..%2F..%2Fetc%2Fpasswd'],
  ['an unknown slug with a query', 'unknown?x=<b>'],
])('%s is a 404 page that does not repeat the slug', async (_, slug) => {
  const server = await testServer({ demo: false })
  const visitor = recipientBrowser(server, slug)
  for (const page of slug.includes('?') ? [''] : [...pages, '/nothing', '/']) {
    const { status, headers, text } = await visitor.open(page)
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('We couldn’t find this invite')
    expect(text).not.toMatch(/<script>|<b>/)
  }
  expect(server.published).toEqual([])
})

test('an unknown page of an invite is a 404', async () => {
  const { recipient } = await shopWithInvite()
  for (const page of ['/', '/nothing', '/cart/T', '/checkout/'])
    expect((await recipient.open(page)).status).toBe(404)
})

test.each<[string, Parameters<typeof shopWithInvite>, number, string]>([
  ['a paused campaign', [{ status: 'Paused' }], 403, 'Orders are paused'],
  ['a draft campaign', [{ status: 'Draft' }], 403, 'Orders are paused'],
  ['a campaign with the status Expired', [{ status: 'Expired' }], 410, 'has expired'],
  ['a campaign past its expiration', [{ expiresIn: -1 }], 410, 'has expired'],
  [
    'an expired invite',
    [{}, { expiresAt: '2020-02-29T12:00:00+01:00' }],
    410,
    'It expired on 29 February 2020. Ask Test for a new one.',
  ],
])('%s: the page shows it, and no order or event is created', async (_, ...rest) => {
  const [options, status, words] = rest
  const { server, recipient } = await shopWithInvite(...options)
  for (const page of ['', '/products', '/cart', '/checkout']) {
    const response = await recipient.open(page)
    expect([page, response.status]).toEqual([page, status])
    expect(response.text).toContain(words)
  }
  expect((await server.get('/v1/orders/list')).body).toEqual([])
  expect(server.published).toEqual([])
})

test('an invite that expires while its page is open is rejected after its last millisecond', async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  server.time.now += day
  expect((await recipient.cart('add', 'T')).status).toBe(303)
  server.time.now += 1
  expect((await recipient.cart('add', 'T')).status).toBe(410)
  expect((await recipient.order()).status).toBe(410)
  expect((await recipient.order({ city: '' })).status).toBe(410)
  expect((await server.get('/v1/orders/list')).body).toEqual([])
})

test('a campaign that is paused while its page is open rejects orders and keeps the cart', async () => {
  const { server, campaign, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  const setStatus = (status: string) =>
    server.database.query(`update campaigns set status = '${status}'`)
  await setStatus('Paused')
  expect((await recipient.order()).status).toBe(403)
  await setStatus('Active')
  expect((await recipient.order()).status).toBe(303)
  expect((await server.get(`/v1/orders/list?campaignId=${campaign}`)).body).toHaveLength(1)
})

test('invites of a deactivated account are a 404', async () => {
  const { server, recipient } = await shopWithInvite()
  await server.store.write((transaction) =>
    deactivateAccount(transaction, server.account, timestamp(server.time.now)),
  )
  for (const page of pages) expect((await recipient.open(page)).status).toBe(404)
})

test('the page shows the earlier of the invite’s and the campaign’s expirations', async () => {
  const { server, campaign } = await shopWithInvite({ expiresIn: 300 * day })
  const at = (days: number) => timestamp(server.time.now + days * day)
  const shown = async (expiresAt: string) => {
    const { recipient } = await inviteRecipient(server, campaign, { expiresAt })
    return (await recipient.open()).text.match(/<time datetime="([^"]+)">([^<]+)</)?.slice(1)
  }
  expect((await shown(at(20)))?.[0]).toBe(at(20))
  expect((await shown(at(20)))?.[1]).toMatch(/^\d+ \w+ \d{4} \(in 20 days\)$/)
  expect((await shown(at(400)))?.[0]).toBe(at(300))
})

test('a used invite shows its order after the invite and the campaign have expired', async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  await recipient.order()
  server.time.now += 1000 * day
  expect((await recipient.open()).text).toContain('This invite has been used')
})
