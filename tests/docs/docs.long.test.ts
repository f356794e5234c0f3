import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, type TestContext, test } from 'vitest'
import { z } from 'zod'
import { readOperations } from '../../codegen/model/model.ts'
import { mergeMethods } from '../../codegen/reference/reference.ts'
import { testServer } from '../../server/testing/test-server.ts'
import { openBrowser } from '../../testkit/browser.ts'
import { document, events } from '../../testkit/contract.ts'
import { runProgram } from '../../testkit/run.ts'
import { codeOf } from './chapters.ts'

/** The build of the page, which is started once. */
let built: Promise<unknown> | undefined

/** The file URL of the page. */
const onDisk = new URL('../../dist/docs.html', import.meta.url).href

/** Presses Ctrl+K when the page is parsed, before its modules run. */
const earlyShortcut = `document.addEventListener('readystatechange', () => {
  if (document.readyState !== 'interactive') return
  dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
})`

/** Opens an empty page for the docs at a URL. Returns it with its errors, warnings and other requests. */
const openDocs = async (context: TestContext, url: string, options: BrowserContextOptions = {}) => {
  const browser = await openBrowser(context)
  built ??= runProgram('codegen/docs/main.ts', ['--if-stale'])
  await built
  const page = await browser.newPage(options)
  const problems: string[] = []
  const [own = url] = url.split('#')
  const { origin, protocol } = new URL(own)
  page.on('request', (request) => {
    const asked = request.url()
    const isOwn = protocol === 'file:' ? asked.startsWith(own) : asked.startsWith(`${origin}/`)
    if (!isOwn && !/^(data|blob):/.test(asked)) problems.push(`requests ${asked}`)
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  return { page, problems }
}

/** The operations and events that the menu must have, with the names of their tags. */
const shown = [
  ...readOperations(mergeMethods(document)).map(({ id, summary: title, tags: [tag = ''] }) => ({
    ...{ id, title, tag },
  })),
  ...events.map(({ id, name: title, tag }) => ({ id, title, tag })),
].map((each) => {
  const named = document.tags?.find(({ name }) => name === each.tag)
  return { ...each, tag: named?.['x-displayName'] ?? each.tag }
})

const chapters = [...(document.info.description ?? '').matchAll(/^# (.*)$/gm)].map(
  ([, heading = '']) => heading,
)

/** Showing every view is slow on a busy machine. */
const patience = { timeout: 180_000 }

test(
  'The menu has every operation, event and chapter, and no request goes to another host',
  patience,
  async (context) => {
    const { url } = await testServer({ demo: false })
    const { page, problems } = await openDocs(context, url)
    await page.goto(`${url}/docs`)
    const menu = (text: string) => page.locator('.menu-content').getByText(text, { exact: true })
    for (const tag of new Set(shown.map((each) => each.tag))) {
      await menu(tag).click()
      const own = shown.filter((each) => each.tag === tag)
      for (const { title } of own) await menu(title).waitFor()
      const { id = '', title = '' } = own.at(-1) ?? {}
      await menu(title).click()
      await page.waitForURL(({ hash }) => hash.endsWith(`/${id.toLowerCase()}`))
      await page.locator('h2', { hasText: title }).first().waitFor()
    }
    expect(chapters.length).toBeGreaterThan(9)
    for (const heading of chapters) {
      const section = `section/${heading.toLowerCase().replaceAll(' ', '-')}`
      await menu(heading).click()
      await page.waitForURL(({ hash }) => hash === `#/${section}`)
      await page.locator(`[id="${section}"]`, { hasText: heading }).waitFor()
    }
    expect(problems).toEqual([])
  },
)

const desktop = { width: 1440, height: 1000 }
const phone = { width: 390, height: 844 }

/** The views, with a heading that each shows. All chapters are in the view of the start. */
const views = [
  { place: '#/', size: desktop, shows: 'Merchandise fulfillment (1.1.0)' },
  { place: '#/orders/createorder', size: desktop, shows: 'Create an order' },
  { place: '#/order-events/ordershipped', size: desktop, shows: 'order.shipped' },
  { place: '#/section/orders-and-stock', size: phone, shows: 'Orders and stock' },
] as const

const hasMoved = `new Promise((tell) => {
  const before = scrollY
  requestAnimationFrame(() => requestAnimationFrame(() => tell(scrollY !== before)))
})`

/** Rules that Redoc's markup breaks. Styles cannot fix them. */
const redocViolations = [
  // Redoc may not render the page's only h1 while an operation is shown.
  'page-has-heading-one',
  // The button that selects an example is labelled “Example” and shows the example's name.
  'label-content-name-mismatch',
]

const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.unknown()) }))

test.for(['light', 'dark'] as const)(
  'From the disk, with the %s color scheme, the page has no accessibility violations and requests nothing else',
  patience,
  async (colorScheme, context) => {
    const { page, problems } = await openDocs(context, onDisk, { colorScheme })
    for (const { place, size, shows } of views) {
      await page.setViewportSize(size)
      await page.goto(`${onDisk}${place}`)
      await page.getByRole('heading', { name: shows }).first().waitFor()
      // While the page scrolls, axe may see gaps.
      await expect.poll(() => page.evaluate(hasMoved)).toBe(false)
      const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
      await page.addScriptTag({ path })
      const found = Violations.parse(await page.evaluate('axe.run().then((r) => r.violations)'))
      const violations = found.filter(({ id }) => !redocViolations.includes(id))
      expect({ shows, violations }).toEqual({ shows, violations: [] })
    }
    expect(problems).toEqual([])
  },
)

const searchDialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })

test('The search opens before the page is ready, and finds headings, operations, events and fields', async (context) => {
  const { page, problems } = await openDocs(context, onDisk)
  await page.addInitScript(earlyShortcut)
  await page.goto(`${onDisk}#/orders/createorder`)
  const dialog = searchDialog(page)
  const first = dialog.getByRole('link').first()
  await page.getByRole('heading', { name: 'Create an order' }).first().waitFor()
  await dialog.waitFor()
  for (const expected of [
    ['signature', 'Receiving deliveries', ''],
    ['order.shipped', 'order.shipped', 'event'],
    // Words on both sides of a line break.
    ['limit and input', 'The mock', 'Getting started'],
    ['rotate', 'Rotate the secret', 'POST /v1/webhooks/{id}/rotate-secret'],
    // The operation that owns this field.
    ['inviteId', 'Create an invite', 'POST /v1/invites/create'],
    ['rotating', 'Rotating a secret', 'Webhooks'],
  ]) {
    await dialog.getByRole('searchbox').fill(expected[0] ?? '')
    const [title, about] = await first.locator('strong, .about').allInnerTexts()
    expect([expected[0], title, about]).toEqual(expected)
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(({ hash }) => hash === '#/section/webhooks/rotating-a-secret')
  expect(await dialog.isVisible()).toBe(false)
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent'))
    .toBe('Rotating a secret')
  expect(await page.title()).toBe('Rotating a secret · Merchandise fulfillment')
  await page.goBack()
  await expect.poll(() => page.title()).toBe('Create an order · Merchandise fulfillment')
  expect(problems).toEqual([])
})

test('Code and chapters can be copied. Code is highlighted. Chapters have links to their neighbours', async (context) => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const { page, problems } = await openDocs(context, onDisk, { permissions })
  await page.goto(`${onDisk}#/section/receiving-deliveries`)
  const copyFrom = async (part: Locator, name: string): Promise<string> => {
    await part.hover()
    await part.getByRole('button', { name }).click()
    await part.getByRole('button', { name: 'Copied' }).waitFor()
    return z.string().parse(await page.evaluate('navigator.clipboard.readText()'))
  }
  const block = page.locator('pre[data-language=python]', { hasText: 'import hashlib' })
  expect([await copyFrom(block, 'Copy')]).toEqual(codeOf('receiving-deliveries', 'python'))
  const kinds = await page.evaluate('[...CSS.highlights.keys()].toSorted()')
  expect(kinds).toEqual(['token-comment', 'token-keyword', 'token-number', 'token-string'])

  await page.locator('.menu-content').getByText('Paging', { exact: true }).click()
  const chapter = page.locator('[data-section-id="/section/paging"]').first()
  const copied = await copyFrom(chapter, 'Copy page as Markdown')
  expect(copied).toMatch(/^# Paging\n.*^## Filters\n/ms)
  expect(copied).not.toContain('# Orders and stock')
  await page.getByRole('link', { name: '← Limits' }).click()
  await page.waitForURL(({ hash }) => hash === '#/section/limits')
  expect(problems).toEqual([])
})

test('On a phone, the skip link comes first, buttons to copy are visible, and the search closes the menu', async (context) => {
  const options = { viewport: phone, hasTouch: true, isMobile: true }
  const { page } = await openDocs(context, onDisk, options)
  await page.goto(onDisk)
  await page.locator('.copy-code').first().waitFor({ state: 'attached' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN')
  const opacity = `getComputedStyle(document.querySelector('.copy-code')).opacity`
  expect(await page.evaluate(opacity)).toBe('1')
  await page.getByTestId('floating-button').tap()
  await page.getByRole('button', { name: 'Search' }).tap()
  await page.getByRole('searchbox').fill('limits')
  await page.keyboard.press('Enter')
  await page.waitForURL(({ hash }) => hash === '#/section/limits')
  await page.getByRole('button', { name: 'Search' }).waitFor({ state: 'hidden' })
  expect(await searchDialog(page).isVisible()).toBe(false)
})

test('The page links to the document beside it', async (context) => {
  const { page } = await openDocs(context, onDisk)
  await page.goto(onDisk)
  const link = page.getByRole('link', { name: 'OpenAPI document' }).first()
  expect(await link.getAttribute('href')).toBe('openapi.json')
  const text = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
  expect(text('dist/openapi.json')).toBe(text('generated/openapi.json'))
})
