import { expect, test } from 'vitest'
import { testServer } from '../../server/testing/test-server.ts'
import { buildDocs, onDisk, openDocs } from './open-docs.ts'

// docs.long.test.ts checks every operation, event and chapter, and the docs of the mock.

/** Presses Ctrl+K when the page is parsed, before its modules run. */
const earlyShortcut = `document.addEventListener('readystatechange', () => {
  if (document.readyState !== 'interactive') return
  dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
})`

test('The docs open without requests to other hosts, and the search finds headings', async (context) => {
  await buildDocs()
  const server = await testServer({ demo: false })
  const { page, problems } = await openDocs(
    context,
    `${server.url}/docs#/orders/createorder`,
    {},
    earlyShortcut,
  )
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
  await page.getByRole('button', { name: 'Search' }).click()
  await dialog.waitFor()
  expect(problems).toEqual([])
})

test.for([1440, 820, 360])(
  'At %i pixels, method and path follow the title of an operation',
  async (width, context) => {
    await buildDocs()
    const viewport = { width, height: 800 }
    const { page } = await openDocs(context, `${onDisk}#/orders/createorder`, { viewport })
    const operation = page.locator('[data-section-id="/orders/createorder"]')
    const title = await operation.getByRole('heading', { level: 2 }).boundingBox()
    const endpoint = operation.getByText('POST /v1/orders/create', { exact: true })
    await endpoint.waitFor()
    const below = ((await endpoint.boundingBox())?.y ?? Number.NaN) - (title?.y ?? Number.NaN)
    expect(below).toBeGreaterThan(0)
    expect(below).toBeLessThan(150)
  },
)

test('On a phone, buttons to copy are visible, and no button covers another', async (context) => {
  await buildDocs()
  const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true }
  const { page } = await openDocs(context, `${onDisk}#/section/paging`, phone)
  const copy = page.locator('[data-section-id="/section/paging"] .copy-code').first()
  await copy.waitFor()
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

test('The page has a skip link, landmarks, one title, and headings by level', async (context) => {
  await buildDocs()
  const { page } = await openDocs(context, `${onDisk}#/`)
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
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN')
})
