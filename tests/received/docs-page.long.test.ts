import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFinished, type TestContext, test } from 'vitest'
import { z } from 'zod'
import { document } from '../../contract-tests/support/contract.ts'
import { errorMessages } from '../../docs/site/errors.ts'
import { mergeMethods } from '../../docs/site/reference-markdown.ts'
import { serverAddress } from '../../docs/site/samples.ts'
import { readOperations, readWebhooks } from '../../packages/openapi-hono/model/model.ts'
import { openBrowser } from '../kit/browser.ts'
import { listen } from '../kit/listen.ts'
import { servedMock } from '../kit/mock/served-mock.ts'
import { ofToday } from '../kit/of-today.ts'
import { runProgram } from '../kit/run.ts'
import { testServer } from '../kit/server/test-server.ts'
import { makeTemporaryFolder } from '../kit/temporary-folder.ts'

// The docs page as readers have it: below a path of a static host, on a server and on the mock, each in a browser
// that has never seen it.

/** The folder of the published copy, which is built once. */
let published: Promise<string> | undefined
const { path: folderOfCopy, remove } = makeTemporaryFolder()
afterAll(remove)

const build = async () => {
  const site = 'https://docs.example.com/some/prefix'
  const options = ['--site-url', site, '--to', join(folderOfCopy, 'index.html')]
  expect((await runProgram('docs/site/main.ts', options)).status).toBe(0)
  return folderOfCopy
}

/** Serves a published copy of the docs below a path. Returns the URL of the page. */
const publish = async (): Promise<string> => {
  published ??= build()
  const folder = await published
  const server = createServer(({ url = '' }, response) => {
    const name = url.replace('/some/prefix/', '') || 'index.html'
    const types: Record<string, string> = { html: 'text/html', js: 'text/javascript' }
    const type = types[name.split('.').at(-1) ?? ''] ?? 'text/plain'
    if (!existsSync(join(folder, name))) return response.writeHead(404).end()
    return response.setHeader('Content-Type', type).end(readFileSync(join(folder, name)))
  })
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${await listen(server)}/some/prefix/`
}

const places = {
  published: publish,
  served: async () => `${(await testServer()).url}/docs`,
  mock: async () => `${(await servedMock()).address}/docs`,
}

/** Opens a page in a browser context of its own. */
const open = async (context: TestContext, url: string, options: BrowserContextOptions = {}) => {
  const browsing = await (await openBrowser(context)).newContext(options)
  const page = await browsing.newPage()
  // Long enough for a busy machine.
  page.setDefaultTimeout(120_000)
  await page.goto(url)
  return page
}

/** Returns how far a section's heading is below the top of the window. */
const topOf = async (page: Page, id: string): Promise<number> => {
  const box = await page.locator(`[id="${id}"]`).locator('h2, h3').first().boundingBox()
  return Math.round(box?.y ?? -1)
}

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const widths = [
  desktop,
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  phone,
  { width: 320, height: 640 },
]
const linked = [
  'operation/createOrder',
  'operation/orderShipped',
  'section/limits/sizes',
  'section/error-messages/order-has-already-shipped',
]

/** They have one page. That of a server is opened every day, and that of another place with more tests of it. */
const namesOfToday = ['served', ...ofToday(Object.keys(places))]
const placesOfToday = Object.entries(places).filter(([name]) => namesOfToday.includes(name))

test.for(placesOfToday)(
  '%s: a deep link shows its heading below the top, fresh and by Back',
  async ([name, serve], context) => {
    const url = await serve()
    // The nightly workflow opens it at every width in each.
    const usual = name === 'served' ? [desktop, phone] : [desktop]
    for (const viewport of inject('isThorough') ? widths : usual)
      for (const id of ofToday(linked)) {
        const page = await open(context, `${url}#${id}`, { viewport })
        const isRight = async () => Math.abs((await topOf(page, id)) - 90) <= 11
        await expect.poll(isRight, { message: `${viewport.width} ${id}` }).toBe(true)
        await page.goto(new URL('llms.txt', url).href)
        await page.goBack()
        await expect.poll(isRight, { message: `Back: ${viewport.width} ${id}` }).toBe(true)
        // The window moves for the reader alone.
        await page.evaluate(`{
          const start = scrollY
          addEventListener('scrollend', () => { globalThis.hasMoved = scrollY > start })
        }`)
        await page.mouse.move(viewport.width / 2, 300)
        await page.mouse.wheel(0, 700)
        await expect.poll(() => page.evaluate('globalThis.hasMoved')).toBe(true)
        await page.locator('#menu [aria-current]').waitFor({ state: 'attached' })
        const before = await page.evaluate('scrollY')
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
        expect(await page.evaluate('scrollY')).toBe(before)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
        await page.context().close()
      }
  },
)

test.for(ofToday(Object.entries(places)))(
  '%s: the changelog is a page with a feed, at every width',
  async ([, serve], context) => {
    const page = await open(context, await serve())
    const problems: string[] = []
    page.on('console', (message) => problems.push(message.text()))
    await page.getByRole('link', { name: 'Changelog' }).click()
    await page.getByRole('heading', { name: 'Changelog' }).waitFor()
    const url = page.url()
    await page.goto(`${url}#1.1.0`)
    await page.locator('h2:target', { hasText: '1.1.0' }).waitFor()
    for (const viewport of widths) {
      await page.setViewportSize(viewport)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
    }
    const feed = await page.getByRole('link', { name: 'Atom feed' }).getAttribute('href')
    expect(await page.locator('link[type="application/atom+xml"]').getAttribute('href')).toBe(feed)
    const text = await (await fetch(new URL(feed ?? '', url))).text()
    const parsed = `new DOMParser().parseFromString(${JSON.stringify(text)}, 'text/xml')`
    expect(await page.evaluate(`${parsed}.querySelectorAll('feed > entry > updated').length`)).toBe(
      2,
    )
    await page.getByRole('link', { name: document.info.title }).click()
    await page.locator('#start').waitFor()
    expect(problems).toEqual([])
  },
)

test('the first view takes at most 60 KiB', async (context) => {
  const page = await open(context, await places.served())
  const sizes = `['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`
  expect(await page.evaluate(sizes)).toBeGreaterThan(20 * 1024)
  expect(await page.evaluate(sizes)).toBeLessThanOrEqual(60 * 1024)
})

const blocked = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('', 'SecurityError') } })`
const full = `Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }`

test.for(
  ofToday([
    ['published', blocked],
    ['served', full],
    ['mock', blocked],
  ] as const),
)('%s: no storage and a broken fragment stop no feature', async ([place, script], context) => {
  const page = await open(context, 'about:blank')
  await page.addInitScript(script)
  await page.goto(`${await places[place]()}#100%`)
  await page.keyboard.press('/')
  await page.getByRole('textbox', { name: 'Search the docs' }).fill('cancel order')
  await page.locator('#search a[href="#operation/cancelOrder"]').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.locator('#search').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^API key/ }).click()
  await page.getByLabel('API key', { exact: true }).fill('mfk_own')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'API key: mfk_own' }).waitFor()
  // The sample of the mock keeps its own server and key.
  const exporting = page.locator('pre', { hasText: 'export MERCH_KEY' })
  expect(await exporting.innerText()).toContain('"Authorization: Bearer $MERCH_KEY"')
})

test.for(ofToday(Object.entries(places)))(
  '%s: without JavaScript, the menu opens and the page says what is missing',
  async ([, serve], context) => {
    const options = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } }
    const page = await open(context, await serve(), options)
    await page.locator('noscript p').waitFor()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#menu').getByRole('link', { name: 'Cancel an order' }).click()
    await page.waitForURL(({ hash }) => hash === '#operation/cancelOrder')
    expect(await page.getByRole('button', { name: 'Search' }).first().isVisible()).toBe(false)
  },
)

/** The folder of the pictures that a person can look at. */
const pictures = fileURLToPath(new URL('../../dist/pictures/', import.meta.url))
mkdirSync(pictures, { recursive: true })

test.for<[string, BrowserContextOptions]>([
  ...ofToday<[string, BrowserContextOptions]>([
    ['forced-colors', { forcedColors: 'active' }],
    ['dark', { colorScheme: 'dark' }],
    ['no-scripts', { javaScriptEnabled: false }],
  ]),
  ...ofToday(widths).map(({ width, height }): [string, BrowserContextOptions] => [
    `${width}-pixels`,
    { viewport: { width, height } },
  ]),
])(
  '%s: an operation begins below a low bar; its picture is in dist/pictures',
  async ([name, options], context) => {
    const url = `${await places.served()}#operation/createOrder`
    const page = await open(context, url, { viewport: { width: 1280, height: 800 }, ...options })
    await expect
      .poll(async () => Math.abs((await topOf(page, 'operation/createOrder')) - 90))
      .toBeLessThan(12)
    const width = page.viewportSize()?.width ?? 0
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(await page.locator('#menu').isVisible()).toBe(width >= 960)
    expect((await page.locator('.bar').boundingBox())?.height ?? 0).toBeLessThan(72)
    await page.screenshot({ path: join(pictures, `docs-${name}.png`) })
    // The response is below the sample, and both are beside the fields on wide pages.
    const operation = page.locator('[id="operation/createOrder"]')
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0 }
    const request = await boxOf(operation.getByRole('group', { name: 'Request', exact: true }))
    const response = await boxOf(operation.getByRole('group', { name: 'Response', exact: true }))
    const fields = await boxOf(operation.locator('.fields'))
    expect([response.x, response.y > request.y]).toEqual([request.x, true])
    expect(request.x > fields.x + 100).toBe(width >= 1088)
    expect(fields.y > response.y).toBe(width < 1088)
    await operation.getByText('400', { exact: true }).first().click()
    await operation.getByText('"Invalid request body"').first().waitFor()
  },
)

test('printed, no sample is cut and no heading ends a page', async (context) => {
  const page = await open(context, await places.served())
  await page.emulateMedia({ media: 'print' })
  const cut = `[...document.querySelectorAll('pre')].filter(
    (each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)`
  expect(await page.evaluate(`${cut}.length`)).toBe(0)
  const breaks = `[...document.querySelectorAll('h1, h2, h3, h4')].map((each) => getComputedStyle(each).breakAfter)`
  expect(new Set(z.array(z.string()).parse(await page.evaluate(breaks)))).toEqual(
    new Set(['avoid']),
  )
  const pdf = await page.pdf({ path: join(pictures, 'docs.pdf') })
  const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? []
  expect(pages.length).toBeLessThan(100)
})

test('where pages cannot copy, the text is selected', async (context) => {
  const page = await open(context, 'about:blank')
  await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
  await page.goto(`${await places.served()}#section/paging`)
  const paging = page.locator('[id="section/paging"]')
  await Promise.all([
    paging.getByRole('button', { name: 'Press Ctrl+C to copy' }).waitFor(),
    paging.getByRole('button', { name: 'Copy as Markdown' }).click(),
  ])
  expect(await page.evaluate('String(getSelection())')).toMatch(/^## Paging\n/)
})

test('headings have links, and the chosen language stays', async (context) => {
  const url = await places.served()
  const page = await open(context, `${url}#operation/createOrder`)
  const bare = `[...document.querySelectorAll('main > section:not(#start) :is(h2, h3)')].filter(
    (each) => each.querySelector('a')?.getAttribute('href') !== '#' + (each.id || each.closest('section').id))`
  expect(await page.evaluate(`${bare}.map((each) => each.textContent)`)).toEqual([])
  const tabs = (id: string) =>
    page.locator(`[id="operation/${id}"]`).getByText('Python', { exact: true })
  await tabs('createOrder').click()
  await page.locator('[id="operation/listOrders"]').getByText('urllib.request').waitFor()
  await page.goto(`${url}#operation/listContacts`)
  const isRight = async () => Math.abs((await topOf(page, 'operation/listContacts')) - 90) <= 11
  await expect.poll(isRight).toBe(true)
  // Chromium notes where the page is with a frame. A reload restores it.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  await page.reload()
  await page.locator('[id="operation/listContacts"]').getByText('urllib.request').waitFor()
  await expect.poll(isRight).toBe(true)
})

test('page, Markdown and index have every operation, header, example and error', async (context) => {
  const url = await places.served()
  const page = await open(context, url, { javaScriptEnabled: false })
  await page.emulateMedia({ media: 'print' })
  const texts = await Promise.all(
    ['docs.md', 'llms.txt'].map(async (name) => (await fetch(new URL(name, url))).text()),
  )
  const [markdown = '', index = ''] = texts
  const toCatalogue = page.locator('.caption a[href^="#section/error-messages/"]')
  expect(await toCatalogue.count()).toBeGreaterThan(30)
  const shown = await page.locator('main').innerText()
  const plain = (text: string) => text.replaceAll(/[\s`|\\]/g, '')
  const both = [plain(shown), plain(markdown)]
  const has = (text: string) =>
    expect([text, ...both.map((each) => each.includes(plain(text)))]).toEqual([text, true, true])
  for (const operation of readOperations(mergeMethods(document))) {
    expect(index).toContain(`${operation.method.toUpperCase()} ${operation.path}`)
    const { parameters, body, replies } = operation
    const bodies = replies.flatMap(({ examples }) => examples)
    for (const { name, description = '' } of parameters) {
      has(name)
      has(description.split('\n')[0] ?? '')
    }
    for (const { headers } of replies) for (const { name } of headers) has(name)
    for (const { summary = '', value } of [...(body?.examples ?? []), ...bodies]) {
      has(summary)
      has(
        (typeof value === 'string' ? value : JSON.stringify(value, null, 2)).replaceAll(
          serverAddress(document),
          new URL(url).origin,
        ),
      )
    }
  }
  expect(index).toContain('X-Request-Id')
  // Facts of every operation are on the page once.
  expect(shown.match(/Legacy name of RateLimit-Limit/g)).toHaveLength(1)
  const copied = `[...document.querySelectorAll('section:has(.copy-page)')].map(({ id, dataset }) => [id, dataset.about])`
  for (const [id = '', about] of z.array(z.array(z.string())).parse(await page.evaluate(copied))) {
    const event = readWebhooks(document).find((each) => id === `operation/${each.id}`)
    const anchor = about === 'event' ? event?.name : id.replace('operation/', '')
    expect(markdown).toContain(`<a id="${anchor}"></a>`)
  }
  expect(plain(shown)).toContain('AD,AE,AF,AG')
  const messages = errorMessages(readOperations(mergeMethods(document)))
  expect(messages.length).toBeGreaterThan(30)
  for (const { message, cause, remedy } of messages) {
    has(message)
    has(cause)
    expect([message, remedy]).not.toEqual([message, ''])
    has(remedy)
  }
})
