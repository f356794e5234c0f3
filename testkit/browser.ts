import { type Browser, chromium as program } from 'playwright-core'
import { onTestFinished, type TestContext } from 'vitest'
import { chromium, chromiumArguments } from './chromium.ts'

/** The machine's own browser, closed when the test is over; the test is skipped where there is none. */
export const openBrowser = async (context: TestContext): Promise<Browser> => {
  if (!chromium) return context.skip('there is no Chromium on this machine')
  const browser = await program.launch({ executablePath: chromium, args: chromiumArguments })
  onTestFinished(() => browser.close())
  return browser
}
