import { stripVTControlCharacters } from 'node:util'

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

const plain = (printed: string): string =>
  stripVTControlCharacters(printed)
    .replaceAll(/[ \t]+$/gm, '')
    .replace(/\n+$/, '\n')

/**
 * Whether what was printed is what is shown. `…` stands for anything within a line, and on a line of its own
 * for any number of lines. Colours, and spaces at the end of a line, do not count.
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
