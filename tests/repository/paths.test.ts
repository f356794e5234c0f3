import { existsSync, globSync, readdirSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { createMerch } from '../../server/cli/merch.ts'
import { projectFiles, read, root } from '../kit/project.ts'

// Paths, globs, commands and versions in texts, settings and comments exist. How to write a path so that it is checked:
//
// - From the root, as in server/main.ts. It must exist, unless git ignores it, as it does dist/.
// - In backticks, the end of a path that exists: `http/app.ts`, `edge.ts`, `laws/`.
// - A file of the reader's own project begins with a dot and a slash. It is not checked.

const files = projectFiles()

/** Every file and folder, from the root. */
const paths = new Set(
  files.flatMap((file) => {
    const steps = file.split('/')
    return steps.map((_, i) => steps.slice(0, i + 1).join('/'))
  }),
)
const tops = new Set(files.flatMap((file) => /^([\w.-]+)\//.exec(file)?.[1] ?? []))
const ignored = RegExp(
  `(^|/)(${read('.gitignore')
    .match(/^\w+(?=\/$)/gm)
    ?.join('|')})(/|$)`,
)

const whole = /\.md$|^\.(github|ci)\/|^[\w.]+$|^examples\/systemd\/|\/(package|tsconfig)\.json$/
const comments = [
  [/\.(tsx?|mjs|css|go|php)$/, /(\/\*.*?\*\/|(?<!\S)\/\/.*?$)/gms],
  [/\.(ya?ml|py|toml|cfg)$/, /((?<!\S)# .*?$)/gm],
] as const
/** Generated files, those of others, and the past. */
const unchecked =
  /^generated\/|^openapi\/released\/|json-schema-test-suite\/|CHANGELOG|package-lock/

/** What each file says to people and programs: the whole text, or its comments in their places. */
const texts = files.flatMap((file) => {
  const [, comment] = comments.find(([name]) => name.test(file)) ?? []
  if (unchecked.test(file)) return []
  if (whole.test(file)) return [{ file, text: read(file) }]
  if (comment === undefined) return []
  const parts = read(file).split(comment)
  const kept = parts.map((part, i) => (i % 2 ? part : part.replaceAll(/\S/g, ' ')))
  return [{ file, text: kept.join('') }]
})

/** Finds what a pattern captures and that is wrong. Returns a message about each. */
const wrong = (pattern: RegExp, isRight: (words: string) => boolean, among = texts): string[] => {
  const found = among.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(({ index, 0: all, 1: words = all }) => ({
      words,
      message: `${file}:${text.slice(0, index).split('\n').length} names ${words}`,
    })),
  )
  expect(found.length, `nothing matches ${pattern}`).toBeGreaterThan(0)
  return found.filter(({ words }) => !isRight(words)).map(({ message }) => message)
}

/** Splits a glob at its braces: `a{b,c}` is `ab` and `ac`. */
const expand = (glob: string): string[] => {
  const [, before = '', inner = '', after = ''] = /^(.*)\{([^{}]*)\}(.*)$/.exec(glob) ?? []
  return inner === '' ? [glob] : inner.split(',').flatMap((each) => expand(before + each + after))
}

/** Whether a path from the root exists. A glob must match, and the folder of each of its alternatives exist. */
const exists = (path: string): boolean => {
  if (ignored.test(path) || existsSync(join(root, path))) return true
  const starts = expand(path).map((each) => each.replace(/[^/]*\*.*/, ''))
  return (
    globSync(path, { cwd: root }).length > 0 &&
    starts.every((start) => existsSync(join(root, start)))
  )
}

const isEndOfPath = (end: string): boolean =>
  ignored.test(end) ||
  expand(end.replace(/\/$/, '')).every((each) =>
    [...paths].some((path) => path.endsWith(`/${each}`) || matchesGlob(path, `**/${each}`)),
  )

test('paths from the root exist', () => {
  const names = [...tops].join('|').replaceAll('.', '\\.')
  const fromRoot = RegExp(
    String.raw`(?<![\w/@$}>.-])(?:\./)?((?:${names})/[\w./@{},*-]*[\w/}*])`,
    'g',
  )
  // A recipe names each file that it adds in the first line.
  const added = read('CONTRIBUTING.md').match(/(?<=^```\w+\n(?:#|\/\/) )\S+$/gm) ?? []
  const sources = /(?<=working-directory: |^COPY (?!--)(?:\S+ )*)[\w.][\w./-]*(?= |$)/gm
  expect([
    ...wrong(fromRoot, (path) => exists(path) || added.some((each) => each === path)),
    ...wrong(sources, exists),
  ]).toEqual([])
})

test('files and folders in backticks are the ends of paths that exist', () => {
  const named =
    /(?<=`)[\w{*][\w.{},*-]*(?:\/[\w.{},*-]+)*(?:\.(?:tsx?|mjs|py|ya?ml|json|md|css|toml|cfg|html|txt|svg)|\/)(?=`)/g
  expect(wrong(named, isEndOfPath)).toEqual([])
})

test('globs of settings, tools and tests match', () => {
  const glob = /['"](?!\.|\/|!?\*)!?(?=[^'"]*[*{])([\w.{},*-]*\/[\w.{},*/-]*)['"]/g
  const places = /^[\w.]+\.(ts|json|yaml)$|^(tests|tools|mock|server)\/.*\.ts$/
  const code = files.filter((file) => places.test(file) && !unchecked.test(file))
  expect(
    wrong(
      glob,
      exists,
      code.map((file) => ({ file, text: read(file) })),
    ),
  ).toEqual([])
})

const packages = files
  .filter((file) => /(^|\/)package\.json$/.test(file))
  .map((file) => JSON.parse(read(file)))

/** Whether the words are a command of merch and, if it has subcommands, one of these. */
const isCommand = (words: string): boolean => {
  const [name, subcommand] = words.split(' ')
  const { commands } = createMerch().commands.find((each) => each.name() === name) ?? {}
  const isLeaf = commands?.length === 0 || subcommand === undefined
  return commands !== undefined && (isLeaf || commands.some((each) => each.name() === subcommand))
}

test('npm scripts, programs and commands of merch exist', () => {
  const scripts = new Set(packages.flatMap((each) => Object.keys(each.scripts ?? {})))
  const programs = new Set([
    ...readdirSync(join(root, 'node_modules/.bin')),
    ...packages.flatMap(({ bin = {} }) => Object.keys(bin)),
  ])
  expect([
    ...wrong(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g, (name) => scripts.has(name)),
    ...wrong(/\bnpx (?:--no-install )?([a-z][\w-]*)/g, (name) => programs.has(name)),
    ...wrong(/\bnpx merch ([a-z]+(?: [a-z][a-z-]*)?)/g, isCommand),
  ]).toEqual([])
})

test('versions of our packages and of packages that we use are those of package.json', () => {
  const [{ version }] = packages
  const used = new Map<string, string>(
    packages.flatMap((each) => Object.entries({ ...each.dependencies, ...each.devDependencies })),
  )
  expect(packages.filter((each) => !each.private && each.version !== version)).toEqual([])
  const ours = /merch-fulfillment[\w/.-]*?[@-]v?(\d+\.\d+\.\d+)/g
  expect(wrong(ours, (named) => named === version)).toEqual([])
  const others = /(?<![\w/:])(?:@[\w-]+\/)?[a-z][\w-]*@\d+\.\d+\.\d+/g
  const isUsed = (named: string) => {
    const [, name = '', number] = /^(.+)@(.+)$/.exec(named) ?? []
    return (used.get(name) ?? number) === number
  }
  expect(wrong(others, isUsed)).toEqual([])
})
