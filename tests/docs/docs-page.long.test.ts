import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { testServer } from '../../server/testing/test-server.ts'
import { buildDocs, onDisk, openDocs } from './open-docs.ts'

// docs.long.test.ts checks every operation, event and chapter, and the docs of the mock.

/** Presses Ctrl+K when the page is parsed, before its modules run. */
const earlyShortcut = `document.addEventListener('readystatechange', () => {
  if (document.readyState !== 'interactive') return
  dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
})`

/** The search, which the early shortcut has opened, finds headings, operations, events and fields. */
const checkSearch = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const input = dialog.getByRole('searchbox')
  const first = dialog.getByRole('link').first()
  const found = async (words: string) => {
    await input.fill(words)
    const [title, about] = await first.locator('strong, .about').allInnerTexts()
    return [words, title, about]
  }
  await page.getByRole('heading', { name: 'Create an order' }).first().waitFor()
  await dialog.waitFor()
  expect([
    await found('rate limit'),
    await found('signature'),
    await found('paging'),
    await found('order.shipped'),
    await found('rotating'),
    // Words on both sides of a line break.
    await found('limit and input'),
    await found('rotate'),
    await found('sku'),
    await found('inviteId'),
    await found('cursor'),
    await found('python'),
  ]).toEqual([
    ['rate limit', 'Limits', ''],
    ['signature', 'Receiving deliveries', ''],
    ['paging', 'Paging', ''],
    ['order.shipped', 'order.shipped', 'event'],
    ['rotating', 'Rotating a secret', 'Webhooks'],
    ['limit and input', 'The mock', 'Getting started'],
    ['rotate', 'Rotate the secret', 'POST /v1/webhooks/{id}/rotate-secret'],
    // The operations that own these fields.
    ['sku', 'List product variants', 'GET /v1/products/list'],
    ['inviteId', 'Create an invite', 'POST /v1/invites/create'],
    ['cursor', 'Paging', ''],
    ['python', 'Samples in curl, TypeScript and Python', 'Getting started'],
  ])
  await input.fill('sku')
  expect(await first.locator('.snippet').innerText()).toContain('[0].sku')
  for (const source of ['§4', 'designed because', '\\x00', '[0-9]{1,12}']) {
    await input.fill(source)
    await dialog.getByText(`No results for “${source}”.`).waitFor()
  }
  await found('rotating')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.hash === '#/section/webhooks/rotating-a-secret')
  const top = `document.getElementById('section/webhooks/rotating-a-secret')?.getBoundingClientRect().top`
  await expect.poll(() => page.evaluate(top)).toBeLessThan(200)
  expect(await dialog.isVisible()).toBe(false)
  const focused = () => page.evaluate('document.activeElement.textContent')
  await expect.poll(focused).toBe('Rotating a secret')
  expect(await page.title()).toBe('Rotating a secret · Merchandise fulfillment')
  await page.goBack()
  await expect.poll(() => page.title()).toBe('Create an order · Merchandise fulfillment')
}

/** Method and path follow the title of an operation at every width. */
const checkEndpoint = async (page: Page) => {
  for (const width of [1440, 820, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const operation = page.locator('[data-section-id="/orders/createorder"]')
    const endpoint = operation.getByText('POST /v1/orders/create', { exact: true })
    const below = async () => {
      const title = await operation.getByRole('heading', { level: 2 }).boundingBox()
      return ((await endpoint.boundingBox())?.y ?? Number.NaN) - (title?.y ?? Number.NaN)
    }
    await expect.poll(below, { message: `at ${width} pixels` }).toBeGreaterThan(0)
    expect(await below(), `at ${width} pixels`).toBeLessThan(150)
  }
}

/** The page has landmarks, one title, and headings by level. */
const checkOutline = async (page: Page) => {
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.locator('.menu-content').getByText('Paging', { exact: true }).click()
  await page.getByRole('heading', { name: 'Filters' }).waitFor()
  // Playwright ignores `aria-level`. The browser does not.
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const headings = nodes
    .filter(({ ignored, role }) => !ignored && role?.value === 'heading')
    .map(({ name, properties }) => [
      properties?.find((property) => property.name === 'level')?.value.value,
      // The name begins with Redoc's link to the heading.
      String(name?.value).replace(/^link to \S+ /, ''),
    ])
  expect(headings.filter(([level]) => level === 1)).toHaveLength(1)
  expect(headings).toEqual(
    expect.arrayContaining([
      [2, 'Paging'],
      [3, 'Filters'],
    ]),
  )
  await page.getByRole('navigation', { name: 'Contents' }).waitFor()
}

test('The docs open without requests to other hosts. Search, widths and outline are right', async (context) => {
  await buildDocs()
  const server = await testServer({ demo: false })
  const url = `${server.url}/docs#/orders/createorder`
  const { page, problems } = await openDocs(context, url, {}, earlyShortcut)
  await checkSearch(page)
  await checkEndpoint(page)
  await checkOutline(page)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('dialog', { name: 'Search' }).waitFor()
  expect(problems).toEqual([])
})

test('On a phone, the skip link comes first, buttons to copy are visible, and no button covers another', async (context) => {
  const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true }
  const { page } = await openDocs(context, `${onDisk}#/section/paging`, phone)
  const copy = page.locator('[data-section-id="/section/paging"] .copy-code').first()
  await copy.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN')
  const opacity = `getComputedStyle(document.querySelector('.copy-code')).opacity`
  expect(await page.evaluate(opacity)).toBe('1')
  const toggle = page.getByTestId('floating-button')
  await toggle.tap()
  await page.getByRole('button', { name: 'Search' }).waitFor()
  expect(await page.locator('.open-search kbd').isVisible()).toBe(false)
  const [close, theme] = [
    await toggle.boundingBox(),
    await page.getByTestId('color-mode-switcher').boundingBox(),
  ]
  expect((theme?.x ?? Number.NaN) + (theme?.width ?? 0)).toBeLessThan(close?.x ?? 0)
})
