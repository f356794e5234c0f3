import type { Page } from 'playwright-core'
import { expect, type TestContext, test } from 'vitest'
import { z } from 'zod'
import { Campaign, Order } from '../../../generated/schemas.ts'
import { openBrowser } from '../../../testkit/browser.ts'
import { shippingAddress } from '../../testing/recipient-browser.ts'
import { inviteRecipient } from '../../testing/shop-with-invite.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { testShop } from '../../testing/test-shop.ts'

const { firstName, email } = shippingAddress

/** Opens a new invite in a page that records console errors and requests to other hosts. */
const openInvite = async (
  context: TestContext,
  server: TestServer,
  campaign: string,
  javaScriptEnabled = true,
) => {
  const browser = await openBrowser(context)
  const { recipient } = await inviteRecipient(server, campaign, { firstName, email })
  const tabs = await browser.newContext({ javaScriptEnabled, reducedMotion: 'reduce' })
  const page = await tabs.newPage()
  const problems: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) problems.push(`requests ${request.url()}`)
  })
  page.on('console', (message) => {
    const expected = /the server responded with a status of 4(22|04|10)/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !expected) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  const link = `${server.url}/i/${recipient.slug}`
  await page.goto(link)
  return { server, recipient, tabs, page, problems, link }
}

const openShop = async (context: TestContext) => {
  const { server, campaign } = await testShop()
  return openInvite(context, server, campaign)
}

const openDemo = async (context: TestContext, javaScriptEnabled: boolean) => {
  const server = await testServer()
  const campaigns = z.array(Campaign).parse((await server.get('/v1/campaigns/list')).body)
  const opened = await openInvite(context, server, campaigns[0]?.id ?? '', javaScriptEnabled)
  return { ...opened, tee: opened.page.locator('#product-1') }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Fills in the address and orders. The first name and the email are already filled in. */
const placeOrder = async (page: Page) => {
  await page.getByLabel('Last name').fill(shippingAddress.lastName)
  await page.getByLabel('Street and number').fill(shippingAddress.street1)
  await page.getByLabel('Postal code').fill(shippingAddress.zip)
  await page.getByLabel('City').fill(shippingAddress.city)
  await page.getByLabel('Country').selectOption(shippingAddress.country)
  await button(page, 'Place order').click()
  await page.getByRole('heading', { name: 'Thank you, Ada' }).waitFor()
}

/** Returns the lines of the only order of the recipient. */
const orderedLines = async (server: TestServer) => {
  const { body } = await server.get(`/v1/orders/list?email=${email}&limit=1000`)
  const [order, ...others] = z.array(Order).parse(body)
  expect(others).toEqual([])
  return order?.products.map(({ sku, quantity }) => `${quantity} ${sku}`)
}

test('the script updates the cart without a page load', async (context) => {
  const { server, page, problems, tee, link } = await openDemo(context, true)
  await page.evaluate('window.isSamePage = true')
  const green = tee.getByRole('group', { name: 'Forest green' })
  await green.getByRole('radio', { name: /^M\b/ }).check()
  const large = page.getByRole('img', { name: 'Heavyweight cotton tee, Forest green, M' })
  expect(await large.getAttribute('src')).toMatch(/\/cdn\/tee-forest\.svg$/)
  await button(page, 'Add to cart Heavyweight cotton tee').click()
  await page.getByText('In your cart: Forest green, M').waitFor()
  await button(page, 'Add to cart Ceramic mug, 350 ml').click()
  await page.getByText('In your cart: White').waitFor()
  await button(page, 'Add to cart Welcome card').click()
  const lines = page.locator('#cart .line')
  await expect.poll(() => lines.count()).toBe(3)
  // The second click comes before the response to the first.
  const more = page.locator('#cart').getByRole('button', { name: 'One more Ceramic mug' })
  await more.dblclick()
  const status = page.locator('#cart-status', { hasText: 'Your cart has 5 items' })
  await status.waitFor({ state: 'attached' })
  await button(page, 'Remove Welcome card').click()
  await expect.poll(() => lines.count()).toBe(2)
  expect(await page.evaluate('[window.isSamePage, document.activeElement.id]')).toEqual([
    true,
    'cart-title',
  ])

  await page.getByRole('link', { name: 'Check out' }).click()
  expect(await page.getByLabel('First name').inputValue()).toBe(firstName)
  await page.getByLabel('Email').fill('noor')
  await button(page, 'Place order').click()
  await page.getByRole('alert').getByText('There are 6 problems').waitFor()
  expect(await page.evaluate('document.activeElement.className')).toBe('notice bad')
  await page.getByRole('link', { name: 'Enter a valid email' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(email)
  await placeOrder(page)
  expect(await orderedLines(server)).toEqual(['1 TEE-FOR-M', '3 MUG-WHT-350'])
  await page.goto(link)
  await page.getByRole('heading', { name: 'This invite has been used' }).waitFor()
  expect(problems).toEqual([])
})

test('works without scripts', async (context) => {
  const { server, page, problems, tee } = await openDemo(context, false)
  const white = tee.getByRole('group', { name: 'White' })
  await white.getByRole('radio', { name: /^M\b/ }).check()
  await button(page, 'Add to cart Heavyweight cotton tee').click()
  await page.waitForURL(/\/products#product-1$/)
  await button(page, 'Add to cart Gift box with tissue').click()
  await page.waitForURL(/\/products#product-12$/)
  await tee.getByRole('button', { name: 'One more Heavyweight cotton tee, White, M' }).click()
  await page.waitForURL(/\/products#product-1$/)
  await button(page, 'Remove Gift box with tissue').click()
  await page.getByRole('heading', { name: 'Your cart 2 items' }).waitFor()
  await page.getByRole('link', { name: 'Check out' }).click()
  await button(page, 'Place order').click()
  await page.getByText('Enter your city').first().waitFor()
  await placeOrder(page)
  expect(await orderedLines(server)).toEqual(['2 TEE-WHT-M'])
  expect(problems).toEqual([])
})

test('a second click in a tab sends nothing', async (context) => {
  const { page, server, recipient, link } = await openShop(context)
  await recipient.cart('add', 'T')
  await page.goto(`${link}/checkout`)
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  const clicked = Promise.withResolvers<void>()
  await page.route(`${link}/checkout`, async (route) => {
    await clicked.promise
    await route.continue()
  })
  // The second click comes after the request is sent and before its response.
  const clickedTwice = page.waitForEvent('console', (message) => message.text() === 'twice')
  await page.evaluate(`(() => {
    const button = document.querySelector('[data-once] button')
    const again = () => setTimeout(() => {
      button.click()
      console.info('twice')
    })
    addEventListener('beforeunload', again, { once: true })
  })()`)
  const placed = placeOrder(page)
  await clickedTwice
  clicked.resolve()
  await placed
  expect(await orderedLines(server)).toEqual(['1 T'])
  expect(posts).toEqual([`${link}/checkout`])
})

test('a failed change shows an error and can be repeated', async (context) => {
  const { tabs, page } = await openShop(context)
  await tabs.setOffline(true)
  await button(page, 'Add to cart Product T').click()
  await page.getByRole('alert').getByText('The change did not arrive').waitFor()
  await tabs.setOffline(false)
  await button(page, 'Add to cart Product T').click()
  await page.getByText('In your cart').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

/** Returns the accessible name of the focused element. */
const focused = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const { activeElement: element } = document
    const label = element.labels?.[0] ?? element
    return label.innerText.replaceAll(/\\s+/g, ' ').trim()
  })()`)

/** Presses Tab until an element has the focus. Each focus on the way must be visible. */
const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const isVisible = await page.evaluate(`(() => {
      const { activeElement: element } = document
      return [element, element.closest('label')].some(
        (each) => each && getComputedStyle(each).outlineStyle !== 'none',
      )
    })()`)
    expect(isVisible, `the focus is visible on ${await focused(page)}`).toBe(true)
    if (name.test(String(await focused(page)))) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

test('works with the keyboard alone', async (context) => {
  const { page, problems, server } = await openShop(context)
  await tabTo(page, /^Skip to the content$/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Add to cart Product T$/)
  await page.keyboard.press('Enter')
  await page.getByText('In your cart').waitFor()
  expect(await focused(page)).toBe('Add to cart Product T')
  await tabTo(page, /One more Product T$/)
  for (let units = 2; units <= 10; units++) await page.keyboard.press('Enter')
  await page.locator('#cart-status', { hasText: '10 items' }).waitFor({ state: 'attached' })
  // The button of the largest quantity is disabled.
  expect(await focused(page)).toMatch(/One fewer Product T$/)
  await tabTo(page, /^Add to cart Product M$/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Remove Product M$/)
  await page.keyboard.press('Space')
  await expect.poll(() => focused(page)).toMatch(/^Your cart/)
  await tabTo(page, /^Check out$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/checkout$/)
  await tabTo(page, /^Last name$/)
  await page.keyboard.type(shippingAddress.lastName)
  await page.keyboard.press('Enter')
  await page.getByText('There are 4 problems').waitFor()
  for (const [label, text] of [
    ['Street and number', shippingAddress.street1],
    ['Postal code', shippingAddress.zip],
    ['City', shippingAddress.city],
    ['Country', 'United K'],
  ] as const) {
    await tabTo(page, new RegExp(`^(Enter|Choose) your ${label.toLowerCase()}$`))
    await page.keyboard.press('Enter')
    await page.keyboard.type(text)
    await page.evaluate('document.querySelector(".notice").focus()')
  }
  await tabTo(page, /^Place order$/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Thank you, Ada' }).waitFor()
  expect(await orderedLines(server)).toEqual(['10 T'])
  expect(problems).toEqual([])
})
