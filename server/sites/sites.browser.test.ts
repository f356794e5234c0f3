import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { z } from 'zod'
import { listCampaigns200, listOrders200, Order } from '../../generated/zod/schemas.ts'
import { sharedPage } from '../../tests/kit/browser.ts'
import { newOrder } from '../../tests/kit/request-bodies.ts'
import { newSignInLink } from '../../tests/kit/server/customer-browser.ts'
import { shippingAddress } from '../../tests/kit/server/recipient-browser.ts'
import { inviteRecipient } from '../../tests/kit/server/shop-with-invite.ts'
import { sharedTestServer, type TestServer } from '../../tests/kit/server/test-server.ts'
import { readConfig } from '../config.ts'
import { toId } from '../domain/ids.ts'
import { failureMessage, inviteMessage } from '../email/messages.ts'
import { recordAttempts } from '../store/webhooks/attempts.ts'
import { listSubscriptions } from '../store/webhooks/webhooks.ts'

let server: TestServer
let invites = 0

beforeAll(async () => {
  server = await sharedTestServer()
})
afterAll(() => server.stop())

const options: BrowserContextOptions = {
  reducedMotion: 'reduce',
  locale: 'en-GB',
  permissions: ['clipboard-read', 'clipboard-write'],
}
const expected = /status of (409|422|404|429|502)|ERR_INTERNET_DISCONNECTED/
const sharedPages = {
  scripts: sharedPage(options, expected),
  'no scripts': sharedPage({ ...options, javaScriptEnabled: false }, expected),
}

const openPage = async (
  context: TestContext,
  { width, kind = 'scripts' }: { width?: number; kind?: keyof typeof sharedPages } = {},
) => (await sharedPages[kind](context, server.url, width)).page

/** Opens a new invite to a campaign of the demo. Returns how to read the lines of its order. */
const openInvite = async (...options: Parameters<typeof openPage>) => {
  const page = await openPage(...options)
  const [campaign] = listCampaigns200.parse((await server.get('/v1/campaigns/list')).body)
  const recipient = { firstName: 'Ada', email: `ada${invites++}@example.com` }
  const { invite } = await inviteRecipient(server, campaign?.id ?? '', recipient)
  const link = `${server.url}/i/${invite.slug}`
  await page.goto(link)
  const ordered = async () => {
    const { body } = await server.get(`/v1/orders/list?email=${recipient.email}`)
    return listOrders200
      .parse(body)
      .map(({ products }) => products.map(({ sku, quantity }) => `${quantity} ${sku}`))
  }
  return { page, link, ordered }
}

const click = (page: Page, name: string) => page.getByRole('button', { name }).first().click()

/** Fills in the address and orders. The first name and the email are already filled in. */
const placeOrder = async (page: Page) => {
  const { lastName, street1, zip, city, country } = shippingAddress
  for (const [name, value] of Object.entries({ lastName, street1, zip, city }))
    await page.locator(`[name=${name}]`).fill(value)
  await page.getByLabel('Country').selectOption(country)
  await click(page, 'Place order')
  await page.getByRole('heading', { name: 'Thank you, Ada' }).waitFor()
}

/** Returns the accessible name of the focused element. Its focus must be visible. */
const focused = async (page: Page): Promise<string> => {
  const [name, isVisible] = await page.evaluate<[string, boolean]>(`(() => {
    const { activeElement: element } = document
    const label = element.labels?.[0] ?? element
    const isVisible = [element, element.closest('label')].some(
      (each) => each && getComputedStyle(each).outlineStyle !== 'none',
    )
    return [label.innerText.replaceAll(/\\s+/g, ' ').trim(), isVisible]
  })()`)
  expect(isVisible, `the focus is visible on ${name}`).toBe(true)
  return name
}

/** Presses Tab until an element has the focus. Each focus on the way must be visible. */
const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  for (let presses = 0; presses < 90; presses++) {
    await page.keyboard.press('Tab')
    if (name.test(await focused(page))) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

/** Presses Tab until an element has the focus, then a key. */
const press = async (page: Page, name: RegExp, key = 'Enter') => {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

test('recipients order with the keyboard alone, and the script changes the cart without a page load', async (context) => {
  const { page, ordered } = await openInvite(context)
  await page.evaluate('window.isSamePage = true')
  await press(page, /^Skip to the content$/)
  await press(page, /^(XS|S|M|L) /, 'ArrowRight')
  const size = await focused(page)
  const tee = page.locator('#product-1')
  expect(await tee.locator(':scope > .picture').getAttribute('alt')).toContain(
    `, ${size.split(' ')[0]}`,
  )
  await press(page, /^Add to cart Heavyweight cotton tee$/)
  await tee.getByText('In your cart').waitFor()
  expect(await focused(page)).toBe('Add to cart Heavyweight cotton tee')
  await tabTo(page, /One more Heavyweight cotton tee/)
  // Each press comes before the response to the one before it.
  for (let units = 2; units <= 10; units++) await page.keyboard.press('Enter')
  await page.locator('#cart-status', { hasText: '10 items' }).waitFor({ state: 'attached' })
  // The button of the largest quantity is disabled.
  expect(await focused(page)).toMatch(/^− One fewer Heavyweight cotton tee/)
  await press(page, /^Add to cart Welcome card$/)
  await page.getByRole('button', { name: 'Remove Welcome card' }).waitFor()
  await press(page, /^Remove Welcome card$/, 'Space')
  await expect.poll(() => focused(page)).toMatch(/^Your cart/)
  expect(await page.evaluate('window.isSamePage')).toBe(true)
  await press(page, /^Check out$/)
  await page.waitForURL(/checkout$/)
  await press(page, /^Place order$/)
  await page.getByText('There are 3 problems').waitFor()
  // The browser moves the focus to it when it renders the page, which can be after the text is there.
  await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('notice bad')
  for (const [label, text] of [
    ['street and number', shippingAddress.street1],
    ['postal code', shippingAddress.zip],
    ['city', shippingAddress.city],
  ] as const) {
    await press(page, new RegExp(`^Enter your ${label}$`))
    await page.keyboard.type(text)
    await page.evaluate('document.querySelector(".notice").focus()')
  }
  await press(page, /^Place order$/)
  await page.getByRole('heading', { name: 'Thank you, Ada' }).waitFor()
  expect(await ordered()).toEqual([[expect.stringMatching(/^10 TEE-/)]])
})

test('recipients order without scripts', async (context) => {
  const { page, ordered } = await openInvite(context, { kind: 'no scripts' })
  const tee = page.locator('#product-1')
  const white = tee.getByRole('group', { name: 'White' })
  await white.getByRole('radio', { name: /^M\b/ }).check()
  await click(page, 'Add to cart Heavyweight cotton tee')
  await page.waitForURL(/\/products#product-1$/)
  await click(page, 'Add to cart Gift box with tissue')
  await tee.getByRole('button', { name: 'One more Heavyweight cotton tee, White, M' }).click()
  await click(page, 'Remove Gift box with tissue')
  await page.getByRole('heading', { name: 'Your cart 2 items' }).waitFor()
  await page.getByRole('link', { name: 'Check out' }).click()
  await placeOrder(page)
  expect(await ordered()).toEqual([['2 TEE-WHT-M']])
})

test('changes of the cart that are on their way reach the checkout, and a typed address is kept', async (context) => {
  const { page, link, ordered } = await openInvite(context)
  for (const name of ['Heavyweight', 'Welcome card', 'Gift box'])
    await click(page, `Add to cart ${name}`)
  await page.getByRole('heading', { name: 'Your cart 3 items' }).waitFor()
  const { promise: network, resolve: reconnect } = Promise.withResolvers<void>()
  await page.route('**/cart', (route) => network.then(() => route.continue()))
  await click(page, 'Remove Heavyweight')
  await click(page, 'One more Welcome card')
  await click(page, 'One more Welcome card')
  for (const sku of ['TEE-WHT-M', 'TEE-WHT-L']) {
    await page.locator(`[value=${sku}]`).check()
    await click(page, 'Add to cart Heavyweight')
  }
  await page.getByRole('link', { name: 'Check out' }).click()
  await click(page, 'One more Gift box')
  // On a slow line, the recipient types before the script runs.
  const holdScript = async () => {
    const { promise: typed, resolve } = Promise.withResolvers<void>()
    await page.route('**/site*.js', (route) => typed.then(() => route.continue()))
    return async () => {
      resolve()
      await page.waitForLoadState()
    }
  }
  const [city, country] = [page.getByLabel('City'), page.getByLabel('Country')]
  const runScript = await holdScript()
  reconnect()
  await city.fill('Vienna')
  await runScript()
  await page.getByRole('link', { name: 'Change cart' }).click()
  // The suggested country is not typed, so a new suggestion replaces it.
  const headers = { 'accept-language': 'de-AT' }
  await page.route('**/checkout', (route) => route.continue({ headers }))
  await page.getByRole('link', { name: 'Check out' }).click()
  await expect.poll(() => city.inputValue()).toBe('Vienna')
  expect(await country.inputValue()).toBe('AT')
  await country.selectOption('DE')
  await page.getByRole('link', { name: 'Change cart' }).click()
  const runAgain = await holdScript()
  await page.getByRole('link', { name: 'Check out' }).click({ noWaitAfter: true })
  await country.selectOption('CH')
  await runAgain()
  await expect.poll(() => city.inputValue()).toBe('Vienna')
  expect(await country.inputValue()).toBe('CH')
  const busy = { status: 502, body: 'Try again' }
  await page.route('**/checkout', (route) => route.fulfill(busy), { times: 1 })
  await click(page, 'Place order')
  await page.getByText('Try again').waitFor()
  await page.goto(`${link}/checkout`)
  await expect.poll(() => city.inputValue()).toBe('Vienna')
  await placeOrder(page)
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  const items = [['3 CRD-WEL', '2 BOX-STD', '1 TEE-WHT-M', '1 TEE-WHT-L']]
  expect(await ordered()).toEqual(items)
})

test('Back after an order leads to the order, also if a form was rejected before', async (context) => {
  const { page, link, ordered } = await openInvite(context)
  await click(page, 'Add to cart')
  await page.getByRole('link', { name: 'Check out' }).click()
  // As the browser's Stop button does.
  const stopped = Promise.withResolvers<unknown>()
  const devtools = await page.context().newCDPSession(page)
  const stop = () => stopped.resolve(devtools.send('Page.stopLoading'))
  await page.route('**/checkout', stop, { times: 1 })
  await page.getByRole('button', { name: 'Place order' }).click({ noWaitAfter: true })
  await stopped.promise
  await click(page, 'Place order')
  await page.getByText('Enter your city').first().waitFor()
  await placeOrder(page)
  for (let steps = 0; steps < 2; steps++) {
    await page.goBack()
    await page.getByRole('heading', { name: 'Thank you, Ada' }).waitFor()
  }
  await page.goto(link)
  await page.getByRole('heading', { name: 'Welcome back, Ada' }).waitFor()
  expect(await ordered()).toHaveLength(1)
})

test('a picture that cannot be loaded is the placeholder, and a name is not broken across lines', async (context) => {
  const { page } = await openInvite(context, { width: 320 })
  await page.route(/\/cdn\//, (route) => route.fulfill({ status: 404 }))
  await page.reload()
  const large = page.locator('#product-1 > .picture')
  await expect.poll(() => large.getAttribute('src')).toMatch(/no-picture\.svg$/)
  const name = 'نور الهدى بنت عبد الرحمن'
  const lines = await page.evaluate(`(() => {
    const name = document.querySelector('.lead bdi')
    name.textContent = ${JSON.stringify(name)}
    return name.getClientRects().length
  })()`)
  expect(lines).toBe(1)
})

test('a change that fails shows an error, and a form that is submitted twice is sent once', async (context) => {
  const { page, link, ordered } = await openInvite(context)
  await page.context().setOffline(true)
  const alert = page.getByRole('alert').getByText('The change may not be saved.')
  await click(page, 'Add to cart Welcome card')
  await alert.waitFor()
  await page.context().setOffline(false)
  await click(page, 'Add to cart Welcome card')
  await page.getByText('In your cart').waitFor()
  expect(await alert.count()).toBe(0)
  await page.route('**/cart', (route) => route.fulfill({ status: 429 }), { times: 1 })
  await click(page, 'Add to cart Gift box')
  await alert.waitFor()
  const both = Promise.withResolvers<void>()
  const fail = (route: Route) => both.promise.then(() => route.fulfill({ status: 502 }))
  await page.route('**/cart', fail, { times: 1 })
  await click(page, 'Add to cart Welcome card')
  await click(page, 'Add to cart Gift box')
  both.resolve()
  await page.getByRole('heading', { name: 'Your cart 2 items' }).waitFor()
  await alert.waitFor()

  await page.goto(`${link}/checkout`)
  const posts: string[] = []
  const clicked = Promise.withResolvers<void>()
  await page.route(`${link}/checkout`, async (route) => {
    posts.push(route.request().method())
    await clicked.promise
    await route.continue()
  })
  // The second click comes after the request is sent and before its response.
  const twice = page.waitForEvent('console', (message) => message.text() === 'twice')
  await page.evaluate(`(() => {
    const button = document.querySelector('[data-once] button')
    const again = () => setTimeout(() => {
      button.click()
      console.info('twice')
    })
    addEventListener('beforeunload', again, { once: true })
  })()`)
  const placed = placeOrder(page)
  await twice
  clicked.resolve()
  await placed
  expect([posts, (await ordered()).length]).toEqual([['POST'], 1])
})

const signIn = async (page: Page, query = '') => {
  await page.goto(`${server.url}/portal/sign-in/${await newSignInLink(server)}${query}`)
  await click(page, 'Sign in')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

test('customers copy a new key, and see no page of the portal after they sign out', async (context) => {
  const page = await openPage(context)
  await signIn(page)
  await page.getByLabel('Key name').fill('Warehouse sync')
  await click(page, 'Create key')
  await click(page, 'Copy')
  await page.getByRole('status').getByText('Copied to the clipboard').waitFor({ state: 'attached' })
  const key = String(await page.evaluate('navigator.clipboard.readText()'))
  expect((await server.request({ path: '/v1/auth', key })).status).toBe(200)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await click(page, 'Sign out')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('customers reach the webhook that an email names, test any event, and see payloads by result', async (context) => {
  const page = await openPage(context)
  const { account, store, time } = server
  await server.get('/v1/campaigns/list')
  await server.save()
  const [webhook] = await listSubscriptions(store, account)
  const attempt = { account, webhook: webhook?.id ?? toId('whk', ''), subject: '', at: time.now }
  const rest = { milliseconds: 1, error: null, response: '', body: '{"event":"order.created"}' }
  const attempts = [204, 500].map(
    (statusCode) => ({ ...attempt, ...rest, event: 'order.created', statusCode }) as const,
  )
  await store.write((transaction) => recordAttempts(transaction, attempts))
  await page.goto(`${server.url}/portal/webhooks/${webhook?.id}`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signIn(page, new URL(page.url()).search)
  await page.getByLabel('Event').selectOption('invite.redeemed')
  await click(page, 'Send test')
  await page.getByText('The test was delivered. Your receiver returned 200.').waitFor()
  await page.getByRole('link', { name: 'Rejected', exact: true }).click()
  await page.getByText('Payload').click()
  await page.getByText('"event": "order.created"').waitFor()
  expect(await page.locator('tbody tr').count()).toBe(1)
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByText('listCampaigns').first().waitFor()
})

test('customers see the newest orders, and each as a record with its state and history', async (context) => {
  const page = await openPage(context, { width: 768 })
  const [campaign] = listCampaigns200.parse((await server.get('/v1/campaigns/list')).body)
  const json = newOrder(campaign?.id ?? '', campaign?.products[0]?.sku ?? '')
  const order = Order.parse((await server.post('/v1/orders/create', json)).body)
  await signIn(page)
  const of = async (selector: string, each: string) => {
    const read = `[...document.querySelectorAll('${selector}')].map((each) => each.${each})`
    return new Set(z.array(z.number()).parse(await page.evaluate(read)))
  }
  await page.getByRole('link', { name: 'Invites' }).click()
  await page.getByRole('region', { name: 'Invites' }).waitFor()
  expect(await of('.number', 'getClientRects().length')).toEqual(new Set([1]))
  await page.getByRole('link', { name: 'Orders' }).click()
  const newest = page.getByRole('region', { name: 'Newest orders' })
  await page.getByLabel('Order or tracking number').fill(order.orderNumber)
  const opened = page.context().waitForEvent('page')
  const find = page.getByRole('button', { name: 'Find order' })
  await find.click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  await tab.waitForLoadState()
  await tab.close()
  await page.bringToFront()
  expect(await page.locator('form[aria-busy]').count()).toBe(0)
  await newest.getByRole('link', { name: order.orderNumber }).click()
  await page.getByRole('heading', { name: `Order ${order.orderNumber}` }).waitFor()
  const history = page.getByRole('region', { name: 'History' })
  await history
    .getByText(/ at \d\d:\d\d:\d\d UTC/)
    .first()
    .waitFor()
  const text = String(await page.locator('main').textContent())
  expect(text).not.toMatch(/AWAITING_SHIPMENT|ALLOCATED|SHIPPED|RETURNED/)
  // Its facts are in two columns, and those of a row begin at one height.
  expect((await of('dt', 'getBoundingClientRect().left')).size).toBe(2)
  const rows = Math.ceil((await page.locator('dt').count()) / 2)
  expect((await of('dt', 'getBoundingClientRect().top')).size).toBe(rows)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})

test('a brand of 41 letters wraps, and a stepper that cannot be used looks so', async (context) => {
  const { page } = await openInvite(context, { width: 390 })
  await page.evaluate(`(() => {
    const name = 'N'.repeat(41)
    for (const each of document.querySelectorAll('.brand, .greeting bdi')) each.append(name)
  })()`)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await click(page, 'Add to cart')
  await page.locator('.stepper button:disabled').first().waitFor()
  const opacity = `getComputedStyle(document.querySelector('.stepper button:disabled')).opacity`
  expect(await page.evaluate(opacity)).toBe('0.5')
})

/** What browsers before 2023 lack. A script of the page that needs it would not order anything. */
const older = [
  'globalThis.FormData = class extends FormData { constructor(form) { super(form) } }',
  'delete SubmitEvent.prototype.submitter',
]

test('a browser from before 2023 shows fields and the chosen variant, and fills the cart', async (context) => {
  const { page, link } = await openInvite(context, { width: 390 })
  const rewrite = (file: string, change: (text: string) => string) =>
    page.route(`**/${file}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: change(await response.text()) })
    })
  await rewrite('site.css', (text) => text.replaceAll(/light-dark|(?<=:)has(?=\()/g, 'unknown'))
  const styleOf = (selector: string, property: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`)
  for (const [i, lack] of older.entries()) {
    await rewrite('site.js', (text) => `${lack}\n${text}`)
    await page.goto(link)
    expect(await styleOf('input:checked', 'opacity')).toBe('1')
    await click(page, 'Add to cart')
    await page.getByRole('heading', { name: `Your cart ${i + 1} item` }).waitFor()
  }
  await page.goto(`${link}/checkout`)
  expect(await styleOf('[name=city]', 'borderTopStyle')).toBe('solid')
  expect(await styleOf('button', 'backgroundColor')).not.toBe('rgba(0, 0, 0, 0)')
})

test('a page is printed in dark ink, whatever the color scheme', async (context) => {
  const { page } = await openInvite(context)
  const ink = async (colorScheme: 'light' | 'dark', media: 'screen' | 'print') => {
    await page.emulateMedia({ colorScheme, media })
    return page.evaluate('getComputedStyle(document.body).color')
  }
  const onPaper = await ink('dark', 'print')
  expect(onPaper).toBe(await ink('light', 'screen'))
  expect(onPaper).not.toBe(await ink('dark', 'screen'))
})

test('emails with long addresses and URLs fit a phone', async (context) => {
  const page = await openPage(context, { width: 390 })
  const { service } = readConfig({})
  const account = { url: `https://hooks.example.com/${'x'.repeat(120)}`, name: 'n'.repeat(64) }
  const { html } = failureMessage(account, `${server.url}/portal/webhooks/whk_1`, service)
  const invite = {
    id: 'inv_1',
    email: `${'a'.repeat(64)}@example.com`,
    firstName: 'Ada',
    expiresAt: '2027-06-30T12:00:00Z',
    sender: { name: 'Harbor & Pine', color: null },
    campaign: { name: 'Starter kit', expiration: '2027-06-30T12:00:00Z' },
  }
  // A page of the site would not apply their styles.
  await page.goto('about:blank')
  for (const text of [html, inviteMessage(invite, `${server.url}/i/slug`, service).html]) {
    await page.setContent(text)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  }
})
