import type { Block } from './blocks.ts'

/** A change of one file: from its text, or from nothing if there is no such file, to a new one. */
export type Edit = { file: string; edit: (before: string | undefined) => string }

const once = (file: string, text: string, sought: string): number => {
  const at = text.indexOf(sought)
  if (at === -1) throw new Error(`${file} has nowhere these lines:\n${sought}`)
  if (text.indexOf(sought, at + 1) !== -1)
    throw new Error(`${file} has these lines more than once:\n${sought}`)
  return at
}

/** Lines of a hunk that begin with one of some marks, without them. */
const side = (lines: readonly string[], marks: string): string =>
  lines
    .filter((line) => line === '' || marks.includes(line.charAt(0)))
    .map((line) => `${line.slice(1)}\n`)
    .join('')

/** A diff whose hunks say where they belong by their lines alone; they are parted by `@@`. */
const patch = (file: string, body: readonly string[]): Edit => ({
  file,
  edit: (before) => {
    if (before === undefined) throw new Error(`there is no ${file} to edit`)
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
 * The edits that a block shows: a `diff`, with `--- file` before the hunks of each; or a whole new file, whose
 * first line is a comment with its name and is no part of it. Nothing if it shows something else.
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
        if (before !== undefined) throw new Error(`there is a ${file} already`)
        return content
      },
    },
  ]
}
