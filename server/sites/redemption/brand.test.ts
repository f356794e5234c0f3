import { expect, test } from 'vitest'
import type { Brand } from '../../domain/shop.ts'
import { createMailer, type Email } from '../../email/mailer.ts'
import { inviteRecipient } from '../../testing/shop-with-invite.ts'
import { smallAccount } from '../../testing/small-account.ts'
import { testServer } from '../../testing/test-server.ts'

/** Emails an invite to a campaign with a brand. Returns the first page of the invite and the email. */
const inviteWith = async (brand: Brand) => {
  const emails: Email[] = []
  const mailer = createMailer(async (email) => emails.push(email) > 0)
  const server = await testServer({ demo: false, parts: { mailer } })
  const account = smallAccount(server)
  const campaign = await account.campaign([await account.variant('T')], { brand })
  const more = { email: 'ada@example.com', sendEmailNotification: true }
  const { recipient } = await inviteRecipient(server, campaign, more)
  return { server, page: (await recipient.open()).text, email: emails[0] }
}

const styleOf = /<link rel="stylesheet" href="(\/i\/brand\/[^"]*)">/

test.each([
  ['#fde047', '#000000'],
  ['#1e3a8a', '#ffffff'],
])(
  'recipients see the name of a brand and its color %s, with %s text on it',
  async (color, textColor) => {
    const { server, page, email } = await inviteWith({ name: 'Pine & Sons', color })
    expect(page).toMatch(/<p class="brand">[^\n]* Pine &amp; Sons<\/p>/)
    expect(page).toContain('A gift from Pine &amp; Sons:')
    expect(page).not.toContain('Test')
    const path = `/i/brand/${color.slice(1)}.css`
    expect(styleOf.exec(page)?.[1]).toBe(path)
    const get = (at: string) => server.request({ path: at, key: null, unchecked: true })
    const { status, headers, text } = await get(path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(text).toContain(`border-block-start: 0.4rem solid ${color} }`)
    expect(text).toContain(`{ background: ${color}; color: ${textColor} }`)
    for (const other of [
      'fde04.css',
      'FDE047.css',
      'fde0477.css',
      'fde047',
      'fde047;.css',
      'x/fde047.css',
    ])
      expect([other, (await get(`/i/brand/${other}`)).status]).toEqual([other, 404])

    expect(email).toMatchObject({
      senderName: 'Pine & Sons',
      subject: expect.stringMatching(/^Pine & Sons has a gift for you/),
    })
    expect(email?.html).toContain(`border-top: 6px solid ${color};`)
    expect(email?.html).toContain('>Pine &amp; Sons</h1>')
    expect(email?.html).not.toContain('Test')
  },
)

test.each<[string, Brand]>([
  ['without a brand', {}],
  ['with a brand that has only a color', { color: '#1e3a8a' }],
])('%s, recipients see the name of the account', async (_, brand) => {
  const { page, email } = await inviteWith(brand)
  expect(page).toMatch(/<p class="brand">[^\n]* Test<\/p>/)
  expect(styleOf.test(page)).toBe(brand.color !== undefined)
  expect(email?.senderName).toBe('Test')
  expect(email?.html).toContain('>Test</h1>')
  expect(email?.html.includes('border-top')).toBe(brand.color !== undefined)
})
