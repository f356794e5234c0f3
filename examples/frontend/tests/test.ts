import { createMock, type MockSession } from '@merch-fulfillment/mock'
import { demoKeys } from '@merch-fulfillment/mock/keys'
import { mockFixture } from '@merch-fulfillment/mock/playwright'
import { test as base } from '@playwright/test'

const { MERCH_URL, MERCH_KEY = demoKeys.demo } = process.env

/** Whether the tests run against a server, which they cannot control. */
export const isServer = MERCH_URL !== undefined

const api = MERCH_URL ?? 'http://api.example.test'

type Fixtures = {
  /** The test's own session, in the process of the test. */
  mock: MockSession
  /** Opens the page with a key. */
  open: (key?: string) => Promise<unknown>
}

export const test = base.extend<Fixtures>({
  mock: isServer
    ? async ({ context: _ }, use) => use(createMock())
    : [mockFixture({ url: api }), { auto: true }],
  open: async ({ page }, use) =>
    use((key = MERCH_KEY) => page.goto(`/?api=${encodeURIComponent(api)}&key=${key}`)),
})
