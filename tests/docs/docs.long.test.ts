import { readFileSync } from 'node:fs'
import { expect, type TestContext, test } from 'vitest'
import type { Document } from '../../codegen/model/document.ts'
import { readOperations } from '../../codegen/model/model.ts'
import { mergeMethods } from '../../codegen/reference/merge-methods.ts'
import { codeSamples } from '../../codegen/samples/code-samples.ts'
import { servedMock } from '../../mock/testing/served-mock.ts'
import { testServer } from '../../server/testing/test-server.ts'
import { events } from '../../testkit/contract.ts'
import { buildDocs, openDocs } from './open-docs.ts'

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
const served = async (context: TestContext, place = '') => {
  await buildDocs()
  const server = await testServer({ demo: false })
  return openDocs(context, `${server.url}/docs${place}`)
}

/** Scrolling to every operation is slow on a busy machine. */
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

test('An operation shows its sample in the selected language', async (context) => {
  const { page, problems } = await served(context, '#operation/createOrder')
  const panel = page.locator('[data-section-id="/orders/createorder"] .panel-request-samples')
  const samples = codeSamples(document).get('createOrder') ?? []
  expect(samples).toHaveLength(3)
  for (const { label, source } of samples.toReversed()) {
    await panel.getByRole('button', { name: /^(curl|TypeScript|Python)$/ }).click()
    await page.getByRole('menuitem', { name: label }).click()
    const named = source.replaceAll('http://127.0.0.1:8080', new URL(page.url()).origin)
    await expect
      .poll(async () => (await panel.locator('code').first().innerText()).trim())
      .toBe(named.trim())
  }
  expect(problems).toEqual([])
})

test('The docs open from the mock too', async (context) => {
  await buildDocs()
  const { address } = await servedMock()
  const { page, problems } = await openDocs(context, `${address}/docs#/orders/createorder`)
  await page.getByRole('heading', { name: 'Create an order' }).first().waitFor()
  expect(problems).toEqual([])
})
