import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openBrowser } from '../../testkit/browser.ts'
import { makeSignInLink } from '../actions/sign-in.ts'
import { openCampaign } from '../testing/open-campaign.ts'
import { shippingAddress } from '../testing/recipient-browser.ts'
import { inviteRecipient } from '../testing/shop-with-invite.ts'
import { testServer } from '../testing/test-server.ts'

/** Screenshots for reviewers. The CI workflow uploads them. */
const folder = fileURLToPath(new URL('../../dist/screenshots/', import.meta.url))

/**
 * Views with a device are kept as screenshots in CI. axe takes seconds, so it runs on the widest and
 * the narrowest view, one in each color scheme.
 */
const views = [
  { width: 1280, height: 900, colorScheme: 'light', device: 'desktop', isAudited: true },
  { width: 1280, height: 900, colorScheme: 'dark', device: 'desktop-dark', isAudited: false },
  { width: 390, height: 844, colorScheme: 'light', device: 'phone', isAudited: false },
  { width: 320, height: 640, colorScheme: 'dark', device: undefined, isAudited: true },
] as const

const violations = z.array(
  z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
)

/** Runs axe on the page as it is shown now. Returns its violations. */
const axeProblems = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const run = 'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)'
  return violations
    .parse(await page.evaluate(run))
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
}

/**
 * Checks a page at the widths of a desktop and of phones, light and dark, and keeps screenshots in CI.
 * @param name of the page; the names of the screenshots begin with it.
 * @returns the violations that axe finds, and the widths at which the page scrolls sideways.
 */
const auditPage = async (page: Page, name: string): Promise<string[]> => {
  mkdirSync(folder, { recursive: true })
  const problems: string[] = []
  for (const { width, height, colorScheme, device, isAudited } of views) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const at = `${name}, ${width} wide, ${colorScheme}`
    const found = isAudited ? await axeProblems(page) : []
    problems.push(...found.map((problem) => `${at}: ${problem}`))
    const needed = Number(await page.evaluate('document.documentElement.scrollWidth'))
    if (needed > width) problems.push(`${at}: the page is ${needed} wide`)
    await page.evaluate('document.body.scrollIntoView()')
    if (device && process.env.CI) await page.screenshot({ path: `${folder}${name}-${device}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  return problems
}

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
