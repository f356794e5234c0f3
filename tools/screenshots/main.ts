import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium as program } from 'playwright-core'
import { axeProblems } from '../../testkit/audit-page.ts'
import { chromium, chromiumArguments } from '../../testkit/chromium.ts'
import { type SheetRow, writeContactSheet } from './contact-sheet.ts'
import type { OpenSurface, State } from './surface.ts'
import { surfaces } from './surfaces.ts'

// Takes a picture of every state of every surface, wide and narrow, light and dark, and checks each with
// axe. Fails if axe reports a problem or a page scrolls sideways.

const variants = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 375, height: 812, colorScheme: 'light' },
  { width: 375, height: 812, colorScheme: 'dark' },
] as const

const root = fileURLToPath(new URL('../../dist/screenshots/', import.meta.url))

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, to: { type: 'string', default: root } },
})

const say = (line: string) => process.stdout.write(`${line}\n`)

const problems: string[] = []

const isWanted = (name: string): boolean => {
  const { only } = options
  return only === undefined || name === only || name.startsWith(`${only}/`)
}

/** Takes the pictures of a state. Returns the names of the files. */
const takePictures = async (
  browser: Browser,
  { name, show }: State,
  surface: string,
): Promise<SheetRow> => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.setViewportSize(variants[0])
  await show(page)
  const files: string[] = []
  for (const { width, height, colorScheme } of variants) {
    const file = `${surface}/${name}-${width}-${colorScheme}.png`
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await page.evaluate('window.scrollTo(0, 0)')
    await page.screenshot({ path: `${options.to}/${file}`, fullPage: true })
    files.push(file)
    problems.push(...(await axeProblems(page)).map((problem) => `${file}: ${problem}`))
    const needed = Number(await page.evaluate('document.documentElement.scrollWidth'))
    if (needed > width) problems.push(`${file}: the page is ${needed} pixels wide`)
  }
  await context.close()
  return { name, files }
}

const takeSurface = async (browser: Browser, name: string, open: OpenSurface): Promise<number> => {
  const { states, close } = await open()
  mkdirSync(`${options.to}/${name}`, { recursive: true })
  const rows: SheetRow[] = []
  try {
    for (const state of states) {
      if (!isWanted(`${name}/${state.name}`)) continue
      rows.push(await takePictures(browser, state, name))
      say(`${name}/${state.name}`)
    }
  } finally {
    await close()
  }
  if (rows.length > 0) await writeContactSheet(browser, options.to, name, rows)
  return rows.length
}

if (!chromium) {
  say('Chromium is not installed')
  process.exit(1)
}
const browser = await program.launch({ executablePath: chromium, args: chromiumArguments })
let states = 0
for (const [name, open] of surfaces)
  if (isWanted(name) || options.only?.startsWith(`${name}/`))
    states += await takeSurface(browser, name, open)
await browser.close()

for (const problem of problems) say(problem)
say(
  `${states} states, ${states * variants.length} pictures in ${options.to}. Problems: ${problems.length}`,
)
if (states === 0)
  say(`No state is named ${options.only}. Surfaces: ${[...surfaces.keys()].join(', ')}`)
process.exitCode = problems.length > 0 || states === 0 ? 1 : 0
