import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * Creates a checker that keeps the types of the unchanged files.
 * @returns whether a file compiles with another text. Files that import it are not checked.
 */
export const createTypeChecker = (
  folder: string,
  files: readonly string[],
): ((file: string, text: string) => boolean) => {
  const configFile = join(folder, 'tsconfig.json')
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: [] },
    ts.sys,
    folder,
  )
  const changed = new Map<string, { text: string; version: number }>()
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => files.map((file) => join(folder, file)),
    getScriptVersion: (path) => String(changed.get(path)?.version ?? 0),
    getScriptSnapshot: (path) => {
      if (!ts.sys.fileExists(path)) return undefined
      return ts.ScriptSnapshot.fromString(changed.get(path)?.text ?? readFileSync(path, 'utf8'))
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  }
  const service = ts.createLanguageService(host)
  let version = 0
  return (file, text) => {
    const path = join(folder, file)
    changed.clear()
    version += 1
    changed.set(path, { text, version })
    return (
      service.getSyntacticDiagnostics(path).length === 0 &&
      service.getSemanticDiagnostics(path).length === 0
    )
  }
}
