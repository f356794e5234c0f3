import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The commands of a document's blocks of shell, one by one as they are pasted, without their comments.
 * @param document its path from the root of the project.
 */
export const shellLines = (document: string): string[] => {
  const path = fileURLToPath(new URL(`../${document}`, import.meta.url))
  return [...readFileSync(path, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)]
    .flatMap(([, block = '']) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/(^|\s+)#\s.*$/, '').trim())
    .filter((line) => line !== '')
}

/** The words of a command as a shell tells them apart, where nothing is quoted but by single quotes. */
export const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain)
