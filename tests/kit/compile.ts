import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { path } from './project.ts'
import { makeFolderInProject } from './temporary-folder.ts'

const compiler = path('node_modules/typescript-7/bin/tsc')

const layerFiles = [
  'types',
  'zod/schemas',
  'zod/routes',
  'server',
  'replies',
  'stubs',
  'senders',
  'webhooks',
].map((name) => `${name}.ts`)

/** Compiles a project. Returns the lines that the compiler prints; none if it compiles. */
export const compileProject = (project: string): string[] => {
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    // Threads would check most types once per thread.
    [compiler, '--pretty', 'false', '--singleThreaded', '--project', project],
    { encoding: 'utf8', cwd: path('.') },
  )
  if (error) throw error
  return `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
}

/**
 * Compiles files with the repository's settings and others. Returns the lines that the compiler prints.
 */
export const compileFiles = (files: readonly string[], compilerOptions: object = {}): string[] => {
  const folder = makeFolderInProject()
  try {
    const project = join(folder.path, 'tsconfig.json')
    const own = { extends: path('tsconfig.json'), compilerOptions, include: [], exclude: [], files }
    writeFileSync(project, JSON.stringify(own))
    return compileProject(project)
  } finally {
    folder.remove()
  }
}

/**
 * Compiles texts in one run, each as if it were a file in `generated/`.
 * @returns the compiler's messages about each text, without their places.
 */
export const compileTexts = (texts: readonly string[]): string[] => {
  const folder = makeFolderInProject()
  try {
    const files = texts.map((text, i) => {
      const file = join(folder.path, `${i}.ts`)
      writeFileSync(file, text.replaceAll(`from './`, `from '../../generated/`))
      return file
    })
    const messages = texts.map(() => '')
    let at = -1
    for (const line of compileFiles(files)) {
      const [head = '', file] = /^.*?(\d+)\.ts\(\d+,\d+\): error TS\d+: /.exec(line) ?? []
      if (file !== undefined) at = Number(file)
      else if (!line.startsWith(' ')) throw new Error(line)
      messages[at] += `${line.slice(head.length)}\n`
    }
    return messages
  } finally {
    folder.remove()
  }
}

/** Every strict option of TypeScript, those of `@tsconfig/strictest` among them. */
export const strictest = {
  strict: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  erasableSyntaxOnly: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  noFallthroughCasesInSwitch: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  noUncheckedSideEffectImports: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
}

/** Compiles the generated layers in the folders strictly. Returns the lines that the compiler prints. */
export const compileLayers = (folders: readonly string[]): string[] =>
  compileFiles(
    folders.flatMap((folder) => layerFiles.map((name) => join(folder, name))).filter(existsSync),
    strictest,
  )
