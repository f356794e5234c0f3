import { html } from 'hono/html'
import type { Order } from '../../domain/order.ts'
import type { Markup } from '../kit/markup.ts'
import type { InviteVisit } from './invite-visit.ts'
import { linesView } from './lines-view.ts'
import { illustration, type RedemptionView } from './redemption-page.ts'
import type { RedemptionSite } from './redemption-site.ts'
import type { Line } from './shop.ts'
import { dateText } from './texts/date-text.ts'
import { addressLines, orderStatusText, trackingText } from './texts/order-text.ts'

/** The order of a used invite. */
export type DoneOrder = {
  order: Order
  lines: readonly Line[]
  /** Whether this browser placed the order. */
  isOwn: boolean
}

const addressView = ({ order, isOwn }: DoneOrder): Markup =>
  isOwn
    ? html`<address>${addressLines(order).map((line) => html`${line}<br>`)}</address>`
    : html`<p class="muted">Only the browser that placed the order shows the address.</p>`

const trackingView = ({ order, isOwn }: DoneOrder): Markup => {
  const tracking = isOwn ? trackingText(order) : undefined
  return html`${tracking !== undefined && html`<p>Tracking number: <strong>${tracking}</strong></p>`}`
}

const orderView = (site: RedemptionSite, done: DoneOrder): Markup => {
  const { order, lines } = done
  const productionTime = Math.max(0, ...lines.map(({ choice }) => choice?.productionTime ?? 0))
  return html`<p class="lead">Order <strong>${order.orderNumber}</strong> of <time datetime="${order.orderDate}">${dateText(Date.parse(order.orderDate))}</time></p>
<p role="status">${orderStatusText(order, productionTime)}</p>
${trackingView(done)}
<h2>Shipping address</h2>
${addressView(done)}
<h2>Items</h2>
${linesView(site, lines)}`
}

/**
 * Returns the page of a used invite. Anyone with the link can open it, so only the browser that placed
 * the order gets the address.
 * @param done undefined if the invite was used before the database recorded orders of invites.
 */
export const doneView = (
  site: RedemptionSite,
  { invite }: InviteVisit,
  done: DoneOrder | undefined,
  isJustDone: boolean,
): RedemptionView => {
  const name = invite.firstName
  const thanks = name === '' ? 'Thank you' : `Thank you, ${name}`
  const title = isJustDone ? thanks : 'This invite has been used'
  return {
    title,
    sender: invite.sender,
    step: 'Done',
    main: html`<div class="alone card">
${illustration(site, isJustDone ? 'done.svg' : 'used.svg')}
<h1>${title}</h1>
${done && orderView(site, done)}
<p class="muted small">Each invite is for one order. To change this order, contact ${invite.sender.name}.</p>
</div>`,
  }
}
