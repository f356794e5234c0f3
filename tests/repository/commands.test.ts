import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createMerch } from '../../server/cli/merch.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { scripts } = JSON.parse(read('package.json'))

/** Earlier versions in the changelogs had commands that are gone. */
const stale = /CHANGELOG/

const documents = globSync(
  ['*.md', '{client,contract-tests,mock,openapi}/**/*.md', 'docs/**/*.md', '.github/**/*.{md,yml}'],
  { cwd: root },
).filter((file) => !stale.test(file))

/** Whether the words are a command and, if it has subcommands, one of these. */
const isCommand = (words: string): boolean => {
  const [name, subcommand] = words.split(' ')
  const { commands } = createMerch().commands.find((each) => each.name() === name) ?? {}
  const isLeaf = commands?.length === 0 || subcommand === undefined
  return commands !== undefined && (isLeaf || commands.some((each) => each.name() === subcommand))
}

const named = (file: string, pattern: RegExp): string[] =>
  [...read(file).matchAll(pattern)].map(([, name = '']) => name)

test.each(documents)('%s names npm scripts, programs and commands of merch that exist', (file) => {
  const unknown = [
    ...named(file, /\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g).filter((name) => !scripts[name]),
    ...named(file, /\bnode ([\w./-]+\.m?ts)\b/g).filter((path) => !existsSync(join(root, path))),
    ...named(file, /\bnpx merch ([a-z]+(?: [a-z]+)?)/g).filter((words) => !isCommand(words)),
  ]
  expect(unknown).toEqual([])
})
