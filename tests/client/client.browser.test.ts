import { beforeAll, expect, onTestFinished, type TestContext, test } from 'vitest'
import { startMock } from '../../contract-tests/own/mock-target.ts'
import { openBrowser } from '../../testkit/browser.ts'
import { newOrder } from '../../testkit/request-bodies.ts'
import { makeTemporaryFolder } from '../../testkit/temporary-folder.ts'
import { servePage } from './serve-page.ts'
import { toleranceSeconds, vectors } from './vectors.ts'

declare const merch: typeof import('../../client/index.ts') &
  typeof import('../../client/webhooks/index.ts')

let site: Awaited<ReturnType<typeof servePage>>

beforeAll(async () => {
  const folder = makeTemporaryFolder()
  site = await servePage(folder.path)
  return async () => {
    await site.stop()
    folder.remove()
  }
})

/** Opens a page with the bundled client, and starts a mock of another origin. */
const open = async (context: TestContext, budget?: number) => {
  const browser = await openBrowser(context)
  const mock = await startMock({ stateful: true, ...(budget === undefined ? {} : { budget }) })
  onTestFinished(mock.stop)
  const page = await browser.newPage()
  await page.goto(site.address)
  expect(new URL(mock.url).origin).not.toBe(new URL(site.address).origin)
  return { page, given: { baseUrl: mock.url, apiKey: mock.key } }
}

test('A browser of another origin can list, write, and read errors and the budget', async (context) => {
  const { page, given } = await open(context, 40)
  const { sizes, rateLimit, unauthorized, refused } = await page.evaluate(async (options) => {
    const client = merch.createClient(options)
    const orders = await client.orders.list({ limit: 1000 })
    const walked: string[] = []
    for await (const { id } of client.orders.all({}, { pageSize: 9 })) walked.push(id)
    const invalid = merch.createClient({ ...options, apiKey: 'x' })
    const facts = (error: unknown) =>
      merch.isApiError(error) ? [error.status, error.message, error.errors, error.operation] : error
    return {
      sizes: [orders.length, walked.length, new Set(walked).size],
      rateLimit: client.rateLimit,
      unauthorized: await invalid.checkAuth().catch(facts),
      refused: await client.orders.cancel({ orderId: 'ord_none' }).catch(facts),
    }
  }, given)
  const [listed = 0] = sizes
  expect(listed).toBeGreaterThan(9)
  expect(sizes).toEqual([listed, listed, listed])
  expect(rateLimit).toEqual({
    limit: 40,
    remaining: 40 - 1 - Math.floor(listed / 9) - 1,
    resetSeconds: expect.any(Number),
  })
  expect(unauthorized).toEqual([401, 'Unauthorized', [], 'checkAuth'])
  expect(refused).toEqual([400, 'Order not found', [], 'cancelOrder'])
})

test('A browser finds an order whose response was lost, and can abort a wait for budget', async (context) => {
  const { page, given } = await open(context, 6)
  const answers = await page.evaluate(
    async ({ options, template }) => {
      const client = merch.createClient(options)
      const campaigns = await client.campaigns.list()
      const campaign = campaigns.find(({ status }) => status === 'Active')
      const order = {
        ...template,
        campaignId: campaign?.id ?? '',
        products: [{ sku: campaign?.products[0]?.sku ?? '', quantity: 1 }],
      }
      const losing = merch.createClient({
        ...options,
        fetch: async (request) => {
          await fetch(request)
          throw new TypeError('Failed to fetch')
        },
      })
      const since = new Date()
      const thrown = await losing.orders.create(order).catch((error: unknown) => error)
      const { campaignId, products, shipTo } = order
      const sought = { campaignId, products, email: shipTo.email, since }
      const found = await client.findOrderBeforeRetry(sought)
      const waiting = merch.createClient({ ...options, waitForBudget: true })
      while (client.rateLimit?.remaining) await client.checkAuth()
      const ended = await waiting
        .checkAuth({ signal: AbortSignal.timeout(50) })
        .catch((error: unknown) => (error instanceof DOMException ? error.name : String(error)))
      const over = await client
        .checkAuth()
        .catch((error: unknown) => merch.isApiError(error, 429) && error.rateLimit)
      return {
        isUncertain: merch.isUncertain(thrown),
        isSame: JSON.stringify(found?.products) === JSON.stringify(order.products),
        ended,
        over,
      }
    },
    { options: given, template: newOrder('', '') },
  )
  expect(answers).toEqual({
    isUncertain: true,
    isSame: true,
    ended: 'TimeoutError',
    over: { limit: 6, remaining: 0, resetSeconds: expect.any(Number) },
  })
})

test('A browser verifies the signature vectors', async (context) => {
  const { page } = await open(context)
  const accepted = await page.evaluate(
    ({ list, tolerance }) =>
      Promise.all(
        list.map(({ body, signature, timestamp, secret, receivedAt }) =>
          merch
            .verifyWebhook(
              new TextEncoder().encode(body),
              new Headers({
                'X-Webhook-Signature': signature,
                'X-Webhook-Timestamp': timestamp,
              }),
              secret,
              { toleranceSeconds: tolerance, now: () => receivedAt * 1000 },
            )
            .then(
              () => true,
              (error: unknown) => (error instanceof merch.WebhookVerificationError ? false : error),
            ),
        ),
      ),
    { list: vectors, tolerance: toleranceSeconds },
  )
  expect(accepted).toEqual(vectors.map(({ accept }) => accept))
})
