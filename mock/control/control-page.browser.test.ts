import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { sharedPage } from '../../tests/kit/browser.ts'
import { servedMock, startReceiver } from '../../tests/kit/mock/served-mock.ts'
import { newOrder } from '../../tests/kit/request-bodies.ts'

const openShared = sharedPage({ permissions: ['clipboard-read', 'clipboard-write'] })

const openPage = async (context: TestContext, stateful: boolean, width?: number) => {
  const mock = await servedMock({ stateful }, { RATE_LIMIT_BUDGET: '100' })
  const home = `${mock.address}/__mock/`
  const { page, problems } = await openShared(context, home, width)
  // Before the mock stops, which the page would report.
  onTestFinished(async () => void (await page.goto('about:blank')))
  await page.goto(home)
  await page.getByText('live', { exact: true }).waitFor()
  return { ...mock, page, problems }
}

const requests = (page: Page) => page.locator('#request-list > li')
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inForm = (page: Page, call: string) => page.locator(`[data-call="${call}"]`)
const choose = (page: Page, call: string, name: string, option: string | { label: string }) =>
  inForm(page, call).getByRole('combobox', { name, exact: true }).selectOption(option)

const operation = 'POST operations/{operation}'
const order = { method: 'POST', json: newOrder('cmp_1', 'TEE') }

test('a response is chosen from those of an operation, queued, listed, and removed alone', async (context) => {
  const { call, page, problems } = await openPage(context, false)
  const checkAuth = inForm(page, operation).locator('option[value^=checkAuth]')
  expect(await checkAuth.allTextContents()).toEqual(['checkAuth'])
  const queued = () => page.locator('#queue > li > span').allTextContents()
  await choose(page, operation, 'Operation', 'createOrder')
  const label = '400 notEnoughStock: Stock is short and the campaign does not allow it'
  await choose(page, operation, 'Response', { label })
  await click(page, 'Queue response')
  await page.getByText('Queued', { exact: true }).waitFor()
  await inForm(page, operation).getByLabel('Calls').fill('3')
  await choose(page, operation, 'Response', '429 budgetExceeded')
  await click(page, 'Queue response')
  const first = 'next createOrder: 400 notEnoughStock'
  const second = 'next createOrder: 429 budgetExceeded'
  await expect.poll(queued).toEqual([`${first}, 1 call`, `${second}, 3 calls`])
  await page.getByRole('button', { name: `Remove ${first}` }).press('Enter')
  await page.getByText('Removed', { exact: true }).waitFor()
  await expect.poll(queued).toEqual([`${second}, 3 calls`])
  // The focus does not go to the start of the page.
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Responses')
  await choose(page, operation, 'Operation', 'any')
  await choose(page, operation, 'Connection', 'within')
  await inForm(page, operation).getByLabel('Share, %').fill('50')
  await inForm(page, operation).getByLabel('to, ms').fill('20')
  await click(page, 'Queue response')
  const third = 'next any: 500, 0 to 20 ms late, connection dropped (within), 50 % of calls'
  await expect.poll(queued).toEqual([`${second}, 3 calls`, third])
  await page.getByRole('button', { name: 'Remove next any' }).click()
  await expect.poll(queued).toEqual([`${second}, 3 calls`])
  await choose(page, operation, 'Operation', 'createOrder')
  expect((await call('/orders/create', order)).status).toBe(429)
  await expect.poll(queued).toEqual([`${second}, 2 calls`])

  await choose(page, operation, 'Response', { label: 'its own response, late or dropped' })
  await choose(page, operation, 'Connection', { label: 'stays open' })
  await inForm(page, operation).getByLabel('to, ms').fill('0')
  await click(page, 'Queue response')
  const nothing = 'Nothing to queue. Give a status, an example, a latency or a drop.'
  await page.locator('.outcome.bad').getByText(nothing).waitFor()
  expect(problems.splice(0)).toHaveLength(1)

  await page.goto('about:blank')
  await page.goBack()
  await page.getByText('live', { exact: true }).waitFor()
  const form = inForm(page, operation)
  expect(await form.locator('[name=operation]').inputValue()).toBe('createOrder')
  expect(await form.locator('[name=response]').textContent()).toMatch(/^201 /)
})

test('scenario, clock and rate limit change what clients get, and requests appear, newest first', async (context) => {
  const { address, call, mock, page, problems } = await openPage(context, true)
  const statusOf = async (path: string) => (await call(path)).status
  await choose(page, 'POST scenarios/{scenario}', 'Scenario', 'empty')
  await click(page, 'Load')
  await page.getByText('Loaded empty').waitFor()
  await expect.poll(() => page.locator('#scenario').textContent()).toBe('empty')
  expect((await call('/products/list')).body).toEqual([])
  await click(page, '+ 201 days: the demo’s active campaign has expired')
  await page.getByText(/^201 days 00:00:00 ahead$/).waitFor()
  await click(page, 'Use up')
  await page.getByText('The next requests from this address return 429').waitFor()
  expect(await statusOf('/products/list')).toBe(429)
  await click(page, 'Reset')
  await page.getByText('Reset to demo').waitFor()
  await expect.poll(() => requests(page).count()).toBe(0)

  for (const path of ['/products/list', '/products/list?limit=0', '/nowhere']) await statusOf(path)
  const targets = () => page.locator('#request-list .target').allTextContents()
  const [list, invalid] = ['/v1/products/list', '/v1/products/list?limit=0']
  await expect.poll(targets).toEqual(['/v1/nowhere', invalid, list])
  for (const width of [1024, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    const box = await page.locator('#request-list .target').nth(1).boundingBox()
    expect(box?.width, `the path of a rejected request at ${width}`).toBeGreaterThan(180)
    const time = page.locator('#request-list .muted').getByText(/^\d\d:\d\d:/)
    expect((await time.nth(1).boundingBox())?.height, `the time at ${width}`).toBeLessThan(30)
  }
  const filter = (name: string, value: string) =>
    page.locator('#filters').getByLabel(name).selectOption(value)
  await filter('Operation', 'listProducts')
  await expect.poll(targets).toEqual([invalid, list])
  await filter('Status', '5')
  await page.getByText('None of the 3 requests matches the filters.').waitFor()

  await page.evaluate(`Object.defineProperty(document, 'hidden', { value: true })`)
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await expect.poll(() => mock.events.listenerCount('change')).toBe(0)

  // A session that is deleted and used again counts from 1 again, as a mock that was restarted does.
  await page.goto(`${address}/s/again/__mock/`)
  await fetch(`${address}/s/again/v1/products/list`)
  await expect.poll(targets).toEqual(['/s/again/v1/products/list'])
  await fetch(`${address}/__mock/sessions/again`, { method: 'DELETE' })
  await fetch(`${address}/s/again/v1/inventory/list`)
  await filter('Operation', 'listInventory')
  await expect.poll(targets).toEqual(['/s/again/v1/inventory/list'])
  expect(problems.splice(0).filter((each) => !each.includes('/s/again/__mock/'))).toEqual([])
})

test('orders are picked from a list; events have their results under Deliveries', async (context) => {
  const { call, page, problems } = await openPage(context, true)
  const { url, received } = await startReceiver()
  await click(page, 'Send')
  await page.locator('.outcome.bad').getByText('No receiver is registered').waitFor()
  await page.getByLabel('URL').fill(url)
  await click(page, 'Register')
  await page.locator('#receivers').getByText(url).waitFor()
  await choose(page, 'POST events/{event}', 'Event', 'invite.viewed')
  await click(page, 'Send')

  const waiting = await call('/orders/list?orderStatus=AWAITING_SHIPMENT&limit=1&offset=1')
  const [{ id, orderNumber }] = JSON.parse(waiting.text)
  const chosen = page.locator('#orders')
  await chosen.selectOption(id)
  await click(page, 'Ship')
  await page.getByText(`Order ${orderNumber} is SHIPPED`).waitFor()
  await expect.poll(() => chosen.locator(':checked').textContent()).toMatch(/^\S+ SHIPPED, /)
  expect(await chosen.inputValue()).toBe(id)
  await click(page, 'Ship')
  await page.locator('.outcome.bad').getByText('Order has already shipped').waitFor()
  // The browser reports both rejected calls.
  expect(problems.splice(0)).toHaveLength(2)

  const events = page.locator('#delivery-list .method')
  await expect.poll(() => events.allTextContents()).toEqual(['order.shipped', 'invite.viewed'])
  expect(received).toHaveLength(2)
  await events.first().click()
  await page.getByText(`"orderNumber": "${orderNumber}"`).waitFor()
  await page.getByLabel('Status of subscribers').fill('')
  await click(page, 'Set')
  await page.getByText('now with no response').waitFor()
})

test('a request is copied as a curl line; HTML in it is shown as text', async (context) => {
  const { ask, call, mock, page, turn } = await openPage(context, false)
  const planted = '<img src="/planted" onerror="alert(1)">'
  await call('/orders/create', { ...order, headers: { 'x-planted': planted } })
  await turn('receivers', { url: 'http://localhost:9/', secret: planted })
  await page.locator('#receivers').getByText(planted).waitFor()
  await requests(page).first().locator('summary').press('Enter')
  await page.locator('#request-list dd').getByText(planted).waitFor()
  expect(await page.locator('img').count()).toBe(0)

  await click(page, 'Copy as curl')
  await page.getByText('Copied to the clipboard').waitFor()
  const copied = await page.evaluate('navigator.clipboard.readText()')
  expect(copied).toBe(mock.requests.entries[0]?.curl)
  // Entries stay open and focused when others arrive.
  await ask('/v1/auth')
  await expect.poll(() => requests(page).count()).toBe(2)
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Copy as curl')
})

test.for([
  [true, 1440, 'light'],
  [false, 360, 'dark'],
] as const)(
  'axe finds nothing, and the page fits its width (stateful: %s, %s wide, %s)',
  async ([stateful, width, colorScheme], context) => {
    const { call, page, turn } = await openPage(context, stateful, width)
    await page.emulateMedia({ colorScheme })
    await call(`/products/list?limit=${'1'.repeat(200)}`)
    await turn('operations/createOrder', { status: 400 })
    await turn('receivers', { url: 'http://localhost:9/' })
    await turn('events/order.shipped')
    await click(page, '+ 1 day')
    await page.getByText('Keys').click()
    await requests(page).first().locator('summary').click()
    await click(page, 'Copy as curl')
    await page.getByText(/^(Copied to|The line is selected)/).waitFor()
    await page.locator('#delivery-list > li').waitFor()
    await page.evaluate(axe.source)
    const found =
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes]))'
    expect(await page.evaluate(found)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(await page.getByRole('button', { name: 'Load' }).isEnabled()).toBe(stateful)
    expect(await page.getByText('This mock keeps no data.').count()).toBe(stateful ? 0 : 2)
  },
)
