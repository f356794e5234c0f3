import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { addInvite } from '../../server/actions/add-invite.ts'
import { timestamp } from '../../server/domain/clock.ts'
import type { CampaignId } from '../../server/domain/ids.ts'
import { isRefusal } from '../../server/domain/refusal.ts'
import { listCampaigns } from '../../server/store/campaigns.ts'
import { setDemoLogo } from './demo-logo.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'
import type { Surface } from './surface.ts'

const day = 86_400_000

const button = (page: Page, name: string) => page.getByRole('button', { name }).first()

/** Returns a function that creates an invite to a campaign and opens its link. */
const inviteTo =
  (server: DemoServer) =>
  async (page: Page, campaignId: CampaignId, expiresIn = 30 * day) => {
    const { url, store, account, time } = server
    const person = { firstName: 'Noor', lastName: 'Haddad', email: 'noor@example.com' }
    const expiresAt = timestamp(time.now + expiresIn)
    const invite = await store.write((transaction) =>
      addInvite(
        transaction,
        account,
        { campaignId, ...person, companyName: '', expiresAt },
        time.now,
      ),
    )
    if (isRefusal(invite)) throw new Error(`The invite was rejected: ${invite.refused}`)
    const link = `${url}/i/${invite.slug}`
    await page.goto(link)
    return link
  }

const fillCart = async (page: Page) => {
  await page.locator('.choice', { hasText: 'Forest green' }).first().click()
  await button(page, 'Add to cart Heavyweight cotton tee').click()
  await page.getByText('In your cart: Forest green').waitFor()
  await button(page, 'Add to cart Ceramic mug').click()
  await page.getByText('In your cart: White').waitFor()
  await button(page, 'One more Ceramic mug').click()
  await page.getByRole('heading', { name: 'Your cart 3 items' }).waitFor()
}

const checkOut = async (page: Page) => {
  await fillCart(page)
  await page.getByRole('link', { name: 'Check out' }).click()
}

const order = async (page: Page) => {
  await checkOut(page)
  await page.getByLabel('Street and number').fill('12 St James Square')
  await page.getByLabel('Postal code').fill('SW1Y 4JH')
  await page.getByLabel('City').fill('London')
  await page.getByLabel('Country').selectOption('GB')
  await button(page, 'Place order').click()
  await page.getByRole('heading', { name: 'Thank you, Noor' }).waitFor()
}

/** The pages of an invite. */
export const openRedemption = async (): Promise<Surface> => {
  const server = await startDemoServer()
  const open = inviteTo(server)
  const [active, paused, , backorders] = await listCampaigns(server.store, server.account, '')
  if (!active || !paused || !backorders) throw new Error('The demo lacks a campaign')
  const unbranded = (page: Page) => open(page, active.id)
  const branded = async (page: Page, campaign = active) => {
    await setDemoLogo(server)
    return open(page, campaign.id)
  }
  const failing = async (page: Page) => {
    const link = await branded(page)
    const rename = (from: string, to: string) => {
      const database = new DatabaseSync(server.config.databaseFile)
      database.exec(`alter table ${from} rename to ${to}`)
      database.close()
    }
    rename('cart_lines', 'hidden_lines')
    await page.goto(link)
    rename('hidden_lines', 'cart_lines')
  }
  return {
    close: server.close,
    states: [
      { name: 'products-without-logo', show: unbranded },
      { name: 'products', show: (page) => branded(page) },
      {
        name: 'cart',
        show: async (page) => {
          await branded(page)
          await fillCart(page)
        },
      },
      { name: 'made-to-order', show: (page) => branded(page, backorders) },
      {
        name: 'cart-empty',
        show: async (page) => page.goto(`${await branded(page)}/cart`),
      },
      {
        name: 'cart-rejected',
        show: async (page) => {
          await branded(page)
          await button(page, 'Add to cart Heavyweight cotton tee').click()
          await page.getByText('In your cart: Black').waitFor()
          await page.evaluate(`document.querySelector('.stepper button:last-of-type').value = '11'`)
          await button(page, 'One more Heavyweight cotton tee').click()
          await page.getByRole('alert').waitFor()
        },
      },
      {
        name: 'address',
        show: async (page) => {
          await branded(page)
          await checkOut(page)
        },
      },
      {
        name: 'address-errors',
        show: async (page) => {
          await branded(page)
          await checkOut(page)
          await page.getByLabel('Email').fill('noor')
          await button(page, 'Place order').click()
          await page.getByRole('alert').waitFor()
        },
      },
      {
        name: 'done',
        show: async (page) => {
          await branded(page)
          await order(page)
        },
      },
      {
        name: 'used',
        show: async (page) => {
          const link = await branded(page)
          await order(page)
          await page.context().clearCookies()
          await page.goto(link)
        },
      },
      { name: 'paused', show: (page) => branded(page, paused) },
      {
        name: 'expired',
        show: async (page) => {
          await setDemoLogo(server)
          await open(page, active.id, -day)
        },
      },
      { name: 'unknown', show: (page) => page.goto(`${server.url}/i/nothing`) },
      { name: 'failed', show: failing },
      {
        name: 'form-rejected',
        show: async (page) => {
          await branded(page)
          await page.context().clearCookies()
          await page.evaluate(
            `document.querySelector('form[data-cart]').removeAttribute('data-cart')`,
          )
          await button(page, 'Add to cart Heavyweight cotton tee').click()
          await page.getByRole('heading', { name: 'Please try again' }).waitFor()
        },
      },
    ],
  }
}
