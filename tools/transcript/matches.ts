import { stripVTControlCharacters } from 'node:util'

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

const plain = (printed: string): string =>
  stripVTControlCharacters(printed)
    .replaceAll(/[ \t]+$/gm, '')
    .replace(/\n+$/, '\n')

/**
 * Returns whether the output matches what the document shows. `…` matches any text within a line; alone on
 * a line, it matches any lines. Colors and trailing white space are ignored.
 */
export const matches = (shown: string, printed: string): boolean => {
  const lines = plain(shown)
    .split('\n')
    .slice(0, -1)
    .map((line) =>
      line.trim() === '…' ? '(?:.*\n)*?' : `${line.split('…').map(escaped).join('.*')}\n`,
    )
  return new RegExp(`^${lines.join('')}$`).test(plain(printed))
}
