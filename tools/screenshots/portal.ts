import type { Page } from 'playwright-core'
import { makeSignInLink } from '../../server/actions/sign-in.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { type LastDelivery, recordLastDeliveries } from '../../server/store/last-deliveries.ts'
import { listSubscriptions, updateSubscription } from '../../server/store/webhooks.ts'
import { setDemoLogo } from './demo-logo.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'
import type { State, Surface } from './surface.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name })

/** Signs in with a new link. */
const signIn = async ({ url, store, account, time }: DemoServer, page: Page) => {
  const link = await store.write((transaction) => makeSignInLink(transaction, account, time.now))
  await page.goto(`${url}/portal/sign-in/${link}`)
  await button(page, 'Sign in').click()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
}

const createKey = async (page: Page, name: string) => {
  await page.getByLabel('Key name').fill(name)
  await button(page, 'Create key').click()
  await page.getByRole('heading', { name: 'Your new key' }).waitFor()
}

const revokeKey = async (page: Page, name: string) => {
  await page.getByRole('link', { name: `Revoke ${name}` }).click()
  await button(page, 'Revoke key').click()
}

const addWebhook = async (page: Page, url: string, events: readonly string[]) => {
  await page.getByLabel('URL').fill(url)
  for (const event of events) await page.getByLabel(event).check()
  await button(page, 'Add webhook').click()
  await page.getByRole('heading', { name: 'Your new webhook' }).waitFor()
}

/** Gives the subscriptions last deliveries, each with another result, and pauses the last one. */
const setResults = async ({ store, account, time }: DemoServer) => {
  const results: Pick<LastDelivery, 'statusCode' | 'error'>[] = [
    { statusCode: 204, error: null },
    { statusCode: 500, error: null },
    { statusCode: null, error: 'Connection refused' },
  ]
  const subscriptions = await listSubscriptions(store, account)
  await store.write(async (transaction) => {
    for (const [i, { id: webhook, events }] of subscriptions.entries()) {
      const result = results[i] ?? { statusCode: 204, error: null }
      const at = time.now - i * 3_600_000
      const event = events[0] ?? 'order.shipped'
      await recordLastDeliveries(transaction, [{ account, webhook, event, at, ...result }])
    }
    const last = subscriptions.at(-1)
    const paused = { active: false, updatedAt: timestamp(time.now) }
    if (last) await updateSubscription(transaction, account, { ...last, ...paused })
  })
}

/** Sends requests at every hour of a day. */
const useLimit = async ({ budget, time }: DemoServer) => {
  for (let hour = 0; hour < 24; hour++) {
    time.now += 3_600_000
    const requests = Math.round(24 + 22 * Math.sin(hour / 3.2)) * (hour % 7 === 3 ? 0 : 1)
    for (let i = 0; i < requests; i++) await budget.take('127.0.0.1')
  }
}

/** The pages of the customer portal. */
export const openPortal = async (): Promise<Surface> => {
  const server = await startDemoServer({ RATE_LIMIT_BUDGET: '1000' })
  const { url } = server
  const at = (name: string, path: string): State => ({
    name,
    show: async (page) => {
      await signIn(server, page)
      await page.goto(`${url}/portal${path}`)
    },
  })
  const signedIn = (name: string, show: (page: Page) => Promise<unknown>): State => ({
    name,
    show: async (page) => {
      await signIn(server, page)
      await show(page)
    },
  })
  return {
    close: server.close,
    states: [
      { name: 'sign-in', show: (page) => page.goto(`${url}/portal/sign-in`) },
      {
        name: 'link-sent',
        show: async (page) => {
          await page.goto(`${url}/portal/sign-in`)
          await page.getByLabel('Email').fill('zoe@example.com')
          await button(page, 'Email me a link').click()
          await page.getByRole('heading', { name: 'Check your email' }).waitFor()
        },
      },
      {
        name: 'link',
        show: async (page) => {
          const link = await server.store.write((transaction) =>
            makeSignInLink(transaction, server.account, server.time.now),
          )
          await page.goto(`${url}/portal/sign-in/${link}`)
        },
      },
      {
        name: 'link-expired',
        show: (page) => page.goto(`${url}/portal/sign-in/${'x'.repeat(43)}`),
      },
      at('keys-none', '/keys'),
      signedIn('key-rejected', async (page) => {
        await page.getByLabel('Key name').fill(' ')
        await button(page, 'Create key').click()
        await page.locator('.error').waitFor()
      }),
      signedIn('key-new', (page) => createKey(page, 'Warehouse sync')),
      signedIn('key-exists', async (page) => {
        await createKey(page, 'Till')
        await page.reload()
      }),
      signedIn('key-revoke', async (page) => {
        await page.getByRole('link', { name: 'Revoke Till' }).click()
      }),
      signedIn('keys', async (page) => {
        await createKey(page, 'Staging')
        await page.goto(`${url}/portal/keys`)
        await revokeKey(page, 'Staging')
        await page.getByText('Staging is revoked').waitFor()
      }),
      at('webhooks-none', '/webhooks'),
      signedIn('webhook-rejected', async (page) => {
        await page.goto(`${url}/portal/webhooks`)
        await page.getByLabel('URL').fill('https://10.0.0.1/orders')
        await button(page, 'Add webhook').click()
        await page.locator('.error').first().waitFor()
      }),
      signedIn('webhook-new', async (page) => {
        await page.goto(`${url}/portal/webhooks`)
        await addWebhook(page, 'https://hooks.example.com/orders', [
          'order.created',
          'order.shipped',
        ])
      }),
      signedIn('webhook-tested', async (page) => {
        await page.goto(`${url}/portal/webhooks`)
        await page.getByRole('link', { name: 'Manage' }).click()
        await button(page, 'Send test').click()
        await page.getByText('The test was delivered').waitFor()
      }),
      signedIn('webhooks', async (page) => {
        await setDemoLogo(server)
        const all = ['order.created', 'order.shipped', 'order.delivered', 'invite.redeemed']
        const base = 'https://integration.harbor-and-pine.example.com/services/fulfillment'
        for (const [i, path] of ['stock', 'returns', 'archive'].entries()) {
          await page.goto(`${url}/portal/webhooks`)
          await addWebhook(page, `${base}/${path}`, all.slice(0, i + 2))
        }
        await setResults(server)
        await page.goto(`${url}/portal/webhooks`)
      }),
      signedIn('webhook', async (page) => {
        await page.goto(`${url}/portal/webhooks`)
        await page.getByRole('link', { name: 'Manage' }).nth(1).click()
      }),
      signedIn('webhook-paused', async (page) => {
        await page.goto(`${url}/portal/webhooks`)
        await page.getByRole('link', { name: 'Manage' }).last().click()
      }),
      signedIn('secret-rotate', async (page) => {
        await page.goto(`${url}/portal/webhooks`)
        await page.getByRole('link', { name: 'Manage' }).first().click()
        await page.getByRole('link', { name: 'Rotate secret' }).click()
      }),
      signedIn('webhook-delete', async (page) => {
        await page.goto(`${url}/portal/webhooks`)
        await page.getByRole('link', { name: 'Manage' }).first().click()
        await page.getByRole('link', { name: 'Delete webhook' }).click()
      }),
      at('limits-unused', '/limits'),
      signedIn('limits', async (page) => {
        await useLimit(server)
        await signIn(server, page)
        await page.goto(`${url}/portal/limits`)
        await page.getByText('Show the numbers').click()
      }),
      signedIn('limits-reached', async (page) => {
        while ((await server.budget.take('127.0.0.1')).allowed);
        await page.goto(`${url}/portal/limits`)
      }),
      at('unknown', '/nothing'),
    ],
  }
}
