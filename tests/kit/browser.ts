import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { onTestFinished, type TestContext } from 'vitest'

/** The path of the installed Chromium; undefined if none is installed. */
export const executablePath = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path))

/** Containers often lack user namespaces. Background requests would appear in tests that count requests. */
const args = ['--no-sandbox', '--disable-background-networking']

/** The browser of all tests in this process. Playwright kills it when the process ends. */
let launched: Promise<Browser> | undefined

/**
 * Opens the installed Chromium. Its pages close after the test. Skips the test if Chromium is not
 * installed.
 */
export const openBrowser = async (context: TestContext): Promise<Browser> => {
  if (!executablePath) return context.skip('Chromium is not installed')
  launched ??= chromium.launch({ executablePath, args })
  const browser = await launched
  onTestFinished(async () => {
    await Promise.all(browser.contexts().map((each) => each.close()))
  })
  return browser
}
