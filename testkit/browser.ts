import { type Browser, chromium as program } from 'playwright-core'
import { onTestFinished, type TestContext } from 'vitest'
import { chromium, chromiumArguments } from './chromium.ts'

/** The browser of all tests in this process. Playwright kills it when the process ends. */
let launched: Promise<Browser> | undefined

/**
 * Opens the installed Chromium. Its pages close after the test. Skips the test if Chromium is not
 * installed.
 */
export const openBrowser = async (context: TestContext): Promise<Browser> => {
  if (!chromium) return context.skip('Chromium is not installed')
  launched ??= program.launch({ executablePath: chromium, args: chromiumArguments })
  const browser = await launched
  onTestFinished(async () => {
    await Promise.all(browser.contexts().map((each) => each.close()))
  })
  return browser
}
