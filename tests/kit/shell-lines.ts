import { read } from './project.ts'

/**
 * Returns the commands of a document's shell blocks, without comments.
 * @param document path from the root of the project.
 */
export const shellLines = (document: string): string[] => {
  return [...read(document).matchAll(/^```sh\n(.*?)^```$/gms)]
    .flatMap(([, block = '']) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/(^|\s+)#\s.*$/, '').trim())
    .filter((line) => line !== '')
}

/** Splits a command into words as a shell does. Knows single quotes only. */
export const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain)
