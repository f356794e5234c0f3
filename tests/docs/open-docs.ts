import type { BrowserContextOptions, Page } from 'playwright-core'
import type { TestContext } from 'vitest'
import { openBrowser } from '../../testkit/browser.ts'
import { runProgram } from '../../testkit/run.ts'

/** The file URL of the page. */
export const onDisk = new URL('../../dist/docs.html', import.meta.url).href

let built: Promise<unknown> | undefined

/** Builds the page once, if it is older than its sources. */
export const buildDocs = () => {
  built ??= runProgram('codegen/docs/main.ts', ['--if-stale'])
  return built
}

/**
 * Opens the docs in a browser.
 * @param url of the page, with an optional fragment.
 * @param early a script to run in the page before its own.
 * @returns the page, and its problems: errors, warnings and requests to other origins.
 */
export const openDocs = async (
  context: TestContext,
  url: string,
  options: BrowserContextOptions = {},
  early = '',
): Promise<{ page: Page; problems: string[] }> => {
  const browser = await openBrowser(context)
  await buildDocs()
  const page = await browser.newPage(options)
  const problems: string[] = []
  const [own = url] = url.split('#')
  const { origin, protocol } = new URL(own)
  page.on('request', (request) => {
    const asked = request.url()
    const isOwn = protocol === 'file:' ? asked.startsWith(own) : asked.startsWith(`${origin}/`)
    if (!isOwn && !/^(data|blob):/.test(asked)) problems.push(`requests ${asked}`)
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await page.addInitScript(early)
  await page.goto(url)
  return { page, problems }
}
