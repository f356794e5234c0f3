import { html } from 'hono/html'
import type { Order } from '../../domain/order.ts'
import { secretDigest } from '../../domain/sign-in-link.ts'
import { redemptionOfInvite } from '../../store/invites.ts'
import { addressLines } from '../kit/address-lines.ts'
import { contactText, isolated, type Markup, messageCard, type View } from '../kit/site.ts'
import { dateText, goTo, type InviteVisit, linesView } from './invite-visit.ts'
import { countText, readOffers } from './offers.ts'

/** Shows the page after an order. Redirects to the products if there is no order. */
export const donePage = async (visit: InviteVisit): Promise<View | Response> =>
  visit.invite.status === 'USED' ? showUsedInvite(visit, true) : goTo(visit, '/products')

export async function showUsedInvite(visit: InviteVisit, isJustDone = false): Promise<View> {
  const { site, invite, secret } = visit
  const { firstName, sender } = invite
  const redemption = await redemptionOfInvite(site.store, invite.account, invite.id)
  // Anyone with the link can open this page.
  const isOwn = redemption?.session === secretDigest(secret)
  const greeting = isJustDone ? 'Thank you' : isOwn && 'Welcome back'
  const words = greeting || 'This invite has been used'
  const isNamed = greeting && firstName !== ''
  const title = isNamed ? `${words}, ${firstName}` : words
  const heading = isNamed ? html`${words}, ${isolated(firstName)}` : words
  const content = html`${redemption && (await orderView(visit, redemption.order, isOwn))}
<p class="muted small">${isolated(sender.name)} sent this invite. Each invite is for one order. ${contactText('To change this order', site.service, sender.name)}</p>`
  return { title, step: 'Done', main: messageCard('✓', heading, content) }
}

/** Returns the order of a used invite. @param isOwn whether this browser has placed it. */
async function orderView(visit: InviteVisit, order: Order, isOwn: boolean): Promise<Markup> {
  const { site, invite } = visit
  const offers = await readOffers(site.store, invite, site.cdnUrl)
  const lines = order.products.map(({ sku, quantity }) => ({
    sku,
    quantity,
    problem: undefined,
    choice: offers.choices.get(sku),
  }))
  const productionTime = Math.max(0, ...lines.map(({ choice }) => choice?.productionTime ?? 0))
  const tracking = isOwn ? trackingLink(order) : undefined
  return html`<p class="lead">Order <strong>${order.orderNumber}</strong> of <time datetime="${order.orderDate}">${dateText(Date.parse(order.orderDate))}</time></p>
<p role="status">${orderStatusText(order, productionTime)}</p>
${tracking && html`<p>Tracking number: ${tracking}</p>`}
<h2>Shipping address</h2>
${
  isOwn
    ? html`<address>${addressLines(order).map((line) => html`${line}<br>`)}</address>`
    : html`<p class="muted">Only the browser that placed the order shows the address.</p>`
}
<h2>Items</h2>
${linesView(visit, lines)}`
}

/** The pages of carriers that show where a parcel is, before its number. */
const trackingPages: Readonly<Record<string, string>> = {
  dhl: 'https://www.dhl.com/en/express/tracking.html?AWB=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  ups: 'https://www.ups.com/track?tracknum=',
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
}

/** Returns the carrier and the tracking number; undefined if the order has not shipped or they are unknown. */
function trackingLink({ carrierCode, trackingNumber }: Order): Markup | undefined {
  if (!trackingNumber) return undefined
  const carrier = carrierCode?.toLowerCase() ?? ''
  const text = `${carrier.toUpperCase()} ${trackingNumber}`.trim()
  const page = trackingPages[carrier]
  if (page === undefined) return html`<strong>${text}</strong>`
  return html`<a href="${page}${encodeURIComponent(trackingNumber)}" rel="noreferrer">${text}</a>`
}

const later = 'Open your invite again to see when it ships.'

/**
 * Returns where an order is and when it ships, as far as that is known.
 * @param productionTime the longest production time of the ordered products, in days.
 */
function orderStatusText(
  { status, shipDate, deliveredAt, allocationStatus }: Order,
  productionTime: number,
): string {
  switch (status) {
    case 'AWAITING_SHIPMENT':
      return `We received your order.${allocationStatus === 'BACKORDERED' ? madeIn(productionTime) : ''} ${later}`
    case 'SHIPPED':
      return deliveredAt === null
        ? `Your order was shipped${dayOf(shipDate)}.`
        : `Your order was delivered${dayOf(deliveredAt)}.`
    case 'CANCELLED':
      return 'Your order was cancelled.'
    case 'RETURNED':
      return 'Your order was returned to the sender.'
  }
}

function madeIn(days: number): string {
  return days === 0 ? '' : ` Making it takes about ${countText(days, 'day')}.`
}

function dayOf(timestamp: string | null): string {
  return timestamp === null ? '' : ` on ${dateText(Date.parse(timestamp))}`
}
