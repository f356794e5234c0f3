import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Files by their distance from a file: 1 for those that import it, 2 for those that import these. */
export type Distances = ReadonlyMap<string, number>

const typeImports = /^(?:im|ex)port type [^']*'[^']*'/gm
const programPath = /'([\w./-]+\.ts)'/g
const startsPrograms = /(?:Program|spawn|fork)\(/

/** Returns the files that a file loads, or starts as programs. Types are erased, so they do not count. */
const loadedBy = (file: string, source: string, isFile: (path: string) => boolean): string[] => {
  const isStarter = startsPrograms.test(source)
  return [...source.replaceAll(typeImports, '').matchAll(programPath)].flatMap(([, path = '']) =>
    [join(dirname(file), path), ...(isStarter ? [path] : [])].filter(isFile),
  )
}

/**
 * Reads the imports of all TypeScript files below a folder.
 * @returns the files that depend on a file, by their distance.
 */
export const readImporters = (folder: string): ((file: string) => Distances) => {
  const files = new Set(
    globSync('*/**/*.ts', { cwd: folder, exclude: ['node_modules', 'dist', '**/node_modules'] }),
  )
  const importers = new Map<string, string[]>([...files].map((file) => [file, []]))
  for (const file of files) {
    const source = readFileSync(join(folder, file), 'utf8')
    for (const loaded of loadedBy(file, source, (path) => files.has(path)))
      importers.get(loaded)?.push(file)
  }
  return (changed) => {
    const distances = new Map([[changed, 0]])
    // A map yields entries that are added while it is iterated: breadth first.
    for (const [file, distance] of distances)
      for (const importer of importers.get(file) ?? [])
        if (!distances.has(importer)) distances.set(importer, distance + 1)
    return distances
  }
}
