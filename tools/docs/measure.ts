import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium as program } from 'playwright-core'
import { z } from 'zod'
import { buildPage } from '../../codegen/docs/build-page.ts'
import { path } from '../../codegen/docs/inputs.ts'
import { chromium, chromiumArguments } from '../../testkit/chromium.ts'

// Prints the size of the docs page and its load times when opened from the disk.

const runs = 7

const page = path('dist/docs.html')

const say = (line: string) => process.stdout.write(`${line}\n`)

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`

/** Returns the size with the server's compression. */
const compressed = (bytes: Buffer): number =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length

const Timing = z.object({ painted: z.number(), loaded: z.number() })

const timing = `(() => {
  const [{ loadEventEnd }] = performance.getEntriesByType('navigation')
  const [{ startTime }] = performance.getEntriesByName('first-contentful-paint')
  return { painted: startTime, loaded: loadEventEnd }
})()`

/** Opens the page in a new browser, without a cache, and returns its times. */
const open = async (executablePath: string): Promise<z.output<typeof Timing>> => {
  const browser = await program.launch({ executablePath, args: chromiumArguments })
  try {
    const tab = await browser.newPage()
    await tab.goto(pathToFileURL(page).href, { waitUntil: 'load' })
    await tab.waitForFunction(
      `performance.getEntriesByName('first-contentful-paint').length > 0 &&
        performance.getEntriesByType('navigation')[0].loadEventEnd > 0`,
    )
    return Timing.parse(await tab.evaluate(timing))
  } finally {
    await browser.close()
  }
}

const seconds = (all: readonly number[]): string => {
  const sorted = all.toSorted((a, b) => a - b)
  const [least = 0, median = 0, most = 0] = [0, 0.5, 1].map(
    (part) => sorted[Math.floor(part * (sorted.length - 1))],
  )
  return `${(median / 1000).toFixed(2)} s (${(least / 1000).toFixed(2)} to ${(most / 1000).toFixed(2)})`
}

buildPage(page)
const bytes = readFileSync(page)
say(`the page is ${megabytes(bytes.length)}, ${megabytes(compressed(bytes))} compressed`)
if (chromium) {
  const taken: z.output<typeof Timing>[] = []
  for (let i = 0; i < runs; i++) taken.push(await open(chromium))
  say(`opened from the disk ${runs} times, the median and from the least to the most:`)
  say(`  painted after  ${seconds(taken.map(({ painted }) => painted))}`)
  say(`  loaded after   ${seconds(taken.map(({ loaded }) => loaded))}`)
} else say('load times skipped: Chromium is not installed')
