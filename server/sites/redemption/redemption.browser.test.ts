import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, type TestContext, test } from 'vitest'
import { z } from 'zod'
import { Campaign, Order, WebhookSubscriptionWithSecret } from '../../../generated/schemas.ts'
import { openBrowser } from '../../../testkit/browser.ts'
import { decoded, startMailServer } from '../../../testkit/mail-server.ts'
import { startReceiver } from '../../../testkit/receiver.ts'
import { recordingLog } from '../../../testkit/recording-log.ts'
import { makeCertificate, tlsHost } from '../../../testkit/tls.ts'
import { smtpMailer } from '../../email/mailer.ts'
import { createDispatcher } from '../../events/dispatch/dispatcher.ts'
import { sign } from '../../events/dispatch/signature.ts'
import { createSend } from '../../events/egress/egress.ts'
import { readNetworks } from '../../events/egress/public-address.ts'
import { shippingAddress } from '../../testing/recipient-browser.ts'
import { resolveAllTo } from '../../testing/resolve-all-to.ts'
import { inviteRecipient, shopWithInvite } from '../../testing/shop-with-invite.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

/** Opens a page that records console errors and requests to other hosts. */
const newPage = async (browser: Browser, server: TestServer, script = true) => {
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

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Fills in the address. The names and the email are already filled in. */
const fillAddress = async (page: Page) => {
  await page.getByLabel('Street and number').fill(shippingAddress.street1)
  await page.getByLabel('Postal code').fill(shippingAddress.zip)
  await page.getByLabel('City').fill(shippingAddress.city)
  await page.getByLabel('Country').selectOption(shippingAddress.country)
}

const ordersOf = async (server: TestServer, email: string) =>
  z.array(Order).parse((await server.get(`/v1/orders/list?email=${email}&limit=1000`)).body)

/** Opens a browser page for a new invite. */
const openShop = async (context: TestContext) => {
  const browser = await openBrowser(context)
  const { server, recipient } = await shopWithInvite(
    {},
    { firstName: 'Ada', email: shippingAddress.email },
  )
  const made = await newPage(browser, server)
  return { ...made, browser, server, recipient, link: `${server.url}/i/${recipient.slug}` }
}

let certificate: { key: string; cert: string }

beforeAll(() => {
  certificate = makeCertificate()
})

/** Starts a server with demo data that sends emails and delivers events. */
const startSendingServer = async () => {
  const { smtp, mails } = await startMailServer()
  const { log } = recordingLog()
  const receiver = await startReceiver(certificate)
  const server = await testServer({
    parts: { mailer: smtpMailer({ url: smtp, from: 'Invites <invites@example.com>', log }) },
    deliverer: (parts) =>
      createDispatcher({
        ...parts,
        send: createSend({
          allowed: readNetworks(['127.0.0.0/8']),
          lookup: resolveAllTo('127.0.0.1'),
          ca: certificate.cert,
        }),
      }),
  })
  const events = ['invite.viewed', 'invite.cart_updated', 'invite.redeemed', 'order.created']
  const url = `https://${tlsHost}:${receiver.port}/`
  const { body } = await server.post('/v1/webhooks', { url, events })
  const { secret } = WebhookSubscriptionWithSecret.parse(body)
  const campaigns = z.array(Campaign).parse((await server.get('/v1/campaigns/list')).body)
  const campaign = campaigns[0]?.id ?? ''

  /** Creates an invite and returns the link in its email. */
  const mailInvite = async (email: string) => {
    const person = { firstName: 'Noor', lastName: 'Haddad', companyName: 'Pine', email }
    await inviteRecipient(server, campaign, { ...person, sendEmailNotification: true })
    const mail = mails.find(({ to }) => to.includes(email))
    return decoded(mail?.raw ?? '').match(/^http\S+/m)?.[0] ?? ''
  }
  return { server, received: receiver.received, secret, mailInvite }
}

test('orders from the emailed link, and every event is delivered', async (context) => {
  const browser = await openBrowser(context)
  const { server, received, secret, mailInvite } = await startSendingServer()
  const { page, problems } = await newPage(browser, server)
  const link = await mailInvite('noor@example.com')
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'New starter kit' }).waitFor()
  await page.getByText('Hi Noor, pick your gifts').waitFor()

  // The script updates the cart without a page load.
  await page.evaluate('window.isSamePage = true')
  const tee = page.locator('#product-1')
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
  await page
    .locator('#cart-status', { hasText: 'Your cart has 5 items' })
    .waitFor({ state: 'attached' })
  await button(page, 'Remove Welcome card').click()
  await expect.poll(() => lines.count()).toBe(2)
  expect(await page.evaluate('[window.isSamePage, document.activeElement.id]')).toEqual([
    true,
    'cart-title',
  ])

  await page.getByRole('link', { name: 'Check out' }).click()
  expect(await page.getByLabel('First name').inputValue()).toBe('Noor')
  expect(await page.getByLabel('Email').inputValue()).toBe('noor@example.com')
  await page.getByLabel('Email').fill('noor')
  await button(page, 'Place order').click()
  await page.getByRole('alert').getByText('There are 5 problems').waitFor()
  expect(await page.title()).toBe('Error: Address – New starter kit')
  expect(await page.evaluate('document.activeElement.className')).toBe('notice bad')
  expect(await page.getByLabel('Email').inputValue()).toBe('noor')
  await page.getByRole('link', { name: 'Enter a valid email' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('noor@example.com')
  await fillAddress(page)
  await button(page, 'Place order').click()
  await page.getByRole('heading', { name: 'Thank you, Noor' }).waitFor()
  const [order, ...others] = await ordersOf(server, 'noor@example.com')
  expect(others).toEqual([])
  expect(order?.products).toEqual([
    { sku: 'TEE-FOR-M', quantity: 1 },
    { sku: 'MUG-WHT-350', quantity: 3 },
  ])
  await page.getByText(`Order ${order?.orderNumber}`).waitFor()
  await page.getByText('United Kingdom').waitFor()

  await page.goto(link)
  await page.getByRole('heading', { name: 'This invite has been used' }).waitFor()
  await page.goto(`${server.url}/i/nothing`)
  const late = await mailInvite('late@example.com')
  server.time.now += 1000 * 86_400_000
  await page.goto(late)
  await page.getByRole('heading', { name: 'This invite has expired' }).waitFor()
  expect(problems).toEqual([])

  const names = () => received.map(({ headers }) => String(headers['x-webhook-event'])).toSorted()
  await expect
    .poll(names)
    .toEqual([
      ...Array(6).fill('invite.cart_updated'),
      'invite.redeemed',
      'invite.viewed',
      'order.created',
    ])
  for (const { headers, body } of received)
    expect(headers['x-webhook-signature']).toBe(
      sign(secret, String(headers['x-webhook-timestamp']), body.toString()),
    )
})

test('works without scripts', async (context) => {
  const browser = await openBrowser(context)
  const { server, mailInvite } = await startSendingServer()
  const { page, problems } = await newPage(browser, server, false)
  await page.goto(await mailInvite('noor@example.com'))
  const tee = page.locator('#product-1')
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
  await fillAddress(page)
  await button(page, 'Place order').click()
  await page.getByRole('heading', { name: 'Thank you, Noor' }).waitFor()
  expect(await ordersOf(server, 'noor@example.com')).toMatchObject([
    { products: [{ sku: 'TEE-WHT-M', quantity: 2 }], orderSource: 'REDEMPTION' },
  ])
  expect(problems).toEqual([])
})

test('two clicks in each of two tabs place one order, and both tabs show it', async (context) => {
  const { context: tabs, page: first, server, recipient, link } = await openShop(context)
  await recipient.cart('add', 'T')
  const second = await tabs.newPage()
  for (const tab of [first, second]) {
    await tab.goto(link)
    await tab.getByRole('link', { name: 'Check out' }).click()
    await tab.getByLabel('Last name').fill(shippingAddress.lastName)
    await fillAddress(tab)
  }
  const posts: string[] = []
  const clicked = Promise.withResolvers<void>()
  tabs.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await tabs.route(`${link}/checkout`, async (route) => {
    await clicked.promise
    await route.continue()
  })
  for (const tab of [first, second]) {
    // The second click comes after the request is sent and before its response.
    const clickedTwice = tab.waitForEvent('console', (message) => message.text() === 'twice')
    await tab.evaluate(`(() => {
      const button = document.querySelector('[data-once] button')
      const again = () => setTimeout(() => {
        button.click()
        console.info('twice')
      })
      addEventListener('beforeunload', again, { once: true })
      button.click()
    })()`)
    await clickedTwice
  }
  clicked.resolve()
  const done = [first, second].map((tab) => tab.getByText(/^Order MF-/).textContent())
  const shown = await Promise.all(done)
  const [order, ...more] = await ordersOf(server, shippingAddress.email)
  expect(more).toEqual([])
  for (const text of shown) expect(text).toContain(order?.orderNumber)
  // The second click in a tab sends no request.
  expect(posts).toEqual(Array(2).fill(`${link}/checkout`))
  const names = server.published.map(({ event }) => event.event)
  expect(names.filter((name) => /redeemed|created/.test(name)).toSorted()).toEqual([
    'invite.redeemed',
    'order.created',
  ])
})

test('a failed change shows an error and can be repeated', async (context) => {
  const { context: browsing, page, link } = await openShop(context)
  await page.goto(link)
  await browsing.setOffline(true)
  await button(page, 'Add to cart Product T').click()
  await page.getByRole('alert').getByText('The change did not arrive').waitFor()
  await browsing.setOffline(false)
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
  const { page, problems, server, link } = await openShop(context)
  await page.goto(link)
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
  expect(await ordersOf(server, shippingAddress.email)).toHaveLength(1)
  expect(problems).toEqual([])
})
