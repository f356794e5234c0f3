import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The project's folder. */
export const root = join(import.meta.dirname, '../..')

/** Returns the path of a file of the project. */
export const path = (file: string) => join(root, file)

/** Reads a file of the project. */
export const read = (file: string) => readFileSync(path(file), 'utf8')

/** Returns the paths of all files of the project but those that `.gitignore` names. It may be no clone, but a download. */
export const projectFiles = (): string[] => {
  const ignored = read('.gitignore').trim().split('\n')
  const exclude = ['.git', ...ignored.map((name) => `**/${name.replace(/\/$/, '')}`)]
  return globSync(['**', '.*', '.*/**'], { cwd: root, exclude, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
}
