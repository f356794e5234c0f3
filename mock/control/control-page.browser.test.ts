import type { Page } from 'playwright-core'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { openBrowser } from '../../testkit/browser.ts'
import { servedMock, startReceiver } from '../testing/served-mock.ts'

/**
 * Starts a mock and opens its page. After the test, the page must have had no errors and no requests to
 * other hosts; the test removes those from `problems` that it expects.
 */
const openPage = async (context: TestContext, stateful: boolean, width = 1280) => {
  const browser = await openBrowser(context)
  const mock = await servedMock({ stateful }, { RATE_LIMIT_BUDGET: '100' })
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  const problems: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${mock.address}/__mock/`)) problems.push(request.url())
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  onTestFinished(() => expect(problems).toEqual([]))
  await page.goto(`${mock.address}/__mock/`)
  await page.getByText('live', { exact: true }).waitFor()
  return { ...mock, page, problems }
}

const requests = (page: Page) => page.locator('#request-list > li:visible')
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const choose = (page: Page, form: string, name: string, value: string) =>
  page.locator(form).getByRole('combobox', { name, exact: true }).selectOption(value)

test('actions on the page affect clients, and their requests appear on the page', async (context) => {
  const { call, page } = await openPage(context, true)
  const statusOf = async (path: string) => (await call(path)).status

  await call('/products/list?limit=2')
  const first = requests(page).first()
  await first.getByText('/v1/products/list?limit=2').click()
  await first.getByText('Bearer …').waitFor()
  await first.getByText('"minimumOrderQuantity"').waitFor()

  await page.getByLabel('Scenario').selectOption('empty')
  await click(page, 'Load')
  await page.getByText('Loaded empty').waitFor()
  await expect.poll(() => page.locator('#scenario').textContent()).toBe('empty')
  expect((await call('/products/list')).body).toEqual([])
  await expect.poll(() => requests(page).count()).toBe(1)

  await choose(page, '[data-do=failure]', 'Operation', 'listProducts')
  await click(page, 'Simulate failures')
  await page.getByText('listProducts 500 for the next call').waitFor()
  expect(await statusOf('/products/list')).toBe(500)
  await requests(page).first().getByText('500', { exact: true }).waitFor()
  await expect.poll(() => page.locator('#failures > li').count()).toBe(0)

  await click(page, '+ 201 days')
  await page.getByText(/^201 d 00:00:00 ahead$/).waitFor()
  await click(page, 'Use up')
  await page.getByText('The next requests from this address return 429').waitFor()
  expect(await statusOf('/products/list')).toBe(429)
  await click(page, 'Reset')
  await page.getByText('Reset to demo').waitFor()
  expect(await statusOf('/products/list')).toBe(200)
  await expect.poll(() => requests(page).count()).toBe(1)
})

test('requests are sorted newest first and can be filtered', async (context) => {
  const { call, page } = await openPage(context, false)
  const [list, invalid] = ['/v1/products/list', '/v1/products/list?limit=0']
  for (const path of ['/products/list', '/products/list?limit=0', '/nowhere']) await call(path)
  const targets = () => page.locator('#request-list .target:visible').allTextContents()
  await expect.poll(targets).toEqual(['/v1/nowhere', invalid, list])
  await choose(page, '#filters', 'Operation', 'listProducts')
  expect(await targets()).toEqual([invalid, list])
  await choose(page, '#filters', 'Operation', 'none')
  await choose(page, '#filters', 'Status', '4')
  expect(await targets()).toEqual(['/v1/nowhere'])
  await choose(page, '#filters', 'Status', '5')
  await page.getByText('None of the 3 requests matches the filters.').waitFor()
})

test('events, orders and subscribers have their results beside the form and in the log of deliveries', async (context) => {
  const { call, page, problems, turn } = await openPage(context, true)
  const { url, received } = await startReceiver()
  const orders = (await call('/orders/list')).text
  const id = orders.match(/"id":"(ord_\w+)","[^{]*?"status":"AWAITING_SHIPMENT"/)?.[1] ?? ''

  await page.getByLabel('Order id').focus()
  await page.keyboard.type('nobody')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.locator('[data-do=order] .outcome.bad').getByText('Order not found').waitFor()
  await click(page, 'Send')
  const rejected = page.locator('[data-do=event] .outcome.bad')
  await rejected.getByText('No receiver is registered').waitFor()
  // The browser reports both responses.
  expect(problems.splice(0)).toHaveLength(2)

  await page.getByLabel('URL').fill(url)
  await click(page, 'Register')
  await page.locator('#receivers').getByText(url).waitFor()
  await choose(page, '[data-do=event]', 'Event', 'invite.viewed')
  await click(page, 'Send')
  await page.getByText(`${url}: 204`).waitFor()
  await page.getByLabel('Order id').fill(id)
  await click(page, 'Ship')
  await page.getByText(/^Order \S+ is SHIPPED$/).waitFor()
  await expect.poll(() => received.length).toBe(2)
  const events = page.locator('#delivery-list .method')
  await expect.poll(() => events.allTextContents()).toEqual(['order.shipped', 'invite.viewed'])

  const field = page.locator('#subscribers-status')
  await field.fill('404')
  await click(page, 'Set')
  await page.getByText('Subscribers respond with 404').waitFor()
  await turn('reset')
  await expect.poll(() => field.inputValue()).toBe('200')
})

test('every control has a label, the page fits a phone’s width, and HTML is shown as text', async (context) => {
  const { call, page, turn } = await openPage(context, false, 390)
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
  expect(await page.getByRole('button', { name: 'Load' }).isDisabled()).toBe(true)
  const reason = 'This mock keeps no data. Start it with npm run mock -- --stateful.'
  await page.getByText(reason).waitFor()
})
