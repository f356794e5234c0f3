import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { onTestFinished, type TestContext } from 'vitest'

const executablePath = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path))

/** The machine's own browser, closed when the test is over; the test is skipped where there is none. */
export const openBrowser = async (context: TestContext): Promise<Browser> => {
  if (!executablePath) return context.skip('there is no Chromium on this machine')
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  onTestFinished(() => browser.close())
  return browser
}
