import { html } from 'hono/html'
import type { Order } from '../../domain/order.ts'
import type { InviteVisit } from './invite-visit.ts'
import { linesView } from './lines-view.ts'
import { illustration, type RedemptionView } from './redemption-page.ts'
import type { RedemptionSite } from './redemption-site.ts'
import type { Line } from './shop.ts'
import { dateText } from './texts/date-text.ts'

const orderStatusText = ({ status, deliveredAt, allocationStatus }: Order): string => {
  switch (status) {
    case 'AWAITING_SHIPMENT':
      return allocationStatus === 'BACKORDERED'
        ? 'It is being made, and sent when it is ready.'
        : 'It is being packed.'
    case 'SHIPPED':
      return deliveredAt === null ? 'It is on its way.' : 'It has been delivered.'
    case 'CANCELLED':
      return 'It was cancelled.'
    case 'RETURNED':
      return 'It came back to us.'
  }
}

/**
 * Returns the page of a used invite. It does not show the address, because anyone with the link can
 * open it.
 * @param order undefined if the invite was used before the database recorded orders of invites.
 */
export const doneView = (
  site: RedemptionSite,
  { invite }: InviteVisit,
  order: Order | undefined,
  lines: readonly Line[],
  isJustDone: boolean,
): RedemptionView => {
  const name = invite.firstName
  const thanks = name === '' ? 'Thank you' : `Thank you, ${name}`
  const title = isJustDone ? thanks : 'This invite has been used'
  return {
    title,
    from: invite.companyName,
    step: 'Done',
    main: html`<div class="alone card">
${illustration(site, isJustDone ? 'done.svg' : 'gift.svg')}
<h1>${title}</h1>
${
  order &&
  html`<p class="lead">Order <strong>${order.orderNumber}</strong> of <time datetime="${order.orderDate}">${dateText(Date.parse(order.orderDate))}</time></p>
<p role="status">${orderStatusText(order)}</p>
<h2>What was ordered</h2>
${linesView(site, lines)}`
}
<p class="muted small">An invite is good for one order, so there is nothing more to choose here.</p>
</div>`,
  }
}
