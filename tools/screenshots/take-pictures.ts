import type { Browser } from 'playwright-core'
import { axeProblems } from '../../testkit/audit-page.ts'
import type { State } from './surface.ts'

export const variants = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 375, height: 812, colorScheme: 'light' },
  { width: 375, height: 812, colorScheme: 'dark' },
] as const

/** The pictures of a state, by file, and what is wrong with them. */
type Taken = { files: readonly string[]; problems: readonly string[] }

/**
 * Takes the pictures of a state and checks each with axe.
 * @param prefix of the files, in the folder.
 */
export const takePictures = async (
  browser: Browser,
  { name, show, isFresh = false, isView = false }: State,
  folder: string,
  prefix: string,
): Promise<Taken> => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const files: string[] = []
  const problems: string[] = []
  for (const [i, { width, height, colorScheme }] of variants.entries()) {
    const file = `${prefix}/${name}-${width}-${colorScheme}.png`
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    if (isFresh || i === 0) await show(page)
    if (!isView) await page.evaluate('window.scrollTo(0, 0)')
    await page.screenshot({ path: `${folder}/${file}`, fullPage: !isView })
    files.push(file)
    problems.push(...(await axeProblems(page)).map((problem) => `${file}: ${problem}`))
    const needed = Number(await page.evaluate('document.documentElement.scrollWidth'))
    if (needed > width) problems.push(`${file}: the page is ${needed} pixels wide`)
  }
  await context.close()
  return { files, problems }
}
