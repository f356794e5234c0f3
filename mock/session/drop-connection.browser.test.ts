import { expect, test } from 'vitest'
import { openBrowser } from '../../tests/kit/browser.ts'
import { servedMock } from '../../tests/kit/mock/served-mock.ts'
import { demoKeys } from '../demo-keys.ts'

/** Sends requests at the same time in a page. Returns their status codes, or their errors. */
const sendInPage = ([key, count, body]: readonly [string, number, string | null]) => {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const send = async () => {
    const method = body === null ? 'GET' : 'POST'
    const response = await fetch('/v1/webhooks', { method, headers, body })
    await response.text()
    return String(response.status)
  }
  return Promise.all(Array.from({ length: count }, () => send().catch(String)))
}

test('a page sees a dropped connection, whatever connections Chromium has kept', async (context) => {
  const browser = await openBrowser(context)
  const { address, whole } = await servedMock({ stateful: true })
  const page = await browser.newPage()
  await page.goto(`${address}/healthz`)
  const send = (count: number, body: string | null) =>
    page.evaluate(sendInPage, [demoKeys.demo, count, body] as const)
  const webhook = { url: 'https://a.example.com/', events: ['order.created'] }
  for (const drop of ['request', 'before'] as const) {
    expect(await send(6, null)).toEqual(Array(6).fill('200'))
    await whole.control.queue({ operation: 'createWebhook', drop })
    expect(await send(6, null)).toEqual(Array(6).fill('200'))
    expect(await send(1, JSON.stringify(webhook))).toEqual(['TypeError: Failed to fetch'])
  }
  expect(await whole.control.requests({ operation: 'createWebhook' })).toHaveLength(2)
})
