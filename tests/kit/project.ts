import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The project's folder. */
export const root = join(import.meta.dirname, '../..')

/** Returns the path of a file of the project. */
export const path = (relative: string) => join(root, relative)

/** Reads a file of the project. */
export const read = (relative: string) => readFileSync(path(relative), 'utf8')
