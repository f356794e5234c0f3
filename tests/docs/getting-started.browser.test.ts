import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { servedMock } from '../../mock/testing/served-mock.ts'
import { listen } from '../../server/http/http-server.ts'
import { openBrowser } from '../../testkit/browser.ts'
import { codeOf } from './chapters.ts'

test('A page of another origin can request the mock with the code of the chapter', async (context) => {
  const browser = await openBrowser(context)
  const { address } = await servedMock()
  const [code = '', ...rest] = codeOf('getting-started', 'js')
  expect(rest).toEqual([])
  const script = code.replaceAll('http://127.0.0.1:4010', address)
  const pages = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(`<link rel="icon" href="data:,"><script type="module">${script}</script>`)
  })
  const port = await listen(pages, 0, '127.0.0.1')
  onTestFinished(() => {
    pages.closeAllConnections()
    pages.close()
  })
  const page = await browser.newPage()
  const printed = page.waitForEvent('console')
  await page.goto(`http://localhost:${port}`)
  expect((await printed).text()).toMatch(/^200 \[/)
})
