import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listCampaigns200 } from '../../generated/schemas.ts'
import { openBrowser } from '../../testkit/browser.ts'
import { makeSignInLink } from '../actions/sign-in.ts'
import { shippingAddress } from '../testing/recipient-browser.ts'
import { inviteRecipient } from '../testing/shop-with-invite.ts'
import { testServer } from '../testing/test-server.ts'

/** The widest and the narrowest view, one in each color scheme. */
const views = [
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 320, height: 640, colorScheme: 'dark' },
] as const

const violations = z.array(
  z.object({
    help: z.string(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })),
  }),
)

/** Fails if axe finds a violation on a page, or the page scrolls sideways. @param text a part of the page. */
const audit = async (page: Page, text: string) => {
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
}

test('axe reports no problem on any page, light and dark, wide and narrow', async (context) => {
  const browser = await openBrowser(context)
  const server = await testServer()
  const page = await browser.newPage()
  const open = (path: string) => page.goto(server.url + path)
  const click = (name: string) => page.getByRole('button', { name }).first().click()

  await open('/portal/sign-in')
  await audit(page, 'We’ll email you a link')
  const link = await server.store.write((transaction) =>
    makeSignInLink(transaction, server.account, server.time.now),
  )
  await open(`/portal/sign-in/${link}`)
  await click('Sign in')
  await audit(page, 'Your keys')
  await page.getByLabel('Key name').fill(' ')
  await click('Create key')
  await audit(page, 'Enter a key name')
  await page.getByLabel('Key name').fill('Warehouse sync')
  await click('Create key')
  await audit(page, 'Your new key')
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
  await open('/portal/webhooks')
  await audit(page, 'Your webhooks')
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
  await audit(page, 'There are 6 problems')
  for (const [name, value] of Object.entries(shippingAddress))
    if (name === 'country') await page.getByLabel('Country').selectOption(value)
    else await page.locator(`[name=${name}]`).fill(value)
  await click('Place order')
  await audit(page, 'Thank you, Ada')
  await open('/i/nothing')
  await audit(page, 'We couldn’t find this invite')
})
