import { existsSync } from 'node:fs'

/** The path of the installed Chromium; undefined if none is installed. */
export const chromium = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path))

/** Containers often lack user namespaces. Background requests would appear in tests that count requests. */
export const chromiumArguments = ['--no-sandbox', '--disable-background-networking']
