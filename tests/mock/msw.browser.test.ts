import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { build, preview } from 'vite'
import { beforeAll, expect, onTestFinished, type TestContext, test } from 'vitest'
import { demoKeys } from '../../mock/demo-keys.ts'
import { exampleConfig } from '../../mock/examples/serve.ts'
import { listen } from '../../server/http/http-server.ts'
import { openBrowser } from '../../testkit/browser.ts'
import { makeTemporaryFolder } from '../../testkit/temporary-folder.ts'

/** Bundles the example page for browsers. Returns the modules that browsers lack. */
const bundleExamples = async (outDir: string): Promise<readonly string[]> => {
  const options = { outDir, emptyOutDir: true }
  const built = await build({ ...exampleConfig, logLevel: 'error', build: options })
  return [built]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
    .filter((id) => id.includes('browser-external'))
}

/** Serves a folder of built pages. */
const serveFolder = async (folder: string) => {
  const server = await preview({
    ...exampleConfig,
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0, strictPort: true },
  })
  const [address = ''] = server.resolvedUrls?.local ?? []
  return { address: address.replace(/\/$/, ''), stop: () => server.close() }
}

/** Starts a server at the page's API address. It records connections, as MSW must let none through. */
const startUnusedApi = async () => {
  const visits: string[] = []
  const server = createServer(({ url = '' }, response) => {
    visits.push(url)
    response.end()
  }).on('connection', () => visits.push('a connection'))
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${port}`, visits }
}

let pages: Awaited<ReturnType<typeof serveFolder>>

beforeAll(async () => {
  const folder = makeTemporaryFolder()
  // Lists the modules that import what browsers lack.
  expect(await bundleExamples(folder.path)).toEqual([])
  pages = await serveFolder(folder.path)
  return async () => {
    await pages.stop()
    folder.remove()
  }
})

/** Opens the bundled page. Records requests that neither its own origin nor MSW responds to. */
const openPage = async (context: TestContext) => {
  const browser = await openBrowser(context)
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('requestfinished', async (request) => {
    const response = await request.response()
    const isOwn = request.url().startsWith(pages.address)
    if (!isOwn && !response?.fromServiceWorker()) problems.push(`requests ${request.url()}`)
  })
  page.on('requestfailed', (request) => problems.push(`fails to request ${request.url()}`))
  page.on('pageerror', (error) => problems.push(error.message))
  return { page, address: `${pages.address}/?msw`, problems }
}

type Probe = { method: string; headers: Record<string, string>; body?: string }

const askFromPage = (page: Page, url: string, probe: Probe) =>
  page.evaluate(
    async ([address, init]) => {
      const response = await fetch(address, init)
      const left = response.headers.get('RateLimit-Remaining')
      return { status: response.status, left, text: await response.text() }
    },
    [url, probe] as const,
  )

test('A bundled page shows contacts and sends no request to another origin', async (context) => {
  const { page, address, problems } = await openPage(context)
  const api = await startUnusedApi()

  await page.goto(`${address}&url=${api.url}&key=${demoKeys.demo}`)
  await page.getByText('200, 998 left').waitFor()
  expect(await page.locator('body').innerText()).toContain('maya.lindqvist@example.com')

  const authorization = `Bearer ${demoKeys.demo}`
  const ask = (path: string, method: string, headers = {}, body?: string) =>
    askFromPage(page, api.url + path, {
      method,
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const json = { 'content-type': 'application/json' }
  expect(await ask('/v1/contacts/create', 'POST', json, '{"é":')).toEqual({
    status: 400,
    left: '997',
    text: '{"message":"Invalid request body","errors":["body: must be valid JSON"]}',
  })
  expect(await ask('/v1/auth', 'HEAD')).toEqual({ status: 200, left: '996', text: '' })
  const preferred = await ask('/v1/orders/o', 'GET', { prefer: 'example=notFound' })
  expect(preferred).toEqual({ status: 404, left: '995', text: '{"message":"Order not found"}' })
  const { text } = await ask('/v1/products/list', 'GET')
  const [, picture = ''] = /"imageUrl":"([^"]+)"/.exec(text) ?? []
  const load = `Object.assign(new Image(), { src: '${picture}' }).decode().then(() => 'drawn')`
  expect(await page.evaluate(load)).toBe('drawn')
  expect([problems, api.visits]).toEqual([[], []])
})
