import type { BrowserContextOptions, Page } from 'playwright-core'
import type { TestContext } from 'vitest'
import { path } from '../../codegen/docs/inputs.ts'
import { openBrowser } from '../../testkit/browser.ts'
import { runProgram } from '../../testkit/run.ts'

/** The page on this machine's disk. */
export const onDisk = `file://${path('dist/docs.html')}`

/** Builds the page if it is not what the document says. */
export const buildDocs = () => runProgram('codegen/docs/main.ts', ['--if-stale'])

/**
 * Opens the docs in a browser.
 * @param url of the page, with or without a place in it.
 * @returns the page, and what goes wrong on it: errors, and requests to any other place.
 */
export const openDocs = async (
  context: TestContext,
  url: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; problems: string[] }> => {
  const browser = await openBrowser(context)
  const page = await browser.newPage(options)
  const problems: string[] = []
  const [own = url] = url.split('#')
  const { origin, protocol } = new URL(own)
  page.on('request', (request) => {
    const asked = request.url()
    const isOwn = protocol === 'file:' ? asked.startsWith(own) : asked.startsWith(`${origin}/`)
    if (!isOwn && !/^(data|blob):/.test(asked)) problems.push(`asks ${asked}`)
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(url)
  return { page, problems }
}
