import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { events, operations } from '../../contract-tests/support/contract.ts'
import { runProgram } from '../testing/run.ts'
import { testServer } from '../testing/test-server.ts'

const browserPath = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path))

/** Everything that the docs must lead to. */
const shown = [
  ...operations.map(({ id, summary, tags }) => ({ id, summary, tag: tags[0] ?? '' })),
  ...events.map(({ id, summary, tag }) => ({ id, summary, tag })),
]

const open = (path: string) => ({ path, unchecked: true, key: null })

test('the document is served as it is, without a key', async () => {
  const server = await testServer({ demo: false })
  const answer = await server.request(open('/openapi.json'))
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json')
  expect(answer.body).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Merchandise fulfillment' },
  })
})

test('the root leads to the docs', async () => {
  const server = await testServer({ demo: false })
  const answer = await server.request(open('/'))
  expect([answer.status, answer.headers.location]).toEqual([302, '/docs'])
})

test('it is healthy while it answers, and ready while the store does', async () => {
  const server = await testServer({ demo: false })
  expect((await server.request(open('/healthz'))).body).toEqual({ status: 'ok' })
  expect((await server.request(open('/readyz'))).body).toEqual({ status: 'ready' })
  await server.store.close()
  expect((await server.request(open('/healthz'))).status).toBe(200)
  const unready = await server.request(open('/readyz'))
  expect([unready.status, unready.body]).toEqual([503, { status: 'not ready' }])
})

test('the docs show every operation and event in a browser, and ask no other host for anything', {
  timeout: 60_000,
}, async (context) => {
  if (!browserPath) return context.skip('there is no Chromium on this machine')
  await runProgram('codegen/docs.ts', ['--if-stale'])
  const server = await testServer({ demo: false })
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(server.url) && !/^(data|blob):/.test(url)) problems.push(`asks ${url}`)
    })
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(`${server.url}/docs`)
    const menu = (text: string) => page.getByText(text, { exact: true }).first().click()
    for (const tag of new Set(shown.map(({ tag }) => tag))) {
      await menu(tag)
      for (const { id, summary } of shown.filter((each) => each.tag === tag)) {
        await menu(summary)
        await page.waitForURL((url) => url.hash.endsWith(`/${id.toLowerCase()}`))
        await page.locator('h2', { hasText: summary }).first().waitFor()
      }
    }
    expect(problems).toEqual([])
  } finally {
    await browser.close()
  }
})
