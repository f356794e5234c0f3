import { createServer } from 'node:http'
import { join } from 'node:path'
import { msw } from 'msw/vite'
import { build, type InlineConfig, preview } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { demoKeys } from '../../mock/demo-keys.ts'
import { listen } from '../../server/http/http-server.ts'
import { openBrowser } from '../kit/browser.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

/** A page that starts the handlers in MSW's worker. */
const page: InlineConfig = {
  configFile: false,
  root: join(import.meta.dirname, 'page'),
  plugins: [msw({ mode: 'worker-only' })],
}

/** Bundles the page for browsers. Returns the modules that browsers lack. */
const bundlePage = async (outDir: string): Promise<readonly string[]> => {
  const options = { outDir, emptyOutDir: true }
  const built = await build({ ...page, logLevel: 'error', build: options })
  return [built]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
    .filter((id) => id.includes('browser-external'))
}

/** Serves a folder of built pages. Returns its address. */
const serveFolder = async (outDir: string): Promise<string> => {
  const at = { host: '127.0.0.1', port: 0, strictPort: true }
  const server = await preview({ ...page, build: { outDir }, preview: at })
  onTestFinished(() => server.close())
  return server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
}

/** Starts a server at the page's API address. It records connections, as MSW must let none through. */
const startUnusedApi = async () => {
  const visits: string[] = []
  const server = createServer((_, response) => response.end())
  server.on('connection', () => visits.push('a connection'))
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${port}`, visits }
}

// What the handlers respond is tested in Node, in msw.test.ts.
test('A bundled page shows contacts and pictures, and sends no request to another origin', async (context) => {
  const browser = await openBrowser(context)
  const folder = temporaryFolder()
  expect(await bundlePage(folder)).toEqual([])
  const address = await serveFolder(folder)
  const api = await startUnusedApi()
  const opened = await browser.newPage()
  const problems: string[] = []
  opened.on('requestfinished', async (request) => {
    const response = await request.response()
    const isOwn = request.url().startsWith(address)
    if (!isOwn && !response?.fromServiceWorker()) problems.push(`requests ${request.url()}`)
  })
  opened.on('requestfailed', (request) => problems.push(`fails to request ${request.url()}`))
  opened.on('pageerror', (error) => problems.push(error.message))

  await opened.goto(`${address}/?url=${api.url}`)
  await opened.getByText('200, 999 left').waitFor()
  expect(await opened.locator('body').innerText()).toContain('maya.lindqvist@example.com')
  const products = await opened.evaluate(
    async ([url, authorization]) =>
      (await fetch(`${url}/v1/products/list`, { headers: { authorization } })).text(),
    [api.url, `Bearer ${demoKeys.demo}`] as const,
  )
  const [, picture = ''] = /"imageUrl":"([^"]+)"/.exec(products) ?? []
  const load = `Object.assign(new Image(), { src: '${picture}' }).decode().then(() => 'drawn')`
  expect(await opened.evaluate(load)).toBe('drawn')
  expect([problems, api.visits]).toEqual([[], []])
})
