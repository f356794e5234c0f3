import type { Block } from './blocks.ts'

/** A change of one file. `before` is its text, or undefined if the file does not exist. */
export type Edit = { file: string; edit: (before: string | undefined) => string }

const once = (file: string, text: string, sought: string): number => {
  const at = text.indexOf(sought)
  if (at === -1) throw new Error(`${file} does not have these lines:\n${sought}`)
  if (text.indexOf(sought, at + 1) !== -1)
    throw new Error(`${file} has these lines more than once:\n${sought}`)
  return at
}

/** Returns the lines of a hunk that begin with one of the marks, without the marks. */
const side = (lines: readonly string[], marks: string): string =>
  lines
    .filter((line) => line === '' || marks.includes(line.charAt(0)))
    .map((line) => `${line.slice(1)}\n`)
    .join('')

/** Returns the edit of a diff without line numbers. `@@` separates hunks; their lines give the place. */
const patch = (file: string, body: readonly string[]): Edit => ({
  file,
  edit: (before) => {
    if (before === undefined) throw new Error(`${file} does not exist`)
    return body
      .join('\n')
      .split(/^@@.*\n/m)
      .map((hunk) => hunk.replace(/\n$/, '').split('\n'))
      .reduce((text, lines) => {
        const sought = side(lines, ' -')
        const at = once(file, text, sought)
        return text.slice(0, at) + side(lines, ' +') + text.slice(at + sought.length)
      }, before)
  },
})

/**
 * Returns the edits that a block shows: a `diff` with `--- file` before the hunks of each file, or a new file
 * after a comment with its name. Returns none for other blocks.
 */
export const editsOf = ({ language, text }: Block): Edit[] => {
  if (language === 'diff')
    return text
      .split(/^--- /m)
      .slice(1)
      .map((part) => {
        const [file = '', ...body] = part.split('\n')
        return patch(file.trim(), body)
      })
  const [, file] = /^(?:\/\/|#) (\S+\/\S+\.\w+)\n/.exec(text) ?? []
  if (file === undefined) return []
  const content = text.slice(text.indexOf('\n') + 1)
  return [
    {
      file,
      edit: (before) => {
        if (before !== undefined) throw new Error(`${file} already exists`)
        return content
      },
    },
  ]
}
