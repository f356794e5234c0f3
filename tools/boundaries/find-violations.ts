import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise, type IForbiddenRuleType } from 'dependency-cruiser'
import { type Boundary, outside, repository, server } from './boundaries.ts'

const testFiles = '\\.test\\.tsx?$|/testing/'

const outermost = Object.keys(repository).filter(
  (folder, _, all) => !all.some((other) => folder.startsWith(`${other}/`)),
)

const rules: IForbiddenRuleType[] = [
  ...[repository, server].flatMap((rows) =>
    Object.entries(rows).map(([folder, row]) =>
      ruleFor(folder, row, Object.keys(rows), { notIn: testFiles }),
    ),
  ),
  ...outermost.map(ruleForTests),
  {
    name: 'product code imports no tests',
    comment: 'Tests are not shipped.',
    severity: 'error',
    from: {
      path: '^(openapi|packages|docs|generated|server|mock|contract-tests/(laws|package|report|support))/',
      pathNot: testFiles,
    },
    to: { path: `${testFiles}|^(tests|tools)/` },
  },
  ...outside.map(
    ({ name, packages, places, why }): IForbiddenRuleType => ({
      name,
      comment: why,
      severity: 'error',
      from: { path: '^server/', pathNot: [testFiles, ...places] },
      to: { path: packages },
    }),
  ),
  {
    name: 'the server imports no development dependency',
    comment: 'A production install leaves these out.',
    severity: 'error',
    from: { path: '^server/', pathNot: testFiles },
    to: { dependencyTypes: ['npm-dev'] },
  },
  {
    name: 'no cycle between files',
    comment: 'Files of a cycle can only be read and tested together.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'every import resolves',
    comment: 'An import that is not followed is not checked either.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
]

const comments = new Map(rules.map(({ name, comment }) => [name, comment]))

/**
 * Checks every import beneath a folder against the boundaries.
 * @returns the numbers of files and imports, and one text for each import that breaks rules.
 */
export const findViolations = async (folder: string) => {
  const { output } = await cruise(
    outermost.filter((name) => existsSync(join(folder, name))),
    {
      baseDir: folder,
      validate: true,
      ruleSet: { forbidden: rules },
      doNotFollow: { path: 'node_modules' },
      // These run in projects of their own, with their packages.
      exclude: {
        path: '^(packages/[^/]+|contract-tests|mock)/dist/|/snapshots/|^examples/frontend/|^tests/received/projects/',
      },
      tsPreCompilationDeps: true,
      // Its own list lacks node:sqlite.
      builtInModules: { override: [...builtinModules], add: [] },
    },
    { conditionNames: ['import', 'node', 'types', 'default'], exportsFields: ['exports'] },
  )
  if (typeof output === 'string') throw new Error(output)
  const { totalCruised: files, totalDependenciesCruised: imports = 0, violations } = output.summary
  const broken = Map.groupBy(violations, ({ from, to, cycle }) =>
    [from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' imports '),
  )
  const texts = [...broken].map(([path, found]) =>
    [path, ...found.map(({ rule }) => `${rule.name}. ${comments.get(rule.name)}`)].join('\n    '),
  )
  return { files, imports, violations: texts }
}

/** A regular expression for the files of folders, and for single files. */
function filesOf(paths: readonly string[]): string {
  const patterns = paths.map((path) =>
    path.endsWith('.ts') ? `${path.replaceAll('.', '\\.')}$` : `${path}/`,
  )
  return `^(${patterns.join('|')})`
}

/** Forbids a folder every import of ours that its row does not name. Subfolders with a row are left to it. */
function ruleFor(
  folder: string,
  { imports, why }: Boundary,
  folders: readonly string[],
  from: { in?: string; notIn?: string },
): IForbiddenRuleType {
  const inner = folders.filter((path) => path.startsWith(`${folder}/`))
  const pathNot = [...(from.notIn ? [from.notIn] : []), ...(inner.length ? [filesOf(inner)] : [])]
  return {
    name: `${folder} may import ${imports.join(', ') || 'nothing'}`,
    comment: why,
    severity: 'error',
    from: { path: `${from.in ?? ''}${filesOf([folder])}`, ...(pathNot.length && { pathNot }) },
    to: { path: filesOf(outermost), pathNot: filesOf([folder, ...imports]) },
  }
}

/** Tests beside the code may also import the parts that tests share, and the generated layer. */
function ruleForTests(folder: string): IForbiddenRuleType {
  const { imports = [], why = '' } = repository[folder] ?? {}
  const all = [...new Set([...imports, 'generated', 'contract-tests/support', 'tests/kit'])]
  const rule = ruleFor(folder, { imports: all, why }, outermost, { in: `^(?=.*(${testFiles}))` })
  return { ...rule, name: `tests in ${rule.name}` }
}

if (import.meta.main) {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const { files, imports, violations } = await findViolations(root)
  for (const violation of violations) say(`  ${violation}`)
  say(`${imports} imports of ${files} files. Violations: ${violations.length}`)
  if (violations.length > 0) {
    say('Move the file or the import. The rules: tools/boundaries/boundaries.ts')
    process.exitCode = 1
  }
}
