/** Returns a text as a cell of a Markdown table: on one line, with bars escaped. */
const cell = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')

/** Returns a Markdown table, or an empty string without rows. */
export const table = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string[] => {
  if (rows.length === 0) return []
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return ['', line(headings), `|${headings.map(() => '---|').join('')}`, ...rows.map(line)]
}
