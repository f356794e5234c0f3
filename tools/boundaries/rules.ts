import type { IForbiddenRuleType } from 'dependency-cruiser'
import { type Boundary, outside, repository, server } from './boundaries.ts'

const testFiles = '\\.test\\.tsx?$|/testing/'

/** A regular expression for the files of folders, and for single files. */
const filesOf = (paths: readonly string[]): string =>
  `^(${paths.map((path) => (path.endsWith('.ts') ? `${path.replaceAll('.', '\\.')}$` : `${path}/`)).join('|')})`

/** The top-level folders with code. */
export const topLevel = repository
  .map(({ folder }) => folder)
  .filter((folder) => !folder.includes('/'))

const inServer = (name: string): string => (topLevel.includes(name) ? name : `server/${name}`)

/** The folders of the server, by their paths. */
export const serverFolders: readonly Boundary[] = server.map(({ folder, imports, why }) => ({
  folder: inServer(folder),
  imports: imports.map(inServer),
  why,
}))

/** Forbids a folder every import of ours that its row does not name. Subfolders with a row are left to it. */
const ruleFor = (
  { folder, imports, why }: Boundary,
  rows: readonly Boundary[],
  from: { in?: string; notIn?: string },
): IForbiddenRuleType => {
  const inner = rows.map((row) => row.folder).filter((path) => path.startsWith(`${folder}/`))
  const pathNot = [...(from.notIn ? [from.notIn] : []), ...(inner.length ? [filesOf(inner)] : [])]
  return {
    name: `${folder} may import ${imports.join(', ') || 'nothing'}`,
    comment: why,
    severity: 'error',
    from: { path: `${from.in ?? ''}${filesOf([folder])}`, ...(pathNot.length && { pathNot }) },
    to: { path: filesOf(topLevel), pathNot: filesOf([folder, ...imports]) },
  }
}

/** Tests beside the code may also import what tests share, and the generated layer. */
const ruleForTests = (row: Boundary): IForbiddenRuleType => {
  const imports = [...new Set([...row.imports, 'generated', 'testkit'])]
  const rule = ruleFor({ ...row, imports }, repository, { in: `^(?=.*(${testFiles}))` })
  return { ...rule, name: `tests in ${rule.name}` }
}

/** The boundaries as rules of dependency-cruiser. */
export const rules: IForbiddenRuleType[] = [
  ...repository.map((row) => ruleFor(row, repository, { notIn: testFiles })),
  ...repository.map(ruleForTests),
  ...serverFolders.map((row) => ruleFor(row, serverFolders, { notIn: testFiles })),
  {
    name: 'product code imports no tests',
    comment: 'Tests are not shipped.',
    severity: 'error',
    from: { path: '^(openapi|codegen|generated|client|server|mock)/', pathNot: testFiles },
    to: { path: `${testFiles}|^(testkit|tests|tools)/` },
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
