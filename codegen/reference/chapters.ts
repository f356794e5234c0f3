import type { Webhook } from '../model/model.ts'

/** A heading as a place on a page: `Getting started` is `getting-started`. */
const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Text without its blocks of code, piece by piece; every second piece is such a block. */
const pieces = (text: string): string[] => text.split(/(^```.*?^```$)/ms)

/** What is said before the first heading. */
export const introduction = (text: string): string => (text.split(/^# /m)[0] ?? '').trim()

/** A text whose headings stand one level lower. */
export const demoted = (text: string): string =>
  pieces(text.trim())
    .map((piece, i) => (i % 2 === 1 ? piece : piece.replaceAll(/^(#{1,5} )/gm, '#$1')))
    .join('')

/** A text whose headings stand below those of the page, each a place that links lead to. */
export const chapters = (text: string): string =>
  pieces(text.trim())
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

/** Links as Redoc has them, led to where the page has what they are about. */
export const linked = (text: string, webhooks: readonly Webhook[], page = ''): string => {
  const events = new Map(webhooks.map(({ id, name }) => [id, name]))
  return text
    .replaceAll(/\]\(#operation\/([^)]+)\)/g, (_, id: string) => `](#${events.get(id) ?? id})`)
    .replaceAll(/\]\(#/g, `](${page}#`)
}
