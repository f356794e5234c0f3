import type { Browser, Page } from 'playwright-core'
import type { TestContext } from 'vitest'
import { z } from 'zod'
import { Order } from '../../generated/schemas.ts'
import { openBrowser } from '../../testkit/browser.ts'
import { shippingAddress } from './recipient-browser.ts'
import { shopWithInvite } from './shop-with-invite.ts'
import type { TestServer } from './test-server.ts'

/** Opens a page that records console errors and requests to other hosts. */
export const newPage = async (browser: Browser, server: TestServer, script = true) => {
  const context = await browser.newContext({ javaScriptEnabled: script, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) problems.push(`requests ${request.url()}`)
  })
  page.on('console', (message) => {
    const expected = /the server responded with a status of 4(22|04|10)/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !expected) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  return { context, page, problems }
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Fills in the address. The names and the email are already filled in. */
export const fillAddress = async (page: Page) => {
  await page.getByLabel('Street and number').fill(shippingAddress.street1)
  await page.getByLabel('Postal code').fill(shippingAddress.zip)
  await page.getByLabel('City').fill(shippingAddress.city)
  await page.getByLabel('Country').selectOption(shippingAddress.country)
}

export const ordersOf = async (server: TestServer, email: string) =>
  z.array(Order).parse((await server.get(`/v1/orders/list?email=${email}&limit=1000`)).body)

/** Opens a browser page for a new invite. */
export const openShop = async (context: TestContext) => {
  const browser = await openBrowser(context)
  const { server, recipient } = await shopWithInvite(
    {},
    { firstName: 'Ada', email: shippingAddress.email },
  )
  const made = await newPage(browser, server)
  return { ...made, browser, server, recipient, link: `${server.url}/i/${recipient.slug}` }
}
