import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url))

const sources = new Map<string, ts.SourceFile | undefined>()
let previous: ts.Program | undefined

/**
 * Compiles code as if it were a file in `generated/`, with the repository's settings.
 * Reads other files once per process.
 * @returns the compiler's messages.
 */
export const compileText = (code: string): string[] => {
  const file = path('generated/compiled-text.ts')
  const config = ts.readConfigFile(path('tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, path('.'))
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, ...rest) => {
    if (name === file) return ts.createSourceFile(name, code, ts.ScriptTarget.ES2024)
    if (!sources.has(name)) sources.set(name, getSourceFile(name, ...rest))
    return sources.get(name)
  }
  host.fileExists = (name) => name === file || ts.sys.fileExists(name)
  const program = ts.createProgram([file], options, host, previous)
  previous = program
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
