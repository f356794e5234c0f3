import { readFileSync, writeFileSync } from 'node:fs'
import { describeSettings } from '../server/config.ts'

/** Returns the text of docs/operating.md with the settings of `server/config.ts`. Keeps the meaning of each. */
export const withSettings = (text: string): string => {
  const rows = text.matchAll(/^\| `([A-Z_]+)` \|.*\| (.*) \|$/gm)
  const meanings = new Map([...rows].map(([, name = '', meaning = '']) => [name, meaning]))
  const cell = (value: string) => (value === '' ? 'none' : `\`${value}\``)
  const lines = describeSettings().map(
    ({ name, fallback, form }) =>
      `| \`${name}\` | ${cell(fallback)} | ${form} | ${meanings.get(name) ?? ''} |`,
  )
  const table = ['| variable | default | form | meaning |', '|---|---|---|---|', ...lines].join(
    '\n',
  )
  return text.replace(/(?<=\n\n)\| variable \|.*?(?=\n\n)/s, () => table)
}

if (import.meta.main) {
  const file = new URL('../docs/operating.md', import.meta.url)
  writeFileSync(file, withSettings(readFileSync(file, 'utf8')))
}
