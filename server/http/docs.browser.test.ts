import { expect, type TestContext, test } from 'vitest'
import { buildDocs, openDocs } from '../../codegen/docs/testing/open-docs.ts'
import { testServer } from '../testing/test-server.ts'

// Every operation, event and chapter is looked at in docs.long.test.ts.

/** The docs as a server serves them. */
const served = async (context: TestContext, place = '') => {
  await buildDocs()
  const server = await testServer({ demo: false })
  return openDocs(context, `${server.url}/docs${place}`)
}

test('a search finds operations, events, fields and what chapters say', async (context) => {
  const { page, problems } = await served(context)
  const dialog = page.getByTestId('search-dialog')
  // Until there is an index, there is nothing to search.
  await page.getByTestId('search-trigger').getByText('Search').waitFor()
  await page.keyboard.press('Control+K')
  const finds = async (words: string, found: string) => {
    await dialog.getByRole('textbox').fill(words)
    await dialog.getByText(found).first().waitFor()
  }
  await finds('rotate', '/v1/webhooks/{id}/rotate-secret')
  await finds('allowOutOfStockOrders', '/v1/campaigns/list')
  await finds('cart', 'invite.cart_updated')
  await finds('constant time', 'X-Webhook-Signature')
  await finds('idempotency', 'there is no idempotency key')
  await dialog.getByText('/v1/orders/create').first().click()
  await page.waitForURL((url) => url.hash.startsWith('#/orders/createorder'))
  expect(problems).toEqual([])
})
