import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import axe from 'axe-core'
import { type Browser, chromium } from 'playwright-core'
import { z } from 'zod'
import { listen } from '../../server/http/http-server.ts'
import { median, path, readOptions, say } from './harness.ts'

const options = readOptions(
  `Usage: node tests/bench/docs.ts [--rounds N] [--chromium FILE]

Compares the reference docs with stock Redoc, Scalar and Elements on the same document. Installs them
into a temporary folder. Build the docs with npm run docs first. The network has 1.6 Mbit/s and 150 ms
latency, and the processor is slowed down four times.

  --rounds N       the number of page loads; the median counts (5)
  --chromium FILE  the browser (/usr/bin/chromium)
`,
  { rounds: '5', chromium: '/usr/bin/chromium' },
)

const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>API</title>'

/** The pages, by name, each with the files of its package. */
const rivals: Record<string, { html: string; files: Record<string, string> }> = {
  Scalar: {
    html: `${head}<div id="app"></div><script src="scalar.js"></script><script>Scalar.createApiReference('#app', { url: 'openapi.json' })</script>`,
    files: { 'scalar.js': '@scalar/api-reference/dist/browser/standalone.js' },
  },
  Elements: {
    html: `${head}<link rel="stylesheet" href="elements.css"><elements-api apiDescriptionUrl="openapi.json" router="hash"></elements-api><script src="elements.js"></script>`,
    files: {
      'elements.js': '@stoplight/elements/web-components.min.js',
      'elements.css': '@stoplight/elements/styles.min.css',
    },
  },
}

/** Writes the pages of the others into a folder. */
const install = (folder: string): void => {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const packages = ['@scalar/api-reference@1.46.0', '@stoplight/elements@9.0.0']
  execFileSync('npm', ['install', '--ignore-scripts', '--silent', ...packages], { cwd: folder })
  copyFileSync(path('generated/openapi.json'), join(folder, 'openapi.json'))
  for (const [name, { html, files }] of Object.entries(rivals)) {
    writeFileSync(join(folder, `${name}.html`), html)
    for (const [file, from] of Object.entries(files))
      copyFileSync(join(folder, 'node_modules', from), join(folder, file))
  }
  const redoc = ['build-docs', 'openapi.json', '--inlineBundle', '--output', 'Redoc.html']
  execFileSync(path('node_modules/.bin/redocly'), redoc, { cwd: folder, stdio: 'ignore' })
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css',
  '.json': 'application/json',
}

/** Serves the files of folders, the first that has one, with Brotli. */
const serveFolders = (folders: readonly string[]) => {
  const compressed = new Map<string, Buffer>()
  return createServer(({ url = '/' }, response) => {
    const name = decodeURIComponent(url.slice(1).split('?')[0] ?? '')
    const folder = folders.find((each) => name !== '' && existsSync(join(each, name)))
    if (folder === undefined) return response.writeHead(404).end()
    const body = compressed.get(name) ?? brotliCompressSync(readFileSync(join(folder, name)))
    compressed.set(name, body)
    const type = types[extname(name)] ?? 'application/octet-stream'
    return response
      .writeHead(200, {
        'content-type': type,
        'content-encoding': 'br',
        'content-length': body.length,
      })
      .end(body)
  })
}

const Measured = z.object({ paint: z.number(), operations: z.number() })

/** Loads a page once. Returns the first paint in ms, the transferred bytes and requests to other hosts. */
const load = async (browser: Browser, url: string) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const network = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 1e5 }
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let [bytes, others] = [0, 0]
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  page.on('request', (request) => {
    if (!/^(data|blob):|^http:\/\/127\.0\.0\.1/.test(request.url())) others += 1
  })
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 })
  await page.waitForFunction("performance.getEntriesByName('first-contentful-paint').length > 0")
  const { paint, operations } = Measured.parse(
    await page.evaluate(`({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1,
      operations: document.body.innerText.match(/Places an order in an active campaign/g)?.length ?? 0,
    })`),
  )
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.evaluate(axe.source)
  const violations = z
    .number()
    .parse(await page.evaluate('axe.run().then((r) => r.violations.length)'))
  await page.close()
  return { paint, bytes, others, operations, violations }
}

const folder = mkdtempSync(join(tmpdir(), 'merch-docs-'))
const server = serveFolders([path('dist'), folder])
const browser = await chromium.launch({ executablePath: options.chromium, args: ['--no-sandbox'] })
try {
  install(folder)
  const port = await listen(server, 0, '127.0.0.1')
  say(
    '| page | first paint | transferred | axe violations | other hosts | create order in the page |',
  )
  say('|---|---|---|---|---|---|')
  for (const name of ['docs', 'Redoc', ...Object.keys(rivals)]) {
    const loads = []
    for (let i = 0; i < Number(options.rounds); i++)
      loads.push(await load(browser, `http://127.0.0.1:${port}/${name}.html`))
    const [first] = loads
    if (!first) break
    const paint = (median(loads.map((each) => each.paint)) / 1000).toFixed(1)
    const size = `${Math.round(first.bytes / 1024)} KiB`
    const has = first.operations > 0 ? 'yes' : 'no'
    say(`| ${name} | ${paint} s | ${size} | ${first.violations} | ${first.others} | ${has} |`)
  }
} finally {
  await browser.close()
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
}
