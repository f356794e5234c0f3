import type { Webhook } from '../model/model.ts'

/** Returns the anchor of a heading: `Getting started` becomes `getting-started`. */
export const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Splits a text at its code blocks. Every second piece is a code block. */
export const codePieces = (text: string): string[] => text.split(/(^```.*?^```$)/ms)

/** Returns the text before the first heading. */
export const introduction = (text: string): string => (text.split(/^# /m)[0] ?? '').trim()

/** Moves the headings of a text one level down. */
export const demoted = (text: string): string =>
  codePieces(text.trim())
    .map((piece, i) => (i % 2 === 1 ? piece : piece.replaceAll(/^(#{1,5} )/gm, '#$1')))
    .join('')

/** Moves the headings of a text below those of the page and gives each an anchor. */
export const chapters = (text: string): string =>
  codePieces(text.trim())
    .map((piece, i) =>
      i % 2 === 1
        ? piece
        : piece.replaceAll(
            /^(#{1,4}) (.+)$/gm,
            (_, level: string, heading: string) =>
              `<a id="section/${slug(heading)}"></a>\n\n#${level} ${heading}`,
          ),
    )
    .join('')

/** Rewrites Redoc's links to anchors of the page. */
export const linked = (text: string, webhooks: readonly Webhook[], page = ''): string => {
  const events = new Map(webhooks.map(({ id, name }) => [id, name]))
  return text
    .replaceAll(/\]\(#operation\/([^)]+)\)/g, (_, id: string) => `](#${events.get(id) ?? id})`)
    .replaceAll(/\]\(#/g, `](${page}#`)
}
