import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the project, by its path from the root. */
export const path = (relative: string): string =>
  fileURLToPath(new URL(`../../${relative}`, import.meta.url))

export const document = path('generated/openapi.json')

/** The program that lays out the page. */
export const builder = path('node_modules/@redocly/cli/bin/cli.js')

export const configuration = path('redocly.yaml')

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

/** All that the page is made of: the document, and how it is laid out. */
export const inputs = (): string[] => [
  document,
  configuration,
  ...filesIn(path('codegen/docs')),
  ...filesIn(path('codegen/samples')),
  ...filesIn(path('generated/tutorials')),
]

/** When a file was last written, in milliseconds; 0 if it is not there. */
export const modified = (file: string): number =>
  statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
