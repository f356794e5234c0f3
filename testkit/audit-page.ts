import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { z } from 'zod'

/** Screenshots for reviewers. The CI workflow uploads them. */
const folder = fileURLToPath(new URL('../dist/screenshots/', import.meta.url))

/**
 * Views with a device are kept as screenshots in CI. axe takes seconds, so it runs on the widest and
 * the narrowest view, one in each color scheme.
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

/** Runs axe on the page as it is shown now. Returns its violations. */
const axeProblems = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const run = 'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)'
  return violations
    .parse(await page.evaluate(run))
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
}

/**
 * Checks a page at the widths of a desktop and of phones, light and dark, and keeps screenshots in CI.
 * @param name of the page; the names of the screenshots begin with it.
 * @param part selector of the element to scroll into view.
 * @returns the violations that axe finds, and the widths at which the page scrolls sideways.
 */
export const auditPage = async (page: Page, name: string, part = 'body'): Promise<string[]> => {
  mkdirSync(folder, { recursive: true })
  const problems: string[] = []
  for (const { width, height, colorScheme, device, isAudited } of views) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const at = `${name}, ${width} wide, ${colorScheme}`
    const found = isAudited ? await axeProblems(page) : []
    problems.push(...found.map((problem) => `${at}: ${problem}`))
    const needed = Number(await page.evaluate('document.documentElement.scrollWidth'))
    if (needed > width) problems.push(`${at}: the page is ${needed} wide`)
    await page.evaluate(`document.querySelector('${part}').scrollIntoView()`)
    if (device && process.env.CI) await page.screenshot({ path: `${folder}${name}-${device}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  return problems
}
