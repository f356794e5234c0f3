import { expect, test } from 'vitest'
import { events, operations } from '../../contract-tests/support/contract.ts'
import { openBrowser } from '../testing/browser.ts'
import { runProgram } from '../testing/run.ts'
import { testServer } from '../testing/test-server.ts'

/** Everything that the docs must lead to. */
const shown = [
  ...operations.map(({ id, summary, tags }) => ({ id, summary, tag: tags[0] ?? '' })),
  ...events.map(({ id, summary, tag }) => ({ id, summary, tag })),
]

test('the docs show every operation and event in a browser, and ask no other host for anything', async (context) => {
  const browser = await openBrowser(context)
  await runProgram('codegen/docs.ts', ['--if-stale'])
  const server = await testServer({ demo: false })
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
  for (const tag of new Set(shown.map((each) => each.tag))) {
    await menu(tag)
    for (const { id, summary } of shown.filter((each) => each.tag === tag)) {
      await menu(summary)
      await page.waitForURL((url) => url.hash.endsWith(`/${id.toLowerCase()}`))
      await page.locator('h2', { hasText: summary }).first().waitFor()
    }
  }
  expect(problems).toEqual([])
})
