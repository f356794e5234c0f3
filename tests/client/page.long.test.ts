import { join } from 'node:path'
import { build, preview } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../../contract-tests/own/mock-target.ts'
import { openBrowser } from '../kit/browser.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'
import { toleranceSeconds, type Vector, vectors } from './vectors.ts'

const root = join(import.meta.dirname, 'page')

/** Bundles the page with the client, and serves it until the test ends. */
const servePage = async (): Promise<string> => {
  const folder = temporaryFolder()
  const common = { configFile: false, root, logLevel: 'error' } as const
  await build({ ...common, build: { outDir: folder, emptyOutDir: true } })
  const server = await preview({
    ...common,
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  })
  onTestFinished(() => server.close())
  return server.resolvedUrls?.local[0] ?? ''
}

declare const merch: typeof import('../../packages/client/index.ts') &
  typeof import('../../packages/client/webhooks/index.ts')

test('A browser of another origin can list, read errors and the rate limit, wait for it, and verify signatures', async (context) => {
  const browser = await openBrowser(context)
  const mock = await startMock({ stateful: true, rateLimit: 8 })
  onTestFinished(mock.stop)
  const page = await browser.newPage()
  const address = await servePage()
  await page.goto(address)
  expect(new URL(mock.url).origin).not.toBe(new URL(address).origin)
  const given = { baseUrl: mock.url, apiKey: mock.key }
  const shown = await page.evaluate(
    async ({ options, signed, toleranceSeconds }) => {
      const verify = ({ body, signature, timestamp, secret, receivedAt }: Vector) => {
        const headers = { 'X-Webhook-Signature': signature, 'X-Webhook-Timestamp': timestamp }
        const given = { toleranceSeconds, now: () => receivedAt * 1000 }
        return merch.verifyWebhook(body, headers, secret, given).then(
          () => true,
          (error: unknown) => (error instanceof merch.WebhookVerificationError ? false : error),
        )
      }
      const client = merch.createClient(options)
      const walked: string[] = []
      for await (const { id } of client.orders.all({}, { pageSize: 1000 })) walked.push(id)
      const facts = (error: unknown) =>
        merch.isApiError(error) ? [error.status, error.message, error.operation] : String(error)
      const rejected = await client.orders.cancel({ orderId: 'ord_none' }).catch(facts)
      while (client.rateLimit?.remaining) await client.checkAuth()
      const waiting = merch.createClient({ ...options, waitForRateLimit: true })
      return {
        count: walked.length,
        rejected,
        waited: await waiting.checkAuth({ signal: AbortSignal.timeout(500) }).catch(String),
        over: await client.checkAuth().catch(facts),
        rateLimit: client.rateLimit,
        accepted: await Promise.all(signed.map(verify)),
      }
    },
    { options: given, signed: vectors, toleranceSeconds },
  )
  expect(shown).toEqual({
    count: expect.any(Number),
    rejected: [400, 'Order not found', 'cancelOrder'],
    // Chromium says so if the signal aborts the request itself.
    waited: expect.stringMatching(/^(Timeout|Abort)Error/),
    over: [429, expect.any(String), 'checkAuth'],
    rateLimit: { limit: 8, remaining: 0, resetSeconds: expect.any(Number) },
    accepted: vectors.map(({ accept }) => accept),
  })
  expect(shown.count).toBeGreaterThan(9)
})
