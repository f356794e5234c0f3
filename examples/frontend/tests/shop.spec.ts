import { createMock, type MockSession } from '@merch-fulfillment/mock'
import { demoKeys } from '@merch-fulfillment/mock/keys'
import { mockFixture } from '@merch-fulfillment/mock/playwright'
import { test as base, expect, type Page } from '@playwright/test'

const { MERCH_URL, MERCH_KEY = demoKeys.demo } = process.env

/** Whether the tests run against a server, which they cannot control. */
const isServer = MERCH_URL !== undefined

const api = MERCH_URL ?? 'http://api.example.test'

type Fixtures = {
  /** The test's own session, in the process of the test. */
  mock: MockSession
  /** Opens the page with a key. */
  open: (key?: string) => Promise<unknown>
}

const test = base.extend<Fixtures>({
  mock: isServer
    ? async ({ context: _ }, use) => use(createMock())
    : [mockFixture({ url: api }), { auto: true }],
  open: async ({ page }, use) =>
    use((key = MERCH_KEY) => page.goto(`/?api=${encodeURIComponent(api)}&key=${key}`)),
})

const needsMock = () => test.skip(isServer, 'The tests cannot control a server')

const contacts = (page: Page) => page.getByRole('region', { name: 'Contacts' })
const orders = (page: Page) => page.getByRole('region', { name: 'Orders' })
const alert = (page: Page) => page.getByRole('alert')

/** Returns an email address that no other test uses. */
const newEmail = () => `${crypto.randomUUID()}@example.com`

const addContact = async (page: Page, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields))
    await contacts(page).getByLabel(label).fill(value)
  await contacts(page).getByRole('button', { name: 'Add contact' }).click()
}

const placeOrder = async (page: Page, email: string, quantity = '1') => {
  await orders(page).getByLabel('Quantity').fill(quantity)
  await orders(page).getByLabel('Recipient’s email').fill(email)
  await orders(page).getByRole('button', { name: 'Order', exact: true }).click()
}

const cancel = (page: Page, email: string) =>
  orders(page).getByRole('listitem').filter({ hasText: email }).getByRole('button').click()

test.describe('contacts', () => {
  test.beforeEach(({ open }) => open())

  test('are listed', async ({ page }) => {
    await expect(contacts(page).getByRole('listitem')).toHaveCount(5)
  })

  test('are added', async ({ page }) => {
    await addContact(page, { 'First name': 'Ada', 'Last name': 'Byron', Email: newEmail() })
    await expect(contacts(page).getByRole('listitem')).toHaveCount(5)
    await expect(alert(page)).toHaveCount(0)
  })

  test('are rejected with all errors at once', async ({ page }) => {
    await addContact(page, {})
    await expect(alert(page).getByRole('listitem')).toHaveCount(3)
  })
})

test.describe('orders', () => {
  test.beforeEach(({ open }) => open())

  test('are placed', async ({ page }) => {
    const email = newEmail()
    await placeOrder(page, email)
    await expect(orders(page).getByText(`AWAITING_SHIPMENT, ${email}`)).toBeVisible()
  })

  test('are rejected when stock is short', async ({ page }) => {
    await placeOrder(page, newEmail(), '100000')
    await expect(alert(page)).toContainText('Not enough stock')
  })

  test('are cancelled once', async ({ page }) => {
    const email = newEmail()
    await placeOrder(page, email)
    await cancel(page, email)
    await expect(orders(page).getByText(`CANCELLED, ${email}`)).toBeVisible()
    await cancel(page, email)
    await expect(alert(page)).toContainText('already cancelled')
  })
})

test('a key that was never issued is reported', async ({ page, open }) => {
  await open(demoKeys.unissued)
  await expect(alert(page)).toHaveText('The key is not valid. Enter another one.')
})

test('an exceeded rate limit is counted down, and requests are sent again', async ({
  page,
  open,
  mock,
}) => {
  needsMock()
  await mock.control.exhaustRateLimit()
  await open()
  await expect(alert(page)).toContainText(/Try again in 86\d+ s/)
  await mock.control.resetRateLimit()
  await open()
  await expect(contacts(page).getByRole('listitem')).toHaveCount(5)
})

test('a dropped connection is reported', async ({ page, open, mock }) => {
  needsMock()
  await mock.control.queue({ operation: 'listCampaigns', drop: 'before' })
  await open()
  await expect(alert(page)).toHaveText('The service cannot be reached. Try again.')
})

test('an account without data has no campaign', async ({ page, open, mock }) => {
  needsMock()
  await mock.control.loadScenario('empty')
  await open()
  await expect(page.getByRole('heading')).toHaveText('No active campaign')
})
