import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Finds the compiler of `npm run types`. It is a development dependency, so it may be missing. */
const findCompiler = (): string | undefined => {
  try {
    return join(createRequire(import.meta.url).resolve('typescript-7/package.json'), '../bin/tsc')
  } catch {
    return undefined
  }
}

/**
 * Type-checks a module with the repository's compiler settings.
 * @param file an absolute path.
 * @returns the compiler's errors, empty if there are none; undefined if TypeScript is not installed.
 */
export const typeCheck = (file: string): string | undefined => {
  const compiler = findCompiler()
  if (compiler === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'merch-types-'))
  try {
    const project = join(folder, 'tsconfig.json')
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        // The module may lie in a folder without a package.json that says it is an ES module.
        module: 'esnext',
        moduleResolution: 'bundler',
        typeRoots: [join(root, 'node_modules/@types')],
        noUnusedLocals: false,
      },
      include: [],
      files: [file],
    }
    writeFileSync(project, JSON.stringify(config))
    const args = [compiler, '--pretty', 'false', '--project', project]
    const { stdout, stderr, error } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (error) throw error
    return `${stdout}${stderr}`.trim()
  } finally {
    rmSync(folder, { recursive: true })
  }
}
