import { join } from 'node:path'
import { build, preview } from 'vite'
import { beforeAll, expect, onTestFinished, type TestContext, test } from 'vitest'
import { startMock } from '../../contract-tests/own/mock-target.ts'
import { openBrowser } from '../../testkit/browser.ts'
import { newOrder } from '../../testkit/request-bodies.ts'
import { makeTemporaryFolder } from '../../testkit/temporary-folder.ts'
import { toleranceSeconds, vectors } from './vectors.ts'

const root = join(import.meta.dirname, 'page')

/** Bundles the page with the client into a folder, and serves it. */
const servePage = async (folder: string) => {
  const common = { configFile: false, root, logLevel: 'error' } as const
  await build({ ...common, build: { outDir: folder, emptyOutDir: true } })
  const server = await preview({
    ...common,
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  })
  const [address = ''] = server.resolvedUrls?.local ?? []
  return { address, stop: () => server.close() }
}

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

test('A browser of another origin can list, write, read errors and the budget, and wait for it', async (context) => {
  const { page, given } = await open(context, 12)
  const shown = await page.evaluate(
    async ({ options, template }) => {
      const client = merch.createClient(options)
      const walked: string[] = []
      for await (const { id } of client.orders.all({}, { pageSize: 1000 })) walked.push(id)
      const [campaign] = (await client.campaigns.list()).filter(({ status }) => status === 'Active')
      const products = [{ sku: campaign?.products[0]?.sku ?? '', quantity: 1 }]
      const order = { ...template, campaignId: campaign?.id ?? '', products }
      const losing = merch.createClient({
        ...options,
        fetch: async (request) => {
          await fetch(request)
          throw new TypeError('Failed to fetch')
        },
      })
      const since = new Date()
      const thrown = await losing.orders.create(order).catch((error: unknown) => error)
      const search = { campaignId: order.campaignId, products, email: order.shipTo.email, since }
      const found = await client.findOrderBeforeRetry(search)
      const facts = (error: unknown) =>
        merch.isApiError(error) ? [error.status, error.message, error.operation] : String(error)
      const rejected = await client.orders.cancel({ orderId: 'ord_none' }).catch(facts)
      const unauthorized = merch
        .createClient({ ...options, apiKey: 'x' })
        .checkAuth()
        .catch(facts)
      const errors = [rejected, await unauthorized]
      while (client.rateLimit?.remaining) await client.checkAuth()
      const waiting = merch.createClient({ ...options, waitForBudget: true })
      return {
        count: walked.length,
        isUncertain: merch.isUncertain(thrown),
        found: found?.products,
        products,
        errors,
        waited: await waiting.checkAuth({ signal: AbortSignal.timeout(50) }).catch(String),
        over: await client.checkAuth().catch(facts),
        rateLimit: client.rateLimit,
      }
    },
    { options: given, template: newOrder('', '') },
  )
  expect(shown).toEqual({
    count: expect.any(Number),
    isUncertain: true,
    found: shown.products,
    products: [{ sku: expect.stringMatching(/./), quantity: 1 }],
    errors: [
      [400, 'Order not found', 'cancelOrder'],
      [401, 'Unauthorized', 'checkAuth'],
    ],
    waited: expect.stringContaining('TimeoutError'),
    over: [429, expect.any(String), 'checkAuth'],
    rateLimit: { limit: 12, remaining: 0, resetSeconds: expect.any(Number) },
  })
  expect(shown.count).toBeGreaterThan(9)
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
