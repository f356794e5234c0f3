import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { z } from 'zod'

/** Where screenshots are kept, to be looked at by people. */
const folder = fileURLToPath(new URL('../dist/screenshots/', import.meta.url))

/**
 * How a page is looked at: what has a device is kept as a screenshot. Two views have every width and
 * colour that axe can find something wrong with.
 */
const views = [
  { width: 1280, height: 900, colorScheme: 'light', device: 'desktop', isAudited: true },
  { width: 1280, height: 900, colorScheme: 'dark', device: 'desktop-dark', isAudited: false },
  { width: 390, height: 844, colorScheme: 'light', device: 'phone', isAudited: false },
  { width: 320, height: 640, colorScheme: 'dark', device: undefined, isAudited: true },
] as const

const violations = z.array(
  z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
)

/** What axe has against a page as it is. */
const axeProblems = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const run = 'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)'
  return violations
    .parse(await page.evaluate(run))
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
}

/**
 * Looks at a page on a desktop and on phones, light and dark, and keeps screenshots of it.
 * @param name of the page, which the files are called after.
 * @param part of the page that is to be seen, as a selector.
 * @returns what is wrong: what axe finds, and what does not fit the width of a phone.
 */
export const lookAt = async (page: Page, name: string, part = 'body'): Promise<string[]> => {
  mkdirSync(folder, { recursive: true })
  const problems: string[] = []
  for (const { width, height, colorScheme, device, isAudited } of views) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const at = `${name}, ${width} wide, ${colorScheme}`
    const found = isAudited ? await axeProblems(page) : []
    problems.push(...found.map((problem) => `${at}: ${problem}`))
    const needed = Number(await page.evaluate('document.documentElement.scrollWidth'))
    if (needed > width) problems.push(`${at}: needs ${needed}`)
    await page.evaluate(`document.querySelector('${part}').scrollIntoView()`)
    if (device) await page.screenshot({ path: `${folder}${name}-${device}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  return problems
}
