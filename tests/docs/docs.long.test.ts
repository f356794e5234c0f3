import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, type TestContext, test } from 'vitest'
import { z } from 'zod'
import type { Document } from '../../codegen/model/document.ts'
import { readOperations } from '../../codegen/model/model.ts'
import { mergeMethods } from '../../codegen/reference/reference.ts'
import { testServer } from '../../server/testing/test-server.ts'
import { events } from '../../testkit/contract.ts'
import { codeOf } from './chapters.ts'
import { buildDocs, onDisk, openDocs } from './open-docs.ts'

const document: Document = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
)

/** The name of a tag on the page. */
const nameOf = (tag: string): string => {
  const found = document.tags?.find(({ name }) => name === tag)
  return found?.['x-displayName'] ?? tag
}

/** The operations and events that the menu must have. */
const shown = [
  ...readOperations(mergeMethods(document)).map(({ id, summary, tags }) => ({
    id,
    title: summary,
    tag: nameOf(tags[0] ?? ''),
  })),
  ...events.map(({ id, name, tag }) => ({ id, title: name, tag: nameOf(tag) })),
]

const chapters = [...(document.info.description ?? '').matchAll(/^# (.*)$/gm)].map(
  ([, heading = '']) => heading,
)

/** Opens the docs that a server serves. */
const served = async (context: TestContext) => {
  await buildDocs()
  const server = await testServer({ demo: false })
  return openDocs(context, `${server.url}/docs`)
}

/** Opens the docs from the disk. */
const openOnDisk = (context: TestContext, place = '', options: BrowserContextOptions = {}) =>
  openDocs(context, `${onDisk}${place}`, options)

/** Showing every view is slow on a busy machine. */
const patience = { timeout: 180_000 }

test(
  'The menu has every operation and event, and no request goes to another host',
  patience,
  async (context) => {
    const { page, problems } = await served(context)
    const menu = (text: string) => page.locator('.menu-content').getByText(text, { exact: true })
    for (const tag of new Set(shown.map((each) => each.tag))) {
      await menu(tag).click()
      for (const { id, title } of shown.filter((each) => each.tag === tag)) {
        await menu(title).click()
        await page.waitForURL((url) => url.hash.endsWith(`/${id.toLowerCase()}`))
        await page.locator('h2', { hasText: title }).first().waitFor()
      }
    }
    expect(problems).toEqual([])
  },
)

test('The menu has every chapter, and links of chapters can be followed', async (context) => {
  const { page, problems } = await served(context)
  expect(chapters.length).toBeGreaterThan(9)
  const section = (heading: string) => `section/${heading.toLowerCase().replaceAll(' ', '-')}`
  for (const heading of chapters) {
    await page.locator('.menu-content').getByText(heading, { exact: true }).click()
    await page.waitForURL((url) => url.hash === `#/${section(heading)}`)
    expect(await page.locator(`[id="${section(heading)}"]`).innerText()).toBe(heading)
  }
  const follow = async (from: string, text: string, to: string) => {
    await page.locator('.menu-content').getByText(from, { exact: true }).click()
    await page.getByRole('link', { name: text, exact: true }).first().click()
    await page.waitForURL((url) => url.hash.endsWith(to))
  }
  await follow('Getting started', 'List the campaigns', '#/campaigns/listcampaigns')
  await follow('Webhooks', 'order.shipped', '#/order-events/ordershipped')
  await follow('Versioning', 'mock', 'section/getting-started')
  expect(problems).toEqual([])
})

const desktop = { width: 1440, height: 1000 }
const phone = { width: 390, height: 844 }

/** The views, with a heading that each shows. All chapters are in the view of the start. */
const views = [
  { name: 'start', place: '#/', size: desktop, shows: 'Merchandise fulfillment (1.1.0)' },
  { name: 'operation', place: '#/orders/createorder', size: desktop, shows: 'Create an order' },
  { name: 'event', place: '#/order-events/ordershipped', size: desktop, shows: 'order.shipped' },
  { name: 'phone', place: '#/section/orders-and-stock', size: phone, shows: 'Orders and stock' },
]

const hasMoved = `new Promise((tell) => {
  const before = scrollY
  requestAnimationFrame(() => requestAnimationFrame(() => tell(scrollY !== before)))
})`

const go = async (page: Page, { place, size, shows }: (typeof views)[number]): Promise<void> => {
  await page.setViewportSize(size)
  await page.goto(`${onDisk}${place}`)
  await page.getByRole('heading', { name: shows }).first().waitFor()
  // While the page scrolls, axe may see gaps.
  await expect.poll(() => page.evaluate(hasMoved)).toBe(false)
}

/** Rules that Redoc's markup breaks. Styles cannot fix them. */
const redocViolations = [
  // Redoc may not render the page's only h1 while an operation is shown.
  'page-has-heading-one',
  // The button that selects an example is labelled “Example” and shows the example's name.
  'label-content-name-mismatch',
]

const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.unknown()) }))

const violationsOn = async (page: Page): Promise<string[]> => {
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
  const found = Violations.parse(await page.evaluate('axe.run().then((r) => r.violations)'))
  return found
    .filter(({ id }) => !redocViolations.includes(id))
    .map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes)}`)
}

test.for(['light', 'dark'] as const)(
  'From the disk, with the %s color scheme, the page has no accessibility violations and requests nothing else',
  patience,
  async (colorScheme, context) => {
    const { page, problems } = await openOnDisk(context, '', { colorScheme })
    for (const view of views) {
      await go(page, view)
      expect((await violationsOn(page)).join('\n'), view.name).toBe('')
    }
    expect(problems).toEqual([])
  },
)

test('Code and chapters can be copied. Code is highlighted. Chapters have links to their neighbours', async (context) => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const place = '#/section/receiving-deliveries'
  const { page, problems } = await openOnDisk(context, place, { permissions })
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
  await page.waitForURL((url) => url.hash === '#/section/limits')
  await page.getByRole('link', { name: 'Paging →' }).click()
  await page.waitForURL((url) => url.hash === '#/section/paging')
  expect(problems).toEqual([])
})

test('On a phone, the search closes the menu', async (context) => {
  const { page } = await openOnDisk(context, '#/', { viewport: phone })
  await page.getByTestId('floating-button').click()
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('paging')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.hash === '#/section/paging')
  await page.getByRole('button', { name: 'Search' }).waitFor({ state: 'hidden' })
  expect(await page.getByRole('dialog').isVisible()).toBe(false)
})

test('The page links to the document beside it', async (context) => {
  const { page } = await openOnDisk(context)
  await page.getByRole('link', { name: 'OpenAPI document' }).waitFor()
  const link = page.locator('a[href$="openapi.json"]').first()
  expect(await link.getAttribute('href')).toBe('openapi.json')
  const text = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
  expect(text('dist/openapi.json')).toBe(text('generated/openapi.json'))
})
