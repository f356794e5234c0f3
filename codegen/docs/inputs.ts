import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the absolute path of a file of the project. */
export const path = (relative: string): string =>
  fileURLToPath(new URL(`../../${relative}`, import.meta.url))

export const document = path('generated/openapi.json')

/** The program that builds the page. */
export const builder = path('node_modules/@redocly/cli/bin/cli.js')

export const configuration = path('redocly.yaml')

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

/** Returns the files that the page depends on. */
export const inputs = (): string[] => [
  document,
  path('generated/reference.md'),
  path('generated/collection.json'),
  configuration,
  ...filesIn(path('styles')),
  ...filesIn(path('codegen/docs')),
  ...filesIn(path('codegen/samples')),
  ...filesIn(path('generated/tutorials')),
]

/** Returns a file's modification time in milliseconds, or 0 if the file does not exist. */
export const modified = (file: string): number =>
  statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
