import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium as program } from 'playwright-core'
import { chromium, chromiumArguments } from '../../testkit/chromium.ts'
import { type SheetRow, writeContactSheet } from './contact-sheet.ts'
import type { OpenSurface } from './surface.ts'
import { surfaces } from './surfaces.ts'
import { takePictures, variants } from './take-pictures.ts'

const usage = `Usage: npm run screenshots -- [--only NAME] [--to FOLDER]

Takes pictures of every state of every surface, at 1440 and 375 pixels, light and dark, and checks each with axe.
Writes a contact sheet for each surface. Fails if axe reports a violation or a page scrolls sideways.

  --only NAME  a surface, such as docs, or a state, such as docs/search. Surfaces: ${[...surfaces.keys()].slice(0, 3).join(', ')},
               ${[...surfaces.keys()].slice(3).join(', ')}
  --to FOLDER  where to write (default: dist/screenshots)
  --help       show this text
`

/** The number of problems of a state that are printed. */
const shownProblems = 8

const root = fileURLToPath(new URL('../../dist/screenshots/', import.meta.url))

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    to: { type: 'string', default: root },
    help: { type: 'boolean', default: false },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)

const isWanted = (name: string): boolean =>
  options.only === '' || name === options.only || name.startsWith(`${options.only}/`)

/** Takes the pictures of a surface, and prints its problems. */
const takeSurface = async (browser: Browser, name: string, open: OpenSurface) => {
  const { states, close } = await open()
  mkdirSync(`${options.to}/${name}`, { recursive: true })
  const wanted = states.filter((state) => isWanted(`${name}/${state.name}`))
  const rows: SheetRow[] = []
  let count = 0
  try {
    for (const [i, state] of wanted.entries()) {
      const { files, problems } = await takePictures(browser, state, options.to, name)
      rows.push({ name: state.name, files })
      count += problems.length
      say(`${name}/${state.name} (${i + 1} of ${wanted.length})`)
      for (const problem of problems.slice(0, shownProblems)) say(`  ✗ ${problem}`)
      const hidden = problems.length - shownProblems
      if (hidden > 0) say(`  … and ${hidden} more`)
    }
  } finally {
    await close()
  }
  if (rows.length > 0) await writeContactSheet(browser, options.to, name, rows)
  return { states: rows.length, problems: count }
}

/** Runs the command and returns its exit status. */
const run = async (): Promise<number> => {
  if (options.help) {
    process.stdout.write(usage)
    return 0
  }
  if (!chromium) {
    say('Chromium is not installed')
    return 1
  }
  const browser = await program.launch({ executablePath: chromium, args: chromiumArguments })
  let states = 0
  let problems = 0
  for (const [name, open] of surfaces) {
    if (!isWanted(name) && !options.only.startsWith(`${name}/`)) continue
    const taken = await takeSurface(browser, name, open)
    states += taken.states
    problems += taken.problems
  }
  await browser.close()
  say(
    `${states} states, ${states * variants.length} pictures in ${options.to}. Problems: ${problems}`,
  )
  if (states === 0)
    say(`No state is named ${options.only}. Surfaces: ${[...surfaces.keys()].join(', ')}`)
  return problems > 0 || states === 0 ? 1 : 0
}

process.exitCode = await run()
