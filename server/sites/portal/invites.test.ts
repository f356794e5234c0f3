import { expect, test } from 'vitest'
import { customerBrowser } from '../../../tests/kit/server/customer-browser.ts'
import { inviteRecipient } from '../../../tests/kit/server/shop-with-invite.ts'
import { testShop } from '../../../tests/kit/server/test-shop.ts'
import { readConfig } from '../../config.ts'
import { timestamp } from '../../domain/clock.ts'
import { createMailer } from '../../email/mailer.ts'

test('a customer lists the invites of a campaign, and resends, extends and withdraws one', async () => {
  let works = true
  const sent: string[] = []
  const mailer = createMailer(readConfig({}).service, async ({ to }) => {
    if (works) sent.push(to)
    return works
  })
  const { server, campaign } = await testShop({ expiresIn: 60_000 }, { parts: { mailer } })
  const email = 'zoe@example.com'
  const firstName = '<Zoë>'
  const { invite, recipient } = await inviteRecipient(server, campaign, { email, firstName })
  const customer = customerBrowser(server)
  await customer.signIn()
  const listed = (await customer.open(`/invites?campaign=${campaign}`)).text
  const expires = `"Expires"><time datetime="${timestamp(server.time.now + 60_000)}"`
  for (const part of [invite.inviteNumber, email, '&lt;Zoë&gt;', '(not sent)', expires])
    expect(listed).toContain(part)
  expect(listed).toMatch(/\(optional\).*>Invites</s)
  for (const name of [invite.inviteNumber.toLowerCase(), '+ZOE@example.com'])
    expect((await customer.open(`/invites?search=${name}&campaign=`)).text).toContain('&lt;Zoë&gt;')
  for (const none of [
    'campaign=cmp_0',
    'campaign=%F0%9F%8E%81',
    'search=zoe',
    `search=${email}&campaign=cmp_0`,
  ])
    expect((await customer.open(`/invites?${none}`)).text).toContain('>No invites<')

  const page = `/invites/${invite._id}`
  const act = async (action: string, fields = {}) => {
    const response = await customer.post(`${page}/${action}`, fields)
    return response.status === 303 ? (await customer.follow(response)).text : response
  }
  const buttons = async () => (await customer.open(page)).text.match(/(?<=<button>).*?(?=<)/g)
  expect(await buttons()).toEqual(['Send the email', 'Extend'])
  expect(await act('resend')).toContain('The email was sent.')
  expect(await buttons()).toEqual(['Send the email again', 'Extend'])
  expect(sent).toEqual([email])
  works = false
  expect(await act('resend')).toMatchObject({ status: 502 })
  server.time.now += 120_000
  // The campaign has expired: the invite can be extended, but not emailed.
  expect(await buttons()).toEqual(['Extend'])
  expect(await act('resend')).toMatchObject({ status: 409 })
  expect(await act('extend', { until: '2999-12-31' })).toContain('The invite was extended.')
  expect(await act('extend', { until: '2020-01-01' })).toMatchObject({ status: 409 })
  for (const until of ['', '2999-13-01', '31.12.2999', '+012999-12-31'])
    expect(await act('extend', { until })).toMatchObject({
      status: 400,
      text: expect.stringContaining('Enter the last day, such as 2027-03-31. Nothing was changed.'),
    })
  expect((await customer.open(`${page}/withdraw`)).text).toContain('Withdraw invite')
  const done = await act('withdraw')
  for (const part of [
    'The invite was withdrawn.',
    '<dt class="muted small">Email</dt>',
    'extended to 2999-12-31',
    'by portal',
    'by key ',
  ])
    expect(done).toContain(part)
  expect(await buttons()).toBeNull()
  expect(await act('withdraw')).toMatchObject({ status: 409 })
  expect((await recipient.open()).text).toContain('This invite was withdrawn')
})
