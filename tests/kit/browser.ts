import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, expect, onTestFailed, onTestFinished, type TestContext } from 'vitest'

/** The path of the installed Chromium; undefined if none is installed. Its shell takes a third of the time of the browser. */
export const executablePath = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path))

/** Containers often lack user namespaces. Background requests would appear in tests that count requests. */
const args = ['--no-sandbox', '--disable-background-networking']

/** Long enough for a busy machine, as the timeouts of tests are. */
const actionTimeout = 120_000

/** The browser of all tests in this process. Playwright kills it when the process ends. */
let launched: Promise<Browser> | undefined

/**
 * Opens the installed Chromium. Its pages close after the test. Skips the test if Chromium is not
 * installed.
 */
export const openBrowser = async (context: TestContext): Promise<Browser> => {
  const browser = await launch(context)
  onTestFinished(async () => {
    await Promise.all(browser.contexts().map((each) => each.close()))
  })
  return browser
}

/**
 * Returns a function that opens the page that the tests of a file share, without cookies and routes. Chromium starts up
 * to four processes for each page in a context of its own. When a test ends, the page must have had no errors and no
 * requests that do not begin with `own`. The test removes those from `problems` that it expects.
 */
export const sharedPage = (options: BrowserContextOptions, expected?: RegExp) => {
  let opened: Promise<Page> | undefined
  let ownUrl = ''
  const problems: string[] = []
  const open = async (browser: Browser) => {
    const page = await (await browser.newContext(options)).newPage()
    page.setDefaultTimeout(actionTimeout)
    page.on('request', (request) => {
      if (!request.url().startsWith(ownUrl)) problems.push(`requests ${request.url()}`)
    })
    page.on('console', (message) => {
      if (expected?.test(message.text())) return
      if (['error', 'warning'].includes(message.type())) problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(error.message))
    return page
  }
  afterAll(async () => (await opened)?.context().close())
  return async (context: TestContext, own: string, width = 1280) => {
    opened ??= open(await launch(context))
    const page = await opened
    await page.context().clearCookies()
    await page.unrouteAll()
    await page.setViewportSize({ width, height: 900 })
    ownUrl = own
    problems.length = 0
    onTestFinished(() => expect(problems).toEqual([]))
    // It may still wait for an action, or have a page that does not load.
    onTestFailed(async () => {
      opened = undefined
      await page.context().close()
    })
    return { page, problems }
  }
}

const launch = (context: TestContext): Promise<Browser> => {
  if (!executablePath) return context.skip('Chromium is not installed')
  launched ??= chromium.launch({ executablePath, args })
  return launched
}
