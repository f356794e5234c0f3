import { type Browser, chromium as program } from 'playwright-core'
import { onTestFinished, type TestContext } from 'vitest'
import { chromium, chromiumArguments } from './chromium.ts'

/** Opens the installed Chromium and closes it after the test. Skips the test if Chromium is not installed. */
export const openBrowser = async (context: TestContext): Promise<Browser> => {
  if (!chromium) return context.skip('Chromium is not installed')
  const browser = await program.launch({ executablePath: chromium, args: chromiumArguments })
  onTestFinished(() => browser.close())
  return browser
}
