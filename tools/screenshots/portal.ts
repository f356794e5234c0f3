import type { Page } from 'playwright-core'
import { makeSignInLink } from '../../server/actions/sign-in.ts'
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

/** The pages of the customer portal. */
export const openPortal = async (): Promise<Surface> => {
  const server = await startDemoServer()
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
      at('webhooks', '/webhooks'),
      at('limits', '/limits'),
      at('unknown', '/nothing'),
    ],
  }
}
