import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, type TestContext, test } from 'vitest'
import { z } from 'zod'
import { path } from '../../codegen/docs/inputs.ts'
import { codeOf } from './chapters.ts'
import { buildDocs, onDisk, openDocs } from './open-docs.ts'

/** Opens the page from the disk. */
const openOnDisk = async (
  context: TestContext,
  place = '',
  options: BrowserContextOptions = {},
) => {
  await buildDocs()
  return openDocs(context, `${onDisk}${place}`, options)
}

/** Rendering and auditing every view is slow on a busy machine. */
const patience = { timeout: 180_000 }

const desktop = { width: 1440, height: 1000 }
const phone = { width: 390, height: 844 }

/** The views, with a heading that each shows. Chapters are one section, so one view audits them all. */
const views = [
  { name: 'start', place: '#/', size: desktop, shows: 'Merchandise fulfillment (1.1.0)' },
  { name: 'errors', place: '#/section/errors', size: desktop, shows: 'Errors', audited: false },
  {
    name: 'webhooks',
    place: '#/section/webhooks',
    size: desktop,
    shows: 'Webhooks',
    audited: false,
  },
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

const Violations = z.array(
  z.object({
    id: z.string(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })),
  }),
)

const violationsOn = async (page: Page): Promise<string[]> => {
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
  const found = Violations.parse(await page.evaluate('axe.run().then((r) => r.violations)'))
  return found
    .filter(({ id }) => !redocViolations.includes(id))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
}

describe.each(['light', 'dark'] as const)(
  'From the disk, with the %s color scheme',
  (colorScheme) => {
    test(
      'the page has no accessibility violations and requests nothing else',
      patience,
      async (context) => {
        const { page, problems } = await openOnDisk(context, '', { colorScheme })
        for (const view of views) {
          await go(page, view)
          if (view.audited !== false)
            expect((await violationsOn(page)).join('\n'), view.name).toBe('')
        }
        expect(problems).toEqual([])
      },
    )
  },
)

test('Code in a chapter is highlighted and can be copied', async (context) => {
  const { page, problems } = await openOnDisk(context, '#/section/receiving-deliveries', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const block = page.locator('pre[data-language=python]', { hasText: 'import hashlib' })
  await block.hover()
  await block.getByRole('button', { name: 'Copy' }).click()
  await block.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = z.string().parse(await page.evaluate('navigator.clipboard.readText()'))
  expect([copied]).toEqual(codeOf('receiving-deliveries', 'python'))
  const kinds = await page.evaluate('[...CSS.highlights.keys()].toSorted()')
  expect(kinds).toEqual(['token-comment', 'token-keyword', 'token-number', 'token-string'])
  expect(problems).toEqual([])
})

test('A chapter can be copied as Markdown, and has links to its neighbours', async (context) => {
  const { page, problems } = await openOnDisk(context, '#/section/paging', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const chapter = page.locator('[data-section-id="/section/paging"]').first()
  await chapter.getByRole('button', { name: 'Copy page as Markdown' }).click()
  await chapter.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = z.string().parse(await page.evaluate('navigator.clipboard.readText()'))
  expect(copied).toMatch(/^# Paging\n.*^## Filters\n/ms)
  expect(copied).not.toContain('# Orders and stock')
  await page.getByRole('link', { name: '← Limits' }).click()
  await page.waitForURL((url) => url.hash === '#/section/limits')
  await page.getByRole('link', { name: 'Paging →' }).click()
  await page.waitForURL((url) => url.hash === '#/section/paging')
  expect(problems).toEqual([])
})

const brokenWords = `((heading) => {
  const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
  const broken = []
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (range.getClientRects().length > 1) broken.push(word)
    }
  return broken
})`

test('On a phone, no word of the title is broken, and the search closes the menu', async (context) => {
  const { page } = await openOnDisk(context, '#/', { viewport: { width: 375, height: 812 } })
  // The first one is for screen readers.
  const title = page.getByRole('heading', { level: 1 }).last()
  await title.waitFor()
  expect(await page.evaluate(`${brokenWords}(document.querySelectorAll('h1')[1])`)).toEqual([])
  const button = page.getByRole('button', { name: 'Copy page as Markdown' }).first()
  const [above, below] = await Promise.all([title.boundingBox(), button.boundingBox()])
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
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
  const document = readFileSync(path('dist/openapi.json'), 'utf8')
  expect(document).toBe(readFileSync(path('generated/openapi.json'), 'utf8'))
})
