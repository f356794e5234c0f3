import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ofToday } from '../kit/of-today.ts'
import { read, root } from '../kit/project.ts'
import { programEnvironment } from '../kit/run.ts'
import { makeTemporaryFolder } from '../kit/temporary-folder.ts'

// Follows the recipes of CONTRIBUTING.md in a copy of the project, each from the project as it is: writes their
// files, applies their diffs, runs their commands and compares the printed output. `npm run check` runs the commands of
// one a day.

const guide = read('CONTRIBUTING.md')

/** The text from a heading to the next one of its level or above. */
const section = (heading: string): string => {
  const [level] = heading.split(' ')
  const [, text] = guide.split(`\n${heading}\n`)
  if (text === undefined) throw new Error(`CONTRIBUTING.md has no heading ${heading}`)
  return text.split(RegExp(`^#{2,${level?.length}} `, 'm'))[0] ?? ''
}

const { path: folder, remove } = makeTemporaryFolder()
afterAll(remove)

/** Copies the project again. The caches of the packages stay, as the first types take ten seconds. */
const copyProject = () => {
  for (const name of readdirSync(folder))
    if (name !== 'node_modules') rmSync(join(folder, name), { recursive: true })
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of stdout.trim().split('\n'))
    if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  if (existsSync(join(folder, 'node_modules'))) return
  // The packages stay where they are, but for their caches, which know the files of a project by their paths.
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name === '.bin' || !name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
}

/** Writes a file that the recipe shows whole, without its first line, which names it. */
const writeNew = (path: string, text: string) => {
  expect(existsSync(join(folder, path)), `${path} exists already`).toBe(false)
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Replaces the old lines of each hunk with the new ones. The old lines must be in the file once. */
const applyDiff = (diff: string) => {
  for (const part of diff.split(/^--- /m).slice(1)) {
    const [path = '', ...lines] = part.trimEnd().split('\n')
    for (const hunk of lines.join('\n').split('\n@@\n')) {
      const side = (left: string) =>
        hunk
          .split('\n')
          .flatMap((line) => (line.startsWith(left) ? [] : [`${line.slice(1)}\n`]))
          .join('')
      const parts = readFileSync(join(folder, path), 'utf8').split(side('+'))
      expect(parts.length, `${path} must have these lines once:\n${side('+')}`).toBe(2)
      writeFileSync(join(folder, path), parts.join(side('-')))
    }
  }
}

/** Runs the commands of a block, and compares their output. `…` stands for any text, or for any lines. */
const runCommands = (block: string) => {
  for (const part of block.split(/^\$ /m).slice(1)) {
    const [command = '', ...expected] = part.trimEnd().split('\n')
    const { stdout } = spawnSync(`(${command}) 2>&1`, {
      cwd: folder,
      shell: true,
      encoding: 'utf8',
      // Each worker of Vitest loads the server.
      env: { ...programEnvironment(), REDOCLY_TELEMETRY: 'off', VITEST_MAX_WORKERS: '1' },
    })
    const pattern = `${expected.join('\n')}\n`
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/^…\n/gm, '(?:.*\\n)*')
      .replaceAll('…', '.*')
    expect(`${stdout.trimEnd()}\n`, command).toMatch(RegExp(`^${pattern}$`))
  }
}

const recipes = [
  '## Adding an operation',
  '## Adding a field',
  '### Of a response',
  '### Of an order',
]
const followed = ofToday(recipes)

test.each(recipes)('%s: the recipe works as it stands', { timeout: 1_200_000 }, (heading) => {
  copyProject()
  for (const [, language, block = ''] of section(heading).matchAll(/^```(\w+)\n(.*?)^```$/gms)) {
    const [, path, text = ''] = /^(?:#|\/\/) (\S+)\n(.*)$/s.exec(block) ?? []
    if (path !== undefined) writeNew(path, text)
    else if (language === 'diff') applyDiff(block)
    else if (language !== 'console')
      throw new Error(`neither a file, a diff nor commands:\n${block}`)
    else if (followed.includes(heading)) runCommands(block)
  }
})
