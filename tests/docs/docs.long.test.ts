import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import axe from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { z } from 'zod'
import { document } from '../../contract-tests/support/contract.ts'
import { errorMessages } from '../../docs/site/errors.ts'
import { mergeMethods } from '../../docs/site/reference-markdown.ts'
import { readOperations } from '../../packages/openapi-hono/model/model.ts'
import { openBrowser } from '../kit/browser.ts'
import { freePort } from '../kit/free-port.ts'
import { ofToday } from '../kit/of-today.ts'
import { read, root } from '../kit/project.ts'
import { programEnvironment } from '../kit/run.ts'
import { testServer } from '../kit/server/test-server.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'
import { codeOf } from './chapters.ts'

/** Opens the docs of a server with demo data. Collects errors, warnings and requests to other hosts. */
const openDocs = async (
  context: TestContext,
  place = '',
  options: BrowserContextOptions = { viewport: { width: 1440, height: 1000 } },
) => {
  const browser = await openBrowser(context)
  const { url, key, account } = await testServer()
  const browsing = await browser.newContext(options)
  // Long enough for a busy machine.
  browsing.setDefaultTimeout(120_000)
  const page = await browsing.newPage()
  const problems: string[] = []
  page.on('request', (request) => {
    const asked = request.url()
    if (!asked.startsWith(`${url}/`) && !asked.startsWith('data:')) problems.push(asked)
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(`${url}/docs${place === '' ? '' : `#${place}`}`)
  return { page, browsing, problems, url, key, account }
}

const section = (page: Page, id: string) => page.locator(`[id="${id}"]`)

const operations = readOperations(mergeMethods(document))

const phone = { width: 360, height: 800 }
const tablet = { width: 820, height: 1000 }
const desktop = { width: 1440, height: 1000 }
const light = { colorScheme: 'light' } as const
const dark = { colorScheme: 'dark' } as const

const Violations = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
)

/** Fails if axe finds a violation in the page as it is now. @param part a selector. */
const audit = async (page: Page, state: string, part = 'html') => {
  await page.evaluate(axe.source)
  const forced = await page.evaluate(`matchMedia('(forced-colors: active)').matches`)
  // The reader has chosen forced colors.
  const rules = { 'color-contrast': { enabled: !forced } }
  const run = `axe.run(${JSON.stringify(part)}, ${JSON.stringify({ rules })}).then((r) => r.violations)`
  const violations = Violations.parse(await page.evaluate(run)).map(({ id, nodes }) => [
    id,
    nodes.slice(0, 3),
  ])
  expect({ state, violations }).toEqual({ state, violations: [] })
}

/** Each finds most problems. Widths also differ in their layout, and color schemes in their contrasts. */
const audited = ofToday([
  { viewport: phone, ...light },
  { viewport: tablet, ...dark },
  // A window of 1,280 pixels at 400 %.
  { viewport: { width: 320, height: 256 }, ...light },
  { viewport: desktop, ...dark, forcedColors: 'active' as const },
  { viewport: phone, ...dark },
  { viewport: tablet, ...light },
  { viewport: desktop, ...light },
  { viewport: desktop, ...dark },
])

test.for(audited)(
  '$viewport.width $colorScheme $forcedColors: axe finds nothing in any state',
  async (view, context) => {
    const { page, problems, key } = await openDocs(context, '', view)
    await audit(page, 'start')
    if ('forcedColors' in view) {
      // Forced colors paint highlights as selections, and show transparent borders.
      expect(await page.evaluate('CSS.highlights.size')).toBe(0)
      const marked = `[...document.querySelectorAll('#menu li a')].filter(
        (each) => getComputedStyle(each).borderInlineStartColor !== getComputedStyle(document.body).backgroundColor)`
      expect(await page.evaluate(`${marked}.length`)).toBe(0)
    }
    if (view.viewport.width < 1000) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await audit(page, 'menu', '#menu')
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('/')
    await page.getByRole('textbox', { name: 'Search the docs' }).fill('webhook')
    await audit(page, 'search', '#search')
    await page.keyboard.press('Escape')
    await page.locator('#search').waitFor({ state: 'hidden' })
    const cancel = section(page, 'operation/cancelOrder')
    await cancel.locator('.try > summary').press('Enter')
    await cancel.getByRole('button', { name: 'Send' }).click()
    await audit(page, 'key', '#access')
    await page.getByLabel('API key', { exact: true }).fill(key)
    await page.getByRole('button', { name: 'Save' }).click()
    await cancel.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Send request' }).waitFor()
    await audit(page, 'confirmation', '#confirmation')
    await page.getByRole('button', { name: 'Cancel' }).click()
    const list = section(page, 'operation/listProducts')
    await list.locator('.try > summary').press('Enter')
    await list.getByRole('button', { name: 'Send' }).click()
    await list.getByText('200 OK in').waitFor()
    await audit(page, 'response', '[id="operation/listProducts"]')
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect([width, problems]).toEqual([view.viewport.width, []])
  },
)

/** What strangers search for, each with the places that may be found first. */
const queries: readonly [query: string, ...places: string[]][] = [
  ['listOrders', 'operation/listOrders'],
  ['test webhook', 'operation/testWebhook'],
  ['webhook signature', 'section/receiving-deliveries'],
  ['lost secret', 'section/webhooks/rotating-a-secret', 'operation/rotateWebhookSecret'],
  ['how do I get an api key', 'section/getting-started', 'section/authentication'],
  ['pagination', 'section/paging'],
  ['idempotency', 'section/errors/retrying', 'section/guarantees'],
  ['sdk', 'section/getting-started/samples-in-curl-typescript-and-python'],
  ['changelog', 'section/versioning'],
  ['delte webhook', 'operation/deleteWebhook'],
  ['time zone', 'section/guarantees/formats'],
  ['refund', 'operation/cancelOrder', 'operation/orderReturned'],
  ['POST /v1/orders/create', 'operation/createOrder'],
  ['/v1/inventory/list', 'operation/listInventory'],
  ['GET /v1/webhooks', 'operation/listWebhooks'],
  ['rate limit', 'section/limits'],
  ['429', 'section/limits'],
  ['401', 'section/authentication/what-a-401-looks-like'],
  [
    'unauthorized',
    'section/error-messages/unauthorized',
    'section/authentication/what-a-401-looks-like',
  ],
  ['cors', 'section/authentication/keys-and-web-pages'],
  ['order.shipped', 'operation/orderShipped'],
  ['invite.cart_updated', 'operation/inviteCartUpdated'],
  ['cancel order', 'operation/cancelOrder'],
  ['create an order', 'operation/createOrder'],
  ['place order', 'operation/createOrder'],
  ['tracking number', 'operation/getOrder', 'operation/orderShipped'],
  ['rotate secret', 'operation/rotateWebhookSecret', 'section/webhooks/rotating-a-secret'],
  ['rotate api key', 'section/authentication/rotating-a-key'],
  ['revoke key', 'section/authentication/rotating-a-key'],
  ['sandbox', 'section/getting-started/the-mock', 'section/versioning'],
  ['mock server', 'section/getting-started/the-mock'],
  ['stock', 'section/orders-and-stock', 'operation/listInventory'],
  ['out of stock', 'section/orders-and-stock/order-rules'],
  ['warehouse', 'operation/listInventory', 'section/orders-and-stock/order-rules'],
  ['retry', 'section/errors/retrying'],
  ['duplicate orders', 'section/errors/retrying', 'tutorial/a-create-without-a-response'],
  ['localhost webhook', 'section/receiving-deliveries/receive-on-your-own-machine'],
  ['ngrok', 'section/receiving-deliveries/receive-on-your-own-machine'],
  ['hmac', 'section/receiving-deliveries'],
  ['verify signature', 'section/receiving-deliveries'],
  ['php example', 'section/receiving-deliveries/receivers'],
  ['max body size', 'section/limits/sizes'],
  ['deprecation', 'section/versioning'],
  ['subscribe to events', 'operation/createWebhook', 'section/webhooks'],
  ['invite link', 'section/invites-and-redemption', 'operation/createInvite'],
  ['send invite email', 'operation/createInvite'],
  ['filter orders by email', 'operation/listOrders', 'section/paging/filters'],
  ['date format', 'section/guarantees/formats'],
  ['error codes', 'section/errors'],
  ['postman', 'start'],
  [
    'inviteId',
    'operation/createInvite',
    'operation/inviteViewed',
    'operation/inviteRedeemed',
    'operation/inviteCartUpdated',
  ],
  ['createWebook', 'operation/createWebhook'],
  [
    'allowOutOfStockOrders',
    'operation/listCampaigns',
    'section/orders-and-stock/order-rules',
    'operation/createOrder',
  ],
  ['webhook retries', 'section/webhooks/delivery'],
  ['getting started', 'section/getting-started'],
  ['first order', 'section/getting-started/your-first-order', 'tutorial/a-first-order'],
  ['bulk import contacts', 'operation/createContact'],
  ['shirt size', 'operation/createContact', 'operation/listContacts', 'section/limits/sizes'],
  ['null values', 'section/guarantees/formats'],
  ['pausing a webhook', 'operation/updateWebhook'],
  ['webhook timeout', 'section/webhooks/delivery'],
  ['order status', 'section/orders-and-stock'],
  ['RETURNED', 'operation/orderReturned', 'section/orders-and-stock'],
  ['is there a python client', 'section/getting-started/samples-in-curl-typescript-and-python'],
  ['backorder', 'section/orders-and-stock'],
  ['signature mismatch', 'section/receiving-deliveries'],
  ['double order', 'section/errors/retrying'],
  ['postcode', 'operation/createOrder'],
  ['ip address', 'section/limits'],
  ['utf-8', 'section/guarantees/formats'],
  ['server url', 'start'],
  ['external id', 'operation/listOrders'],
  ['https required', 'section/webhooks', 'operation/createWebhook'],
  ['expired invite', 'section/invites-and-redemption'],
]

test('the search finds what strangers look for first', async (context) => {
  const { page, problems } = await openDocs(context)
  await page.keyboard.press('/')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const box = dialog.getByRole('textbox')
  const wanted = [...queries, ...errorMessages(operations).map(({ id, message }) => [message, id])]
  // In one call: the browser would paint the page for each query, and Playwright search it for roles.
  const first = `${JSON.stringify(wanted)}.map(([query]) => {
    const box = document.querySelector('#search input')
    box.value = query
    box.dispatchEvent(new Event('input'))
    return document.querySelector('#search a')?.getAttribute('href') ?? 'nothing'
  })`
  const found = z.array(z.string()).parse(await page.evaluate(first))
  const missed = wanted.flatMap(([query, ...expected], i) =>
    expected.includes(found[i]?.slice(1) ?? '') ? [] : [`${query}: ${found[i]}`],
  )
  expect(missed).toEqual([])

  await box.fill('backorder')
  expect(await dialog.locator('ul').innerText()).not.toMatch(/[─┌]/)
  await box.fill('delte webhook')
  expect(await dialog.getByRole('status').innerText()).toMatch(/^\d+ results$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(({ hash }) => hash === '#operation/deleteWebhook')
  await expect
    .poll(() => page.evaluate('document.activeElement.id'))
    .toBe('operation/deleteWebhook')
  await page.keyboard.press('Control+k')
  await box.fill('qqqqqq')
  expect(await dialog.getByRole('status').innerText()).toBe('No results for “qqqqqq”.')
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(false)
  expect(problems).toEqual([])
})

test('requests are sent with the key that fills every sample, and writes ask first', async (context) => {
  const { page, browsing, problems, url, key, account } = await openDocs(
    context,
    'operation/listOrders',
  )
  const list = section(page, 'operation/listOrders')
  await page.getByRole('button', { name: /^API key/ }).click()
  await page.getByLabel('API key', { exact: true }).fill(key)
  await page.getByRole('button', { name: 'Save' }).click()
  for (const sample of await list.locator('pre[data-sample]').allTextContents()) {
    expect(sample).toContain(key)
    expect(sample).toContain(url)
    expect(sample).not.toMatch(/MERCH_(URL|KEY)/)
  }
  await list.locator('.try > summary').press('Enter')
  await list.getByLabel('limit').fill('1')
  await list.getByRole('button', { name: 'Send' }).click()
  await list.getByText(/^200 OK in \d+ ms$/).waitFor()
  await list.getByText(/^\d+ headers$/).click()
  await list.getByText('ratelimit-remaining: ').waitFor()
  const body = await list.locator('output pre').last().innerText()
  expect(JSON.parse(body)).toHaveLength(1)

  const create = section(page, 'operation/createContact')
  await create.locator('.try > summary').press('Enter')
  const writes: string[] = []
  page.on('request', (request) => request.method() === 'POST' && writes.push(request.url()))
  // On a slow line, a second press comes before the question.
  const { promise: network, resolve: reconnect } = Promise.withResolvers<void>()
  await page.route('**/v1/auth', (route) => network.then(() => route.continue()))
  await create.getByRole('button', { name: 'Send' }).dblclick()
  reconnect()
  const question = page.getByRole('dialog', { name: 'Create a contact' })
  await question.getByText(`account ${account} on ${url}`).waitFor()
  await question.getByRole('button', { name: 'Send request' }).click()
  await create
    .locator('output')
    .getByText(/^[24]00 /)
    .waitFor()
  await create.getByRole('button', { name: 'Send' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(writes).toEqual([`${url}/v1/contacts/create`])

  const other = await browsing.newPage()
  await other.goto(`${url}/docs`)
  await other.getByRole('button', { name: 'API key: not set' }).waitFor()
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([])
})

test('keys and readers: skip link, menu, titles, scrolling and copying', async (context) => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const viewport = { width: 820, height: 1000 }
  const { page, problems } = await openDocs(context, 'section/paging', {
    permissions,
    viewport,
  })
  const current = page.locator('#menu [aria-current]')
  await expect.poll(() => current.getAttribute('href')).toBe('#section/paging')
  expect(await page.locator('.skip').getAttribute('href')).toBe('#section/paging')
  expect(await page.title()).toBe('Paging · Merchandise fulfillment')
  expect(await page.locator('meta[name=description]').getAttribute('content')).toBe(
    document.info.summary,
  )
  const table = section(page, 'section/errors').locator('.table').first()
  expect(await table.getAttribute('tabindex')).toBe(null)
  await page.setViewportSize({ width: 320, height: 800 })
  await expect.poll(() => table.getAttribute('tabindex')).toBe('0')

  const copied = async () => z.string().parse(await page.evaluate('navigator.clipboard.readText()'))
  /** Copies a section. The button says for a moment only whether it did. */
  const copy = (id: string, name: string) =>
    Promise.all([
      page.getByRole('button', { name }).waitFor(),
      section(page, id).getByRole('button', { name: 'Copy as Markdown' }).click(),
    ])
  await copy('section/paging', 'Copied')
  expect(await copied()).toMatch(/^## Paging\n.*^### Filters\n/ms)
  expect(await copied()).not.toContain('Orders and stock\n')
  await page.route('**/docs.md', (route) => route.fulfill({ body: 'Bad gateway' }))
  await copy('section/errors', 'Not copied. Reload the page')
  expect(await copied()).toContain('## Paging')
  const code = section(page, 'section/paging').locator('.code', { hasText: 'def every_order' })
  await code.scrollIntoViewIfNeeded()
  await code.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(copied).toBe(codeOf('paging', 'python')[0]?.trim())
  const colored = await page.evaluate('[...CSS.highlights.keys()]')
  expect(colored).toEqual(expect.arrayContaining(['token-keyword', 'token-number', 'token-string']))
  await page.emulateMedia({ forcedColors: 'active' })
  await expect.poll(() => page.evaluate('CSS.highlights.size')).toBe(0)

  const titled = async (place: string) => {
    await page.evaluate(`location.hash = '${place}'`)
    return page.title()
  }
  expect(await titled('tag/orders')).toBe('Orders · Merchandise fulfillment')
  expect(await titled('field/createOrder/body/shipTo.email')).toBe(
    'shipTo.email · Create an order · Merchandise fulfillment',
  )
  expect(problems).toEqual([])
})

/** The shell block that begins with the creation of an account. */
const blockOf = (document: string): string =>
  /^```sh\n(ACCOUNT=.*?)^```$/ms.exec(read(document))?.[1] ?? ''

test('the first lines of README lead from an empty database to an order, and the next stop the server', async () => {
  const block = blockOf('README.md')
  expect(block.split('\n').length).toBeLessThanOrEqual(11)
  expect(blockOf('docs/operating.md')).toBe(block)

  for (const document of ['README.md', 'docs/operating.md'])
    expect(read(document)).toContain('`kill $!` stops the server')
  const port = await freePort()
  // Only the first command runs by npx, which takes as long as the command.
  const commands = block.replaceAll('npx merch', 'server/cli/main.ts')
  const own = commands.replace('server/cli/main.ts', 'npx merch').replaceAll(':8080', `:${port}`)
  const lines = `${own}kill $!\nwait $!\n`
  const shell = spawn('sh', ['-e', '-c', lines], {
    cwd: root,
    env: {
      ...programEnvironment(),
      DATABASE_URL: `file:${join(temporaryFolder(), 'merch.db')}`,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => {
    // A server that outlives the lines is in their group.
    spawnSync('kill', ['--', `-${shell.pid}`])
  })
  let output = ''
  shell.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  expect(await once(shell, 'exit')).toEqual([0, null])
  await expect
    .poll(() => output)
    .toMatch(/\nMF-\d+\tord_\w+\t\S+\tAWAITING_SHIPMENT\tALLOCATED\tportland\t2\tMaya Lindqvist\n/)
  expect(output).toContain('"status":"AWAITING_SHIPMENT"')
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      () => 'served',
      () => 'closed',
    )
  await expect.poll(ready).toBe('closed')
})
