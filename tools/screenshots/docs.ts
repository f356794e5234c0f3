import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { startDemoServer } from './demo-server.ts'
import type { State, Surface } from './surface.ts'

const builder = fileURLToPath(new URL('../../codegen/docs/main.ts', import.meta.url))

const search = async (page: Page, words: string) => {
  await page.keyboard.press('Control+K')
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill(words)
}

/** Redoc draws parts above the place after it has scrolled there, and scrolls again. */
const isSettled = `(place) => {
  const part = document.querySelector('[id="' + place.slice(1) + '"], [data-section-id="' + place + '"]')
  const { top = -1000 } = part?.getBoundingClientRect() ?? {}
  window.settledFor = window.lastScroll === scrollY ? window.settledFor + 1 : 0
  window.lastScroll = scrollY
  return window.settledFor > 3 && top > -100 && top < 300
}`

/** The reference docs, as the server serves them. */
export const openDocs = async (): Promise<Surface> => {
  const { status } = spawnSync(process.execPath, [builder, '--if-stale'])
  if (status !== 0) throw new Error('The docs cannot be built')
  const server = await startDemoServer()
  // Redoc reads the color scheme and the width when it starts, and shows all of the page at once.
  const at = (name: string, place: string, then = async (_: Page) => {}): State => ({
    name,
    isFresh: true,
    isView: true,
    show: async (page) => {
      await page.goto('about:blank')
      await page.goto(`${server.url}/docs#${place}`)
      await page.locator('.copy-page').first().waitFor()
      await page.waitForFunction(isSettled, place, { polling: 300 })
      // Chromium paints the first scroll position until it is asked for a picture of another size.
      const size = page.viewportSize() ?? { width: 1440, height: 900 }
      await page.setViewportSize({ ...size, height: size.height + 100 })
      await page.screenshot()
      await page.setViewportSize(size)
      await page.waitForFunction(isSettled, place, { polling: 100 })
      await then(page)
    },
  })
  return {
    close: server.close,
    states: [
      at('start', '/'),
      at('chapter', '/section/webhooks'),
      at('chapter-table', '/section/errors'),
      at('tutorial', '/section/tutorials/an-invite-from-sending-to-delivery'),
      at('operation', '/orders/createorder'),
      at('key-check', '/authentication/checkauth'),
      at('event', '/order-events/ordershipped'),
      at('search', '/section/paging', (page) => search(page, 'rate limit')),
      at('search-none', '/section/paging', (page) => search(page, 'teapot')),
      at('menu', '/section/paging', async (page) => {
        const toggle = page.getByTestId('floating-button')
        if (await toggle.isVisible()) await toggle.click()
        await page.locator('.open-search').waitFor()
      }),
    ],
  }
}
