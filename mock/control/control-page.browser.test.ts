import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser } from '../../testkit/browser.ts'
import { servedMock, startReceiver } from '../testing/served-mock.ts'

/** Opens the mock's page and waits for its stream. `problems` has console errors and requests to other hosts. */
const openPage = async (browser: Browser, address: string, width = 1280) => {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  const problems: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${address}/__mock/`)) problems.push(`asks ${request.url()}`)
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(`${address}/__mock/`)
  await page.getByText('live', { exact: true }).waitFor()
  return { page, problems }
}

const requests = (page: Page) => page.locator('#request-list > li:visible')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('actions on the page affect clients, and their requests appear on the page', async (context) => {
  const browser = await openBrowser(context)
  const { address, call } = await servedMock({ stateful: true }, { RATE_LIMIT_BUDGET: '100' })
  const { page, problems } = await openPage(browser, address)

  await call('/products/list?limit=2')
  const first = requests(page).first()
  await first.getByText('/v1/products/list?limit=2').waitFor()
  await first.locator('summary').click()
  await first.getByText('Bearer …').waitFor()
  await first.getByText('"minimumOrderQuantity"').waitFor()

  await page.getByLabel('Scenario').selectOption('empty')
  await button(page, 'Load').click()
  await page.getByText('Loaded empty').waitFor()
  await expect.poll(() => page.locator('#scenario').textContent()).toBe('empty')
  expect((await call('/products/list')).body).toEqual([])
  await expect.poll(() => requests(page).count()).toBe(1)

  const failure = page.locator('[data-do=failure]')
  await failure
    .getByRole('combobox', { name: 'Operation', exact: true })
    .selectOption('listProducts')
  await button(page, 'Simulate failures').click()
  await page.getByText('listProducts 500 for the next call').waitFor()
  expect((await call('/products/list')).status).toBe(500)
  await requests(page).first().getByText('500', { exact: true }).waitFor()
  await expect.poll(() => page.locator('#failures > li').count()).toBe(0)
  expect((await call('/products/list')).status).toBe(200)

  await button(page, '+ 201 days').click()
  await page.getByText(/^201 d 00:00:00 ahead$/).waitFor()
  await button(page, 'Use up').click()
  await page.getByText('The next requests from this address return 429').waitFor()
  expect((await call('/products/list')).status).toBe(429)
  await button(page, 'Reset').click()
  await page.getByText('Reset to demo').waitFor()
  expect((await call('/products/list')).status).toBe(200)
  await expect.poll(() => requests(page).count()).toBe(1)
  expect(problems).toEqual([])
})

test('requests are sorted newest first and can be filtered, and the response of subscribers is shown', async (context) => {
  const browser = await openBrowser(context)
  const { address, call, turn } = await servedMock()
  await turn('subscribers', { status: 503 })
  const { page, problems } = await openPage(browser, address)
  for (const path of ['/products/list', '/campaigns/list', '/products/list?limit=0', '/nowhere'])
    await call(path)
  const targets = () => page.locator('#request-list .target:visible').allTextContents()
  await expect
    .poll(targets)
    .toEqual([
      '/v1/nowhere',
      '/v1/products/list?limit=0',
      '/v1/campaigns/list',
      '/v1/products/list',
    ])

  const choose = (name: string, value: string) =>
    page.locator('#filters').getByRole('combobox', { name, exact: true }).selectOption(value)
  await choose('Operation', 'listProducts')
  expect(await targets()).toEqual(['/v1/products/list?limit=0', '/v1/products/list'])
  await choose('Operation', 'none')
  await choose('Status', '4')
  expect(await targets()).toEqual(['/v1/nowhere'])
  await choose('Status', '5')
  await page.getByText('None of the 4 requests matches the filters.').waitFor()

  const field = page.locator('#subscribers-status')
  await expect.poll(() => field.inputValue()).toBe('503')
  await field.fill('404')
  await page.locator('[data-do=subscribers] button').click()
  await expect.poll(() => field.getAttribute('value')).toBe('404')
  expect(await field.inputValue()).toBe('404')
  await turn('reset')
  await expect.poll(() => field.inputValue()).toBe('200')
  expect(problems).toEqual([])
})

test('events and shipped orders are sent to a receiver and appear in the log of deliveries, errors beside their form', async (context) => {
  const browser = await openBrowser(context)
  const { address, call } = await servedMock({ stateful: true })
  const { url, received } = await startReceiver()
  const { page, problems } = await openPage(browser, address)
  const orders = (await call('/orders/list')).text
  const id = orders.match(/"id":"(ord_\w+)","[^{]*?"status":"AWAITING_SHIPMENT"/)?.[1] ?? ''

  await page.getByLabel('Order id').focus()
  await page.keyboard.type('nobody')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.locator('[data-do=order] .outcome.bad').getByText('Order not found').waitFor()
  await button(page, 'Send').click()
  await page
    .locator('[data-do=event] .outcome.bad')
    .getByText('No receiver is registered')
    .waitFor()
  // The browser reports both responses.
  expect(problems.splice(0)).toHaveLength(2)

  await page.getByLabel('URL').fill(url)
  await button(page, 'Register').click()
  await page.locator('#receivers').getByText(url).waitFor()
  await page.getByRole('combobox', { name: 'Event', exact: true }).selectOption('invite.viewed')
  await button(page, 'Send').click()
  await page.getByText(`${url}: 204`).waitFor()
  await page.getByLabel('Order id').fill(id)
  await button(page, 'Ship').click()
  await page.getByText(/^Order \S+ is SHIPPED$/).waitFor()
  await expect.poll(() => received.length).toBe(2)
  const events = page.locator('#delivery-list .method')
  await expect.poll(() => events.allTextContents()).toEqual(['order.shipped', 'invite.viewed'])
  expect(problems).toEqual([])
})

test('every control has a label, the page fits a phone’s width, and HTML is shown as text', async (context) => {
  const browser = await openBrowser(context)
  const { address, call, turn } = await servedMock()
  const { page, problems } = await openPage(browser, address, 390)
  const planted = '<img src="/planted" onerror="alert(1)">'
  const headers = { 'x-planted': planted }
  await call(`/products/list?limit=${'1'.repeat(200)}`, { key: null, headers })
  await turn('receivers', { url: 'http://localhost:9/', secret: planted })
  await requests(page).first().locator('summary').click()
  await requests(page).first().getByText(planted).waitFor()
  await page.locator('#receivers').getByText(planted).waitFor()
  expect(await page.locator('img').count()).toBe(0)
  const controls = '[...document.querySelectorAll("input, select")]'
  const unlabelled = `${controls}.filter((each) => !each.labels[0]?.textContent.trim()).length`
  expect(await page.evaluate(`${controls}.length`)).toBeGreaterThan(10)
  expect(await page.evaluate(unlabelled)).toBe(0)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect(await button(page, 'Load').isDisabled()).toBe(true)
  await page
    .getByText('This mock keeps no data. Start it with npm run mock -- --stateful.')
    .waitFor()
  expect(problems).toEqual([])
})
