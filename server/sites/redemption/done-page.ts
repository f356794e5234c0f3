import { html } from 'hono/html'
import type { Order } from '../../domain/order.ts'
import { secretDigest } from '../../domain/portal.ts'
import { redemptionOfInvite } from '../../store/redemption/held-invites.ts'
import { type Markup, seeOther } from '../kit/pages.ts'
import { linesView } from './cart-view.ts'
import { countries } from './countries.ts'
import {
  dateText,
  type InviteVisit,
  illustration,
  type RedemptionSite,
  type RedemptionView,
  redemptionPage,
} from './redemption-page.ts'
import { countText, findChoice, type Line, readShop } from './shop.ts'

const dayOf = (timestamp: string | null): string =>
  timestamp === null ? '' : ` on ${dateText(Date.parse(timestamp))}`

const madeIn = (days: number): string =>
  days === 0 ? '' : ` Making it takes about ${countText(days, 'day')}.`

const later = 'Open your invite again to see when it ships.'

/**
 * Returns where an order is and when it ships, as far as that is known.
 * @param productionTime the longest production time of the ordered products, in days.
 */
const orderStatusText = (
  { status, shipDate, deliveredAt, allocationStatus }: Order,
  productionTime: number,
): string => {
  switch (status) {
    case 'AWAITING_SHIPMENT':
      return allocationStatus === 'BACKORDERED'
        ? `Your order is being made.${madeIn(productionTime)} ${later}`
        : `Your order is being packed. ${later}`
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

/** Returns the carrier and the tracking number; undefined if the order has not shipped or they are unknown. */
const trackingText = ({ carrierCode, trackingNumber }: Order): string | undefined =>
  trackingNumber ? `${carrierCode?.toUpperCase() ?? ''} ${trackingNumber}`.trim() : undefined

/** Returns the lines of an order's shipping address. */
const addressLines = ({ recipient, companyName }: Order): string[] => {
  const { firstName, lastName, street1, street2, zip, city, state, country } = recipient
  const place = [`${zip} ${city}`.trim(), state].filter((each) => each !== '').join(', ')
  const name = `${firstName} ${lastName}`.trim()
  return [name, companyName, street1, street2, place, countries.get(country) ?? country].filter(
    (line) => line !== '',
  )
}

/** The order of a used invite. */
type DoneOrder = {
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
const doneView = (
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

/** Returns the order of an invite as this browser may see it. */
const readDoneOrder = async (site: RedemptionSite, { invite, secret }: InviteVisit) => {
  const [redemption, shop] = await Promise.all([
    redemptionOfInvite(site.store, invite.account, invite.id),
    readShop(site.store, invite, site.cdnUrl),
  ])
  if (!redemption) return undefined
  const { order, session } = redemption
  const lines = order.products.map(({ sku, quantity }) => ({
    sku,
    quantity,
    choice: findChoice(shop, sku),
    problem: undefined,
  }))
  return { order, lines, isOwn: session === secretDigest(secret) }
}

/** Shows the order of a used invite. */
export const showUsedInvite = async (
  site: RedemptionSite,
  visit: InviteVisit,
  isJustDone: boolean,
): Promise<Response> => {
  const done = await readDoneOrder(site, visit)
  return redemptionPage(site, 200, doneView(site, visit, done, isJustDone), visit.headers)
}

/** Shows the page after an order. Redirects to the products if there is no order. */
export const showDonePage = (
  site: RedemptionSite,
  visit: InviteVisit,
): Response | Promise<Response> =>
  visit.invite.status === 'USED'
    ? showUsedInvite(site, visit, true)
    : seeOther(visit.paths.products, visit.headers)
