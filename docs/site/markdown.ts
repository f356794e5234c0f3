import type { Webhook } from '../../packages/openapi-hono/model/model.ts'

export const oneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ' ')

/** Returns a Markdown table; no lines without rows. */
export const table = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string[] => {
  if (rows.length === 0) return []
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return ['', line(headings), `|${headings.map(() => '---|').join('')}`, ...rows.map(line)]
}

/** Returns a text as a cell of a Markdown table: on one line, with bars escaped. */
function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|')
}

/** Returns a value as inline code, backticks included. */
export const code = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

/** Returns the anchor of a heading: `Getting started` becomes `getting-started`. */
export const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

export const outsideCode = (text: string, change: (piece: string) => string): string =>
  text
    .split(/(^```.*?^```$)/ms)
    .map((piece, i) => (i % 2 === 1 ? piece : change(piece)))
    .join('')

/** Splits a text before each heading that a pattern finds. `#` in code starts no heading. */
export const sections = (text: string, heading: RegExp): string[] =>
  outsideCode(text, (piece) => piece.replaceAll(heading, '\u0000')).split('\u0000')

/** Rewrites Redoc's links to anchors of the Markdown page. */
export const linked = (text: string, webhooks: readonly Webhook[], page = ''): string => {
  const events = new Map(webhooks.map(({ id, name }) => [id, name]))
  return text
    .replaceAll(/\]\(#operation\/([^)]+)\)/g, (_, id: string) => `](#${events.get(id) ?? id})`)
    .replaceAll(/\]\(#/g, `](${page}#`)
}

/** Returns a JSON pointer as a property path: `/0/id` becomes `[0].id`. */
export const member = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step, i) => (/^\d+$/.test(step) ? `[${step}]` : `${i > 0 ? '.' : ''}${step}`))
    .join('')
