import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url))

/** The compiler that `npm run types` runs. */
const compiler = path('node_modules/typescript-7/bin/tsc')

/** The TypeScript files of a generated layer. */
export const layerFiles = [
  'types',
  'schemas',
  'routes',
  'operations',
  'replies',
  'stubs',
  'webhooks',
].map((name) => `${name}.ts`)

/** What the compiler says of a project, a line for each problem and what explains it. */
export const compilerSaysOf = (project: string): string[] => {
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    [compiler, '--pretty', 'false', '--project', project],
    { encoding: 'utf8', cwd: path('.') },
  )
  if (error) throw error
  return `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
}

/** What the compiler, as strict as in the repository, says of files. */
export const compilerSays = (files: readonly string[]): string[] => {
  mkdirSync(path('dist'), { recursive: true })
  // Inside the repository, where types of packages are found.
  const folder = mkdtempSync(path('dist/compile-'))
  try {
    const project = join(folder, 'tsconfig.json')
    writeFileSync(
      project,
      JSON.stringify({ extends: path('tsconfig.json'), include: [], exclude: [], files }),
    )
    return compilerSaysOf(project)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What the compiler says of generated layers. */
export const problemsOf = (folders: readonly string[]): string[] =>
  compilerSays(folders.flatMap((folder) => layerFiles.map((name) => join(folder, name))))
