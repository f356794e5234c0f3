import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

/** The TypeScript files of a generated layer. */
export const layerFiles = [
  'types',
  'schemas',
  'routes',
  'operations',
  'replies',
  'stubs',
  'webhooks',
  'properties',
].map((name) => `${name}.ts`)

/** What the compiler, as strict as in the repository, says of files. */
export const compilerSays = (files: readonly string[]): string[] => {
  const { config } = ts.readConfigFile(path('tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, path('.'))
  return ts
    .getPreEmitDiagnostics(ts.createProgram(files, options))
    .map(
      ({ file, messageText }) =>
        `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
}

/** What the compiler says of generated layers. */
export const problemsOf = (folders: readonly string[]): string[] =>
  compilerSays(folders.flatMap((folder) => layerFiles.map((name) => join(folder, name))))
