import { existsSync } from 'node:fs'

/** The machine's own browser, if it has one. */
export const chromium = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path))

/** It neither needs a user's namespace nor talks to anybody on its own. */
export const chromiumArguments = ['--no-sandbox', '--disable-background-networking']
