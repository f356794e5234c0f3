import { dirname } from 'node:path'

/** A file's folders and itself, outermost first. */
const lineage = (path: string): string[] => (path === '.' ? [] : [...lineage(dirname(path)), path])

/** A pattern as Docker reads it: a star is anything within a folder, and names may begin with a dot. */
const expression = (glob: string): RegExp =>
  RegExp(
    `^${glob
      .replaceAll(/[.+^$()[\]{}|]/g, '\\$&')
      .replaceAll(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'))}$`,
  )

/**
 * Tells what a `.dockerignore` keeps out: the last pattern that matches a path, or a folder that it is
 * in, decides.
 */
export const ignoring = (text: string) => {
  const patterns = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({
      isException: line.startsWith('!'),
      matches: expression(line.replace(/^!/, '')),
    }))
  return (path: string): boolean => {
    let isIgnored = false
    for (const { isException, matches } of patterns)
      if (lineage(path).some((each) => matches.test(each))) isIgnored = !isException
    return isIgnored
  }
}
