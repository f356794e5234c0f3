import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listCampaigns200, listOrders200 } from '../../generated/zod/schemas.ts'
import { openBrowser } from '../../tests/kit/browser.ts'
import { ofToday } from '../../tests/kit/of-today.ts'
import { newSignInLink } from '../../tests/kit/server/customer-browser.ts'
import { shippingAddress } from '../../tests/kit/server/recipient-browser.ts'
import { inviteRecipient } from '../../tests/kit/server/shop-with-invite.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { toId } from '../domain/ids.ts'
import { recordAttempts } from '../store/webhooks/attempts.ts'

/** Each finds most problems. Widths also differ in their layout, and color schemes in their contrasts. */
const views = ofToday([
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 320, height: 640, colorScheme: 'dark' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 360, height: 640, colorScheme: 'light' },
] as const)

const violations = z.array(
  z.object({
    help: z.string(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })),
  }),
)

/** Fails if axe finds a violation on a page, or the page scrolls sideways. @param text a part of the page. */
const audit = async (page: Page, text: string | RegExp) => {
  await page.getByText(text).first().waitFor()
  await page.evaluate(axe.source)
  for (const { colorScheme, ...size } of views) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const run = 'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)'
    const found = violations
      .parse(await page.evaluate(run))
      .flatMap(({ help, nodes }) =>
        nodes.map(({ html, failureSummary }) => [help, html, failureSummary]),
      )
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect({ text, found, width }).toEqual({ text, found: [], width: size.width })
  }
  // Text of twice the size (WCAG 2.2, 1.4.4).
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate('document.documentElement.style.fontSize = "200%"')
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect({ text, width }).toEqual({ text, width: 360 })
  await page.evaluate('document.documentElement.style.fontSize = ""')
}

test('axe reports no problem on any page, and text of twice the size fits a phone', async (context) => {
  const browser = await openBrowser(context)
  const email = 'max@example.com'
  const server = await testServer({ environment: { SUPPORT_EMAILS: email } })
  const { account, store, time } = server
  const page = await browser.newPage()
  const open = (path: string) => page.goto(server.url + path)
  const click = (name: string) => page.getByRole('button', { name }).first().click()

  await open('/portal/sign-in')
  await audit(page, 'We’ll email you a link')
  await open(`/portal/sign-in/${await newSignInLink(server)}`)
  await click('Sign in')
  await audit(page, 'Your keys')
  await page.getByLabel('Key name').fill(' ')
  await click('Create key')
  await audit(page, 'Enter a key name')
  await page.getByLabel('Key name').fill('Warehouse sync')
  await click('Create key')
  await audit(page, 'Your new key')
  await open('/portal/keys')
  await page.getByRole('link', { name: 'Rename Warehouse sync' }).click()
  await audit(page, 'Programs that send it are not affected')
  await open('/portal/keys')
  await page.getByRole('link', { name: 'Revoke Warehouse sync' }).click()
  await audit(page, 'This can’t be undone')
  await open('/portal/webhooks')
  await page.getByLabel('URL').fill('https://hooks.example.com/two')
  await page.getByLabel('order.created').check()
  await click('Add webhook')
  await audit(page, 'Your new webhook')
  await click('Send test')
  await audit(page, 'The test was delivered')
  const [order] = listOrders200.parse((await server.get('/v1/orders/list?page_size=1')).body)
  const webhook = toId('whk', /whk_\w+/.exec(page.url())?.[0] ?? '')
  const attempts = [200, 500, null].map((statusCode, i) => ({
    account,
    webhook,
    event: i === 0 ? ('webhook.test' as const) : ('order.shipped' as const),
    subject: i === 0 ? '' : (order?.id ?? ''),
    at: time.now,
    milliseconds: 12,
    statusCode,
    error: statusCode === null ? 'Connection refused' : null,
    response: i === 1 ? '{"error":"The database of the shop is full"}'.repeat(9) : '',
  }))
  await store.write((transaction) => recordAttempts(transaction, attempts))
  await page.reload()
  await page.getByText('Response', { exact: true }).click()
  await audit(page, 'Connection refused')
  await page.getByRole('link', { name: 'Edit webhook' }).click()
  await audit(page, 'Save webhook')
  await open('/portal/webhooks')
  await audit(page, 'Your webhooks')
  await open(`/portal/orders?search=${order?.orderNumber}`)
  await audit(page, 'Deliveries of its events')
  await page.getByRole('link', { name: 'Packing slip' }).click()
  await audit(page, 'Ship to')
  await open(`/portal/orders?search=${order?.recipient.email}`)
  await audit(page, 'Order or tracking number, email, name, phone or postal code')
  await open('/portal/requests')
  await audit(page, 'The newest requests of the last day')
  await open('/portal/invites')
  await audit(page, 'Show invites')
  await page.getByRole('row', { name: 'Not used' }).getByRole('link').first().click()
  await audit(page, 'Withdraw the invite')
  await open('/support/sign-in')
  await audit(page, 'We’ll email you a link')
  await open(`/support/sign-in/${await newSignInLink(server, { email })}`)
  await click('Sign in')
  await page.getByLabel('Order or tracking number').fill(order?.orderNumber ?? '')
  await click('Find order')
  await audit(page, 'Deliveries of its events')
  await open('/portal/nothing')
  await audit(page, 'We couldn’t find this page')

  const [campaign] = listCampaigns200.parse((await server.get('/v1/campaigns/list')).body)
  const invited = await inviteRecipient(server, campaign?.id ?? '', { firstName: 'Ada' })
  const { slug } = invited.invite
  await open(`/i/${slug}`)
  await audit(page, 'Your cart is empty')
  await click('Add to cart')
  await audit(page, 'In your cart')
  await page.getByRole('link', { name: 'Check out' }).click()
  await click('Place order')
  await audit(page, /There are \d problems/)
  for (const [name, value] of Object.entries(shippingAddress))
    if (name === 'country') await page.getByLabel('Country').selectOption(value)
    else await page.locator(`[name=${name}]`).fill(value)
  await click('Place order')
  await audit(page, 'Thank you, Ada')
  await open('/i/nothing')
  await audit(page, 'We couldn’t find this invite')
})
