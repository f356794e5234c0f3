import { html } from 'hono/html'
import type { Markup } from '../kit/markup.ts'
import { picture } from './picture.ts'
import type { RedemptionSite } from './redemption-site.ts'
import type { Line } from './shop.ts'
import { countText } from './texts/count-text.ts'

/** Returns the number of units in a cart or an order. */
export const itemCountText = (lines: readonly { quantity: number }[]): string =>
  countText(
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
    'item',
  )

/** Returns the product and the label of the variant. Names an item that is no longer offered by its SKU. */
export const lineName = ({ choice, sku }: Pick<Line, 'choice' | 'sku'>): string => {
  if (!choice) return `Item ${sku}`
  return choice.label === '' ? choice.title : `${choice.title}, ${choice.label}`
}

/** Returns a line with its picture, name and problem. */
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

/** Returns lines that cannot be edited. */
export const linesView = (site: RedemptionSite, lines: readonly Line[]): Markup =>
  html`<ul class="lines">${lines.map((line) =>
    lineView(site, line, html`<p class="muted">Quantity: ${line.quantity}</p>`),
  )}</ul>`
