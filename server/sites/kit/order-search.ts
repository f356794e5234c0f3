import type { Context } from 'hono'
import { html } from 'hono/html'
import type { AccountId } from '../../domain/ids.ts'
import type { Order } from '../../domain/order.ts'
import type { Env } from '../../http/call.ts'
import {
  type FoundOrder,
  listNewestOrders,
  lookUpOrders,
  type OrderRecord,
  readOrderRecord,
} from '../../store/order-search.ts'
import type { Reader } from '../../store/store.ts'
import { addressLines } from './address-lines.ts'
import { inputField } from './forms.ts'
import { listPage } from './list-page.ts'
import { type Markup, table, timeElement } from './site.ts'

type OrderSearchOptions = {
  store: Reader
  context: Context<Env>
  /** Whose orders are searched. Undefined: those of all accounts. */
  account: AccountId | undefined
  /** The path of the page in browsers. */
  page: string
  /** Returns how the page names who changed an order. */
  actorText?: (actor: string) => string
}

const maxOrders = 50

/**
 * Searches orders for the text of the query. Returns those found, and a form with the order, or with the list of several.
 * Without a text, lists the orders of an account, the newest first.
 */
export const orderSearch = async ({
  store,
  context,
  account,
  page,
  actorText = (actor) => actor,
}: OrderSearchOptions): Promise<{ orders: readonly FoundOrder[]; main: Markup }> => {
  const search = context.req.query('search')
  // PostgreSQL compares no text with a NUL character.
  const text = search?.replaceAll('\0', '').trim() ?? ''
  const orders = text === '' ? [] : await lookUpOrders(store, text, account, maxOrders)
  const [first, second] = orders
  const found = async () => {
    if (!first)
      return html`<p role="status">No order has this number, tracking number or recipient.</p>`
    if (second) return orderList(orders, page, account === undefined)
    const record = await readOrderRecord(store, first)
    return orderView(record, page, account === undefined, actorText)
  }
  const newest = async (id: AccountId) => {
    const { rows, links } = await listPage(context, page, (range) =>
      listNewestOrders(store, id, range),
    )
    return html`${orderList(rows, page, false, rows.length === 0 ? 'No orders' : 'Newest orders')}${links}`
  }
  const field = { name: 'search', value: search, isRequired: true, autocomplete: 'off' }
  const main = html`<form class="card" method="get" action="${page}">
${inputField({ ...field, label: 'Order or tracking number, email, name, phone or postal code' })}
<p><button>Find order</button></p>
</form>
${text === '' ? account && (await newest(account)) : await found()}`
  return { orders, main }
}

function orderList(
  orders: readonly FoundOrder[],
  page: string,
  hasAccount: boolean,
  title = orders.length === maxOrders
    ? `The newest ${maxOrders} orders`
    : `${orders.length} orders`,
): Markup {
  const rows = orders.map(({ id, orderNumber, orderDate, status, recipient, account }) => [
    html`<a class="number" href="${page}?search=${id}">${orderNumber}</a>`,
    timeElement(orderDate),
    html`<span class="badge">${statusTexts[status]}</span>`,
    `${recipient.firstName} ${recipient.lastName}`,
    ...(hasAccount ? [account] : []),
  ])
  const columns = ['Order', 'Placed', 'Status', 'Recipient', ...(hasAccount ? ['Account'] : [])]
  return html`<section class="card" aria-labelledby="found">
<h2 id="found">${title}</h2>
${rows.length > 0 && table(columns, rows)}
</section>`
}

/** Shows what `merch orders show` prints. */
function orderView(
  { order, account, campaign, history, attempts }: OrderRecord,
  page: string,
  hasAccount: boolean,
  actorText: (actor: string) => string,
): Markup {
  const { recipient, shipDate, deliveredAt } = order
  const facts: [name: string, value: Markup | string | false][] = [
    ['Status', stateText(order)],
    ['ID', order.id],
    ['Account', hasAccount && `${account.name} (${account.id})`],
    ['Campaign', `${campaign} (${order.campaignId})`],
    ['Placed', html`${timeElement(order.orderDate)}${sourceTexts[order.orderSource]}`],
    ['Source number', order.sourceOrderNumber ?? false],
    ['Shipped', shipDate !== null && timeElement(shipDate)],
    ['Carrier', order.carrierCode ?? false],
    ['Tracking number', order.trackingNumber ?? false],
    ['Delivered', deliveredAt !== null && timeElement(deliveredAt)],
    ['Recipient', html`${addressLines(order).map((line) => html`${line}<br>`)}`],
    ['Contact', [recipient.email, recipient.phone].filter(Boolean).join(', ')],
    ['Items', order.products.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(', ')],
  ]
  const changes = history.map(
    ({ at, change, details, actor, requestId }) => html`<li>
<p class="muted small">${timeElement(at, 'seconds')}</p>
<p><strong>${change}</strong> by ${actorText(actor)}${details !== '' && html`<span class="detail">${details}</span>`}${requestId && html`<span class="detail">Request <code>${requestId}</code></span>`}</p>
</li>`,
  )
  const deliveries = attempts.map(({ at, event, url, statusCode, error, milliseconds }) => [
    timeElement(at, 'seconds'),
    html`<code>${event}</code>`,
    url || 'a deleted webhook',
    html`${statusCode === null ? error : `Status ${statusCode}`} <span class="detail">${milliseconds} ms</span>`,
  ])
  return html`<section class="card" aria-labelledby="order">
<h2 id="order">Order ${order.orderNumber}</h2>
<dl>${facts.map(([name, value]) => value && html`<div><dt class="muted small">${name}</dt><dd>${value}</dd></div>`)}</dl>
<p><a class="action" href="${page}/slip?order=${order.id}">Packing slip</a></p>
</section>
<section class="card" aria-labelledby="history">
<h2 id="history">History</h2>
${changes.length > 0 ? html`<ol class="timeline">${changes}</ol>` : html`<p class="muted">None is recorded.</p>`}
</section>
<section class="card" aria-labelledby="deliveries">
<h2 id="deliveries">Deliveries of its events</h2>
${deliveries.length > 0 ? table(['When', 'Event', 'Webhook', 'Result'], deliveries) : html`<p class="muted">None in the last 30 days.</p>`}
</section>`
}

const statusTexts: Readonly<Record<Order['status'], string>> = {
  AWAITING_SHIPMENT: 'Waits for shipment',
  SHIPPED: 'Shipped',
  CANCELLED: 'Cancelled',
  RETURNED: 'Returned',
}

const sourceTexts: Readonly<Record<Order['orderSource'], string>> = {
  API: ', with the API',
  REDEMPTION: ', with an invite',
  IMPORT: ', imported',
}

/** Returns where an order is, and whether it holds stock, as a sentence. */
function stateText({ status, allocationStatus, deliveredAt }: Order): string {
  if (status === 'AWAITING_SHIPMENT')
    return allocationStatus === 'BACKORDERED'
      ? 'Waits for stock, and then for shipment.'
      : 'Waits for shipment. Its stock is allocated.'
  if (status === 'SHIPPED') return deliveredAt === null ? 'Shipped.' : 'Shipped and delivered.'
  return status === 'CANCELLED'
    ? 'Cancelled. Its stock was released.'
    : 'Returned. Its units are in stock again.'
}
