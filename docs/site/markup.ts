import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { Marked } from 'marked'
import { slug } from './markdown.ts'

/** A part of the page. `html` escapes the values in it. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/**
 * Renders blocks of Markdown. Headings are one level lower than in Markdown, as the page has a title.
 * @param section the section of the text: its headings get links below it.
 */
export const markup = (markdown: string, section?: string): Markup =>
  raw(
    marked
      .parse(markdown, { async: false })
      .replaceAll(/<h3>(.*?)<\/h3>/g, (whole, title: string) => {
        const id = `${section}/${slug(title)}`
        const link = `<a class="permalink" href="#${id}" aria-label="Link to ${title}">#</a>`
        return section === undefined ? whole : `<h3 id="${id}">${title} ${link}</h3>`
      })
      .replaceAll(/<thead>\s*<tr>(\s*<th><\/th>)+\s*<\/tr>\s*<\/thead>/g, '')
      .replaceAll('<table>', '<div class="table"><table>')
      .replaceAll('</table>', '</table></div>'),
  )

/** Renders Markdown of one line, such as the meaning of a field. */
export const inlineMarkup = (markdown: string): Markup =>
  raw(marked.parseInline(markdown, { async: false }))

/** Renders a block of code. `sample` blocks are filled with the reader's key. */
export const codeBlock = (text: string, language: string, sample = false): Markup =>
  html`<div class="code"><pre data-language="${language}"${sample ? raw(' data-sample') : ''}><code>${text.trimEnd()}</code></pre></div>`

const marked = new Marked({
  walkTokens(token) {
    if (token.type === 'heading') token.depth += 1
  },
  renderer: {
    code: ({ text, lang = 'text' }) => String(codeBlock(text, lang, lang === 'sh')),
  },
})
