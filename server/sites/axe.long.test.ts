import { expect, test } from 'vitest'
import { auditPage } from '../../testkit/audit-page.ts'
import { openBrowser } from '../../testkit/browser.ts'
import { makeSignInLink } from '../actions/sign-in.ts'
import { openCampaign } from '../testing/open-campaign.ts'
import { shippingAddress } from '../testing/recipient-browser.ts'
import { inviteRecipient } from '../testing/shop-with-invite.ts'
import { testServer } from '../testing/test-server.ts'

test('axe reports no problem on any page, light and dark, wide and narrow', async (context) => {
  const browser = await openBrowser(context)
  const server = await testServer()
  const page = await browser.newPage()
  const look = async (name: string, text: string) => {
    await page.getByText(text).first().waitFor()
    expect(await auditPage(page, name)).toEqual([])
  }
  const click = (name: string) => page.getByRole('button', { name }).first().click()

  await page.goto(`${server.url}/portal/sign-in`)
  await look('portal-sign-in', 'We’ll email you a link')
  const link = await server.store.write((transaction) =>
    makeSignInLink(transaction, server.account, server.time.now),
  )
  await page.goto(`${server.url}/portal/sign-in/${link}`)
  await click('Sign in')
  await look('portal-keys', 'Your keys')
  await page.getByLabel('Key name').fill(' ')
  await click('Create key')
  await look('portal-keys-rejected', 'Enter a key name')
  await page.getByLabel('Key name').fill('Warehouse sync')
  await click('Create key')
  await look('portal-new-key', 'Your new key')
  await page.goto(`${server.url}/portal/keys`)
  await page.getByRole('link', { name: 'Revoke Warehouse sync' }).click()
  await look('portal-revoke', 'This can’t be undone')
  await page.goto(`${server.url}/portal/webhooks`)
  await page.getByLabel('URL').fill('https://hooks.example.com/two')
  await page.getByLabel('order.created').check()
  await click('Add webhook')
  await look('portal-new-webhook', 'Your new webhook')
  await click('Send test')
  await look('portal-webhook', 'The test was delivered')
  await page.goto(`${server.url}/portal/webhooks`)
  await look('portal-webhooks', 'Your webhooks')
  await page.goto(`${server.url}/portal/nothing`)
  await look('portal-nothing', 'We couldn’t find this page')

  const { id } = openCampaign((await server.get('/v1/campaigns/list')).body)
  const { recipient } = await inviteRecipient(server, id, { firstName: 'Ada' })
  await page.goto(`${server.url}/i/${recipient.slug}/cart`)
  await look('redemption-empty', 'Your cart is empty')
  await page.goto(`${server.url}/i/${recipient.slug}`)
  await click('Add to cart')
  await look('redemption-products', 'In your cart')
  await page.getByRole('link', { name: 'Check out' }).click()
  await click('Place order')
  await look('redemption-checkout', 'There are 6 problems')
  for (const [name, value] of Object.entries(shippingAddress))
    if (name === 'country') await page.getByLabel('Country').selectOption(value)
    else await page.locator(`[name=${name}]`).fill(value)
  await click('Place order')
  await look('redemption-done', 'Thank you, Ada')
  await page.goto(`${server.url}/i/nothing`)
  await look('redemption-nothing', 'We couldn’t find this invite')
})
