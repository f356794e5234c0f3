import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../../contract-tests/own/mock-target.ts'
import { openBrowser } from '../../server/testing/browser.ts'
import { testServer } from '../../server/testing/test-server.ts'
import { serveExamples } from './serve.ts'

test('the same page works against the mock and, with another URL and key, against the server', async (context) => {
  const browser = await openBrowser(context)
  const mock = await startMock({ stateful: false, budget: 10 })
  onTestFinished(mock.stop)
  const server = await testServer({ environment: { RATE_LIMIT_BUDGET: '20' } })
  const { address, stop } = await serveExamples({ port: 0, server: server.url })
  onTestFinished(stop)
  const page = await browser.newPage()
  const shown = async (query: string, last: string) => {
    await page.goto(`${address}/?${query}`)
    await page.getByText(last).waitFor()
    return page.locator('body').innerText()
  }

  expect(await shown(`url=${mock.url}&key=${mock.key}`, '200, 9 left')).toMatch(/TEE-BLK-M /)
  expect(await shown(`url=${mock.url}&key=wrong`, '401, 8 left')).not.toMatch(/TEE/)

  const text = await shown(`key=${server.key}`, '200, 19 left')
  const { body } = await server.get('/v1/products/list?limit=5')
  const products: { sku: string; title: string }[] = Array.isArray(body) ? body : []
  expect(products).toHaveLength(5)
  for (const { sku, title } of products) expect(text).toContain(`${sku} ${title};`)
})

test('with MSW the page needs neither, as it is developed', async (context) => {
  const browser = await openBrowser(context)
  const { address, stop } = await serveExamples({ port: 0, server: 'http://127.0.0.1:1' })
  onTestFinished(stop)
  const page = await browser.newPage()
  await page.goto(`${address}/with-msw.html`)
  await page.getByText('200, 999 left').waitFor()
  expect(await page.locator('body').innerText()).toContain('TEE-BLK-M ')
})
