const { createMock } = require('@merch-fulfillment/mock')
const { demoKeys } = require('@merch-fulfillment/mock/keys')
const { mockFixture, sessionFixture } = require('@merch-fulfillment/mock/playwright')
const { expect, test: base } = require('@playwright/test')

const url = 'http://127.0.0.1:4713/shop'
const headers = { Authorization: `Bearer ${demoKeys.demo}`, 'Content-Type': 'application/json' }

const address = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  street1: '12 St James Square',
  city: 'London',
  zip: 'SW1Y 4JH',
}

const running = createMock({ baseUrl: url })
base.beforeAll(() => running.listen({ port: 4713 }))
base.afterAll(() => running.stop())

const fixtures = {
  mockFixture: mockFixture({ url: 'http://shop.example.test/api' }),
  sessionFixture: sessionFixture({ url }),
}
for (const [name, fixture] of Object.entries(fixtures)) {
  const test = base.extend({ mock: [fixture, { auto: true }] })
  const read = async (response) => JSON.parse(await (await response).text())

  test(`${name}: a page shows a picture, and an invite is redeemed`, async ({ page, mock }) => {
    const [{ imageUrl }] = await read(mock.fetch('/v1/products/list', { headers }))
    expect(imageUrl).toMatch(/\/(api|shop)\/s\/[^/]+\/cdn\//)
    await page.setContent(`<img src="${imageUrl}">`)
    await page.waitForFunction('document.querySelector("img").naturalWidth > 0')

    const campaigns = await read(mock.fetch('/v1/campaigns/list', { headers }))
    const { id } = campaigns.find(({ status }) => status === 'Active')
    const body = JSON.stringify({ campaignId: id, sendEmailNotification: false })
    const { inviteUrl } = await read(
      mock.fetch('/v1/invites/create', { method: 'POST', headers, body }),
    )
    expect((await mock.fetch(inviteUrl)).status).toBe(200)
    await page.goto(inviteUrl)
    await page
      .getByRole('button', { name: /^Add to cart/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Check out' }).click()
    for (const [field, value] of Object.entries(address))
      await page.locator(`[name=${field}]`).fill(value)
    await page.getByLabel('Country').selectOption('GB')
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const orders = await read(mock.fetch('/v1/orders/list?email=ada%40example.com', { headers }))
    expect(orders[0]).toMatchObject({ orderSource: 'REDEMPTION' })
  })
}

base('the docs of the running mock open', async ({ page }) => {
  const problems = []
  page.on('response', (response) => response.status() >= 400 && problems.push(response.url()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto('http://127.0.0.1:4713/docs')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  expect((await page.request.get('http://127.0.0.1:4713/docs-offline.html')).status()).toBe(200)
  expect(problems).toEqual([])
})
