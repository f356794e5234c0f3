import { html } from 'hono/html'
import type { Markup } from '../kit/markup.ts'
import { picture } from './picture.ts'
import type { Line } from './shop.ts'
import type { Site } from './site.ts'
import { countWords } from './words.ts'

/** How many things are in a cart or an order. */
export const itemsIn = (lines: readonly { quantity: number }[]): string =>
  countWords(
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
    'item',
  )

/** A line by name: the product, then which one; by its SKU if it is not offered any more. */
export const nameOf = ({ choice, sku }: Pick<Line, 'choice' | 'sku'>): string => {
  if (!choice) return sku
  return choice.label === '' ? choice.title : `${choice.title}, ${choice.label}`
}

/** A line's picture and name, and what stands in its way. */
export const lineView = (site: Site, line: Line, rest: Markup): Markup => html`<li class="line">
${picture(site, line.choice?.imageUrl, '', 64)}
<div><p class="name">${nameOf(line)}</p>
${line.trouble && html`<p class="error">${line.trouble}</p>`}
${rest}</div>
</li>`

/** Lines to be looked at. */
export const linesView = (site: Site, lines: readonly Line[]): Markup =>
  html`<ul class="lines">${lines.map((line) =>
    lineView(site, line, html`<p class="muted">Quantity: ${line.quantity}</p>`),
  )}</ul>`
