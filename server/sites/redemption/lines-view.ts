import { html } from 'hono/html'
import type { Markup } from '../kit/markup.ts'
import { picture } from './picture.ts'
import type { RedemptionSite } from './redemption-site.ts'
import type { Line } from './shop.ts'
import { countText } from './texts/count-text.ts'

/** How many things are in a cart or an order. */
export const itemCountText = (lines: readonly { quantity: number }[]): string =>
  countText(
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
    'item',
  )

/** A line by name: the product, then which one; by its SKU if it is not offered any more. */
export const lineName = ({ choice, sku }: Pick<Line, 'choice' | 'sku'>): string => {
  if (!choice) return sku
  return choice.label === '' ? choice.title : `${choice.title}, ${choice.label}`
}

/** A line's picture and name, and what stands in its way. */
export const lineView = (
  site: RedemptionSite,
  line: Line,
  rest: Markup,
): Markup => html`<li class="line">
${picture(site, line.choice?.imageUrl, '', 64)}
<div><p class="name">${lineName(line)}</p>
${line.problem && html`<p class="error">${line.problem}</p>`}
${rest}</div>
</li>`

/** Lines to be looked at. */
export const linesView = (site: RedemptionSite, lines: readonly Line[]): Markup =>
  html`<ul class="lines">${lines.map((line) =>
    lineView(site, line, html`<p class="muted">Quantity: ${line.quantity}</p>`),
  )}</ul>`
