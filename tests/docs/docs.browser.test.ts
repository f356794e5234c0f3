import { expect, test } from 'vitest'
import { testServer } from '../../server/testing/test-server.ts'
import { buildDocs, openDocs } from './open-docs.ts'

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
