import type { Page } from 'playwright-core'
import { startMock } from '../../contract-tests/own/mock-target.ts'
import { send } from '../../testkit/http.ts'
import type { State, Surface } from './surface.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const requests = [
  ['GET', '/v1/campaigns/list'],
  ['GET', '/v1/products/list?limit=0'],
  ['GET', '/v1/orders/ord_019a91f0c2d47b31a5e6c7d8f9010a1b'],
  ['DELETE', '/v1/nowhere'],
  ['GET', '/v1/products/list?limit=2'],
] as const

/** The control page of the mock. */
export const openMock = async (): Promise<Surface> => {
  const stateless = await startMock({ stateful: false })
  const stateful = await startMock({ stateful: true })
  const api = (method: string, path: string, json?: unknown) =>
    send(stateful.url, {
      method,
      path,
      headers: {
        Authorization: `Bearer ${stateful.key}`,
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: json === undefined ? undefined : JSON.stringify(json),
    })
  const at = (name: string, show: (page: Page) => Promise<unknown> = async () => {}): State => ({
    name,
    show: async (page) => {
      await api('POST', '/__mock/reset')
      await page.goto(`${stateful.url}/__mock/`)
      await page.getByText('live', { exact: true }).waitFor()
      await show(page)
    },
  })
  const sendRequests = async (page: Page) => {
    for (const [method, path] of requests) await api(method, path)
    await api('POST', '/__mock/operations/listProducts', { fails: true })
    await api('GET', '/v1/products/list')
    await page.locator('#request-list .badge.bad').first().waitFor()
  }
  return {
    close: async () => {
      await stateless.stop()
      await stateful.stop()
    },
    states: [
      {
        name: 'stateless',
        show: async (page) => {
          await page.goto(`${stateless.url}/__mock/`)
          await page.getByText('live', { exact: true }).waitFor()
        },
      },
      at('stateful'),
      at('requests', sendRequests),
      at('request-open', async (page) => {
        await sendRequests(page)
        await page.locator('#request-list summary').nth(1).click()
        await page.locator('#request-list pre').first().waitFor()
      }),
      at('requests-filtered', async (page) => {
        await sendRequests(page)
        await page.getByLabel('Status').selectOption('2')
        await page.locator('#filters [name=operation]').selectOption('cancelOrder')
        await page.locator('#request-note').waitFor()
      }),
      at('failures', async (page) => {
        await page.locator('[data-do=failure] select').selectOption('listProducts')
        await button(page, 'Simulate failures').click()
        await button(page, '+ 201 days').click()
        await page.getByText('201 d 00:00:00 ahead', { exact: true }).waitFor()
        await page.locator('#failures li').waitFor()
      }),
      at('deliveries', async (page) => {
        await api('POST', '/v1/webhooks', {
          url: 'https://hooks.example.com/orders',
          events: ['order.shipped'],
        })
        await page.getByLabel('URL').fill('http://localhost:3999/hooks')
        await button(page, 'Register').click()
        await button(page, 'Send').click()
        await page.locator('#delivery-list summary').first().click()
        await page.locator('#delivery-list pre').waitFor()
      }),
      at('rejected', async (page) => {
        await page.getByLabel('Order id').fill('ord_0')
        await button(page, 'Ship').click()
        await page.locator('.outcome.bad:not(:empty)').waitFor()
      }),
      at('keys', (page) => page.locator('.keys summary').click()),
      at('not-connected', async (page) => {
        await page.context().setOffline(true)
        await page.getByText('not connected').waitFor()
      }),
    ],
  }
}
