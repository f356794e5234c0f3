import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { shellLines } from '../../testkit/shell-lines.ts'

// Every documented command is executed: by a test that reads it from the document, by a step of
// `npm run check`, or by a test that starts the same program with the same options.

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')

const chapters = readdirSync(`${root}openapi/chapters`)
  .filter((name) => name.endsWith('.md'))
  .map((name) => `openapi/chapters/${name}`)

/** Not the CHANGELOG: earlier versions had commands that are gone. */
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'openapi/README.md', 'client/README.md'],
  ...['mock/README.md', 'contract-tests/README.md', ...chapters],
  ...['SECURITY.md', '.github/PULL_REQUEST_TEMPLATE.md'],
  ...globSync('docs/**/*.md', { cwd: root }),
]

/** Returns the commands of a document: from its shell blocks, and in backticks in its text. */
const commandsOf = (document: string): string[] => {
  const named = [...read(document).matchAll(/`((?:npm|npx) [^`]*)`/g)].map(
    ([, command = '']) => command,
  )
  return [...new Set([...shellLines(document), ...named])].flatMap((line) => line.split(' && '))
}

/** Which file runs which commands of a document, and the text of that file that shows it. */
const pasted: [document: RegExp, commands: RegExp, by: string, shows: string][] = [
  [
    /^(docs\/operating|README)/,
    /^(ACCOUNT=|KEY=|CAMPAIGN=|until|curl|\{|"shipTo)/,
    'tests/docs/own-shop.process.test.ts',
    `blockOf('README.md')`,
  ],
  [/./, /^npm run example\b/, 'tools/first-hour/main.ts', `lineOf('mock/README.md'`],
  [/^docs\//, /^npx merch webhooks /, 'tools/first-hour/main.ts', `lineOf('docs/webhooks.md'`],
  [
    /^(docs\/|README)/,
    /^npx merch\b/,
    'server/cli/documented-commands.test.ts',
    'shellLines(document)',
  ],
  // Tests cannot rely on Docker. The workflow can.
  ...[`exec -T server merch accounts create --name 'Harbor & Pine'`, 'run --rm schemathesis'].map(
    (command): [RegExp, RegExp, string, string] => [
      /^docs\/operating/,
      new RegExp(`^docker compose ${command.replace(' -T', '')}$`),
      '.github/workflows/ci.yml',
      `- run: docker compose ${command}\n`,
    ],
  ),
  [
    /^docs\/operating/,
    /^(rm|cp) /,
    'tests/process/backup.process.test.ts',
    `shellLines('docs/operating.md')`,
  ],
  [
    /^mock\//,
    /^(curl |node |KEY=|MOCK=)/,
    'mock/readme.process.test.ts',
    `shellLines('mock/README.md')`,
  ],
  [
    /^mock\/|chapters/,
    /^npm run mock( -- --stateful| -- --scenario \S+)?$/,
    'mock/readme.process.test.ts',
    `shellLines('mock/README.md')`,
  ],
  [/chapters/, /^(?!npm|npx)/, 'tests/docs/chapters-code.process.test.ts', `inLanguage('sh')`],
  [
    /./,
    /^(npm pack \.\/contract-tests|npx merch-contract)\b/,
    'contract-tests/package/package.long.test.ts',
    `'./contract-tests'`,
  ],
  [/./, /^npm (pack \.\/client|install\b)/, 'tests/client/package.long.test.ts', `'./client'`],
]

const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))

/** The steps of `npm run check`, and so of CI, with their arguments. */
const stepsWithArguments = [
  ...read('tools/check/main.ts').matchAll(/\[\s*'[^']*',\s*'([^']*)',\s*\[(.*)\],?\s*\],$/gm),
].map(([, script = '', args = '']) => ({ script, args }))

/** Their scripts. */
const steps = new Set(stepsWithArguments.map(({ script }) => script))

const starts = /\b(startProgram|runProgram)\(/

/** The tests and test helpers that start programs. */
const starting = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(?!node_modules|dist).*(\.test|\/testing\/.*|tests\/.*)\.ts$/.test(file))
  .map((file) => ({ file, text: read(file) }))
  .filter(({ file, text }) => starts.test(text) && file !== 'tests/repository/commands.test.ts')

/** Whether a script runs a subset of the tests that `npm test` runs. */
const isOfTests = (script: string): boolean => {
  const [, project] = /^vitest run --project (\w+)$/.exec(scripts[script] ?? '') ?? []
  const { test: whole = '' } = scripts
  return project !== undefined && whole.startsWith('vitest run') && !whole.includes(`!${project}`)
}

/** Whether CI runs a script: as a step, within a step, or as the check itself. */
const isOfCheck = (script: string): boolean =>
  steps.has(script) ||
  (steps.has('test') && isOfTests(script)) ||
  (script === 'check' && read('.ci/run').includes('\nnpm run --silent check\n')) ||
  [...steps].some((step) => runsWithin(step).includes(script))

/** The scripts that a step runs. */
const runsWithin = (step: string): string[] => {
  const [, file] = /^node (tools\/\S+)$/.exec(scripts[step] ?? '') ?? []
  return file === undefined
    ? []
    : [...read(file).matchAll(/\blinesOf\('([^']+)'\)/g)].map(([, name = '']) => name)
}

/** The tests that start the program of a script with these options. */
const startedBy = (script: string, options: readonly string[]): string[] => {
  const [, program] = /^node (?:--\S+ )*(\S+\.ts)/.exec(scripts[script] ?? '') ?? []
  return starting
    .filter(
      ({ text }) =>
        text.includes(`'${program}'`) &&
        options.every((option) => text.includes(`'${option}'`) || text.includes(`\`${option}=`)),
    )
    .map(({ file }) => file)
}

/** The files that execute a command; empty if none does. */
const executedBy = (document: string, command: string): string[] => {
  const [, , by, shows] =
    pasted.find(([where, which]) => where.test(document) && which.test(command)) ?? []
  if (by !== undefined && shows !== undefined) return read(by).includes(shows) ? [by] : []
  if (command === 'npm ci') return read('.ci/run').includes('\nnpm ci ') ? ['.ci/run'] : []
  const [, name = '', more = ''] = /^npm (?:run )?(?:-s )?([\w:-]+)(.*)$/.exec(command) ?? []
  const options = more.match(/--[a-z][\w-]*/gi) ?? []
  const isStep = stepsWithArguments.some(
    ({ script, args }) =>
      script === name && options.every((option) => args.includes(`'${option}'`)),
  )
  if (isStep || (options.length === 0 && isOfCheck(name))) return ['tools/check/main.ts']
  return startedBy(name, options)
}

const all = documents.flatMap((document) =>
  commandsOf(document).map((command): [string, string] => [document, command]),
)

test.each(all)('%s: %s is executed', (document, command) => {
  expect(executedBy(document, command)).not.toEqual([])
})

test('Commands that nothing executes are found', () => {
  expect(steps.size).toBeGreaterThan(7)
  expect(starting.length).toBeGreaterThan(20)
  for (const command of [
    'npm run nothing',
    'npm run contract -- --nothing',
    'npm run mock -- --nothing',
    'npx merch',
    'make',
  ])
    expect(executedBy('openapi/README.md', command), command).toEqual([])
})

test('Every entry of the table applies to a command of a document', () => {
  const unused = pasted.filter(
    ([where, which]) =>
      !documents.some(
        (each) => where.test(each) && commandsOf(each).some((one) => which.test(one)),
      ),
  )
  expect(unused).toEqual([])
})
