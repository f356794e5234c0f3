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

/** Compiles a project. Returns the lines that the compiler prints; none if it compiles. */
export const compileProject = (project: string): string[] => {
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    [compiler, '--pretty', 'false', '--project', project],
    { encoding: 'utf8', cwd: path('.') },
  )
  if (error) throw error
  return `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
}

/** Compiles files with the repository's settings. Returns the lines that the compiler prints. */
export const compileFiles = (files: readonly string[]): string[] => {
  mkdirSync(path('dist'), { recursive: true })
  // The compiler finds the types of packages only inside the repository.
  const folder = mkdtempSync(path('dist/compile-'))
  try {
    const project = join(folder, 'tsconfig.json')
    writeFileSync(
      project,
      JSON.stringify({ extends: path('tsconfig.json'), include: [], exclude: [], files }),
    )
    return compileProject(project)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Compiles the generated layers in the folders. Returns the lines that the compiler prints. */
export const compileLayers = (folders: readonly string[]): string[] =>
  compileFiles(folders.flatMap((folder) => layerFiles.map((name) => join(folder, name))))
