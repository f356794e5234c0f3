import { readFileSync } from 'node:fs'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { AccountId } from '../../domain/ids.ts'
import type { Order } from '../../domain/order.ts'
import type { Env } from '../../http/call.ts'
import { findAccount } from '../../store/accounts.ts'
import { campaignRows } from '../../store/campaigns.ts'
import { listWarehouses } from '../../store/inventory.ts'
import { type FoundOrder, findOrdersByName } from '../../store/order-search.ts'
import { readProducts } from '../../store/shop.ts'
import type { Reader } from '../../store/store.ts'
import { addressLines } from './address-lines.ts'
import { type Markup, PageError, pageHeaders, type Site } from './site.ts'

/** Returns the titles and the options of an account's variants, by SKU. */
export const itemsOf = async (reader: Reader, account: AccountId) => {
  const { products, variants } = await readProducts(reader, account)
  const titles = new Map(products.map(({ key, title }) => [key, title]))
  return new Map(
    variants.map(({ sku, product, options }) => [
      sku,
      { title: titles.get(product) ?? '', options },
    ]),
  )
}

/** Returns a function that returns the packing slip of an order of an account, for a document of slips. */
export const slipsOf = async (reader: Reader, account: AccountId) => {
  const items = await itemsOf(reader, account)
  const campaigns = await campaignRows(reader, account)
  const brands = new Map(campaigns.map(({ id, brand_name: name }) => [id, name]))
  const warehouses = await listWarehouses(reader, account)
  const places = new Map(warehouses.map(({ id, name }) => [id, name]))
  const { name = '' } = (await findAccount(reader, account)) ?? {}

  const rowOf = ({ sku, quantity }: Order['products'][number]): Markup => {
    const { title, options = {} } = items.get(sku) ?? {}
    return html`<tr><td>${sku}</td>
<td>${title}${Object.entries(options).map(([option, value]) => html`<br>${option}: ${value}`)}</td>
<td>${quantity}</td></tr>`
  }

  return async (order: Order): Promise<string> => {
    const { orderNumber, sourceOrderNumber, warehouse, products: lines, notes } = order
    const place = warehouse === null ? undefined : places.get(warehouse)
    const stop = reasonToStop(order)
    const slip = html`<section class="slip">
<header>
<div><h1>${brands.get(order.campaignId) ?? name}</h1><p>Packing slip</p></div>
<div class="number">${await barcode(orderNumber)}<p>${orderNumber}</p></div>
</header>
${stop && html`<p class="stop">${stop}</p>`}
<div class="facts">
<div><h2>Ship to</h2><address dir="auto">${addressLines(order).join('\n')}</address></div>
<div><h2>Order</h2><p>Placed on ${order.orderDate.slice(0, 10)}</p>
${sourceOrderNumber && html`<p>Source number ${sourceOrderNumber}</p>`}
${place && html`<p>Ships from ${place}</p>`}</div>
</div>
<table>
<thead><tr><th>SKU</th><th>Items of ${orderNumber}</th><th>Quantity</th></tr></thead>
<tbody>${lines.map(rowOf)}</tbody>
</table>
${notes && html`<h2>Notes</h2><p dir="auto">${notes}</p>`}
</section>`
    return String(await slip)
  }
}

function reasonToStop({ status, allocationStatus }: Order): string | undefined {
  if (status === 'CANCELLED') return 'Cancelled. Do not ship.'
  if (status === 'RETURNED') return 'Returned. Do not ship.'
  if (status === 'AWAITING_SHIPMENT' && allocationStatus === 'BACKORDERED')
    return 'Waits for stock. Do not ship.'
  return undefined
}

/** The width of a bar that phones read, too, and the blank on each side that scanners need, in bars. */
const [barMillimetres, quietBars] = [0.5, 10]

async function barcode(text: string): Promise<Markup> {
  // Imported with the first slip, because it takes a tenth of the time of a command.
  const { default: encode } = await import('jsbarcode')
  const encoded: { encodings?: { data: string }[] } = {}
  encode(encoded, text, { format: 'CODE128' })
  const bars = (encoded.encodings ?? []).map(({ data }) => data).join('')
  const path = [...bars.matchAll(/1+/g)]
    .map(({ index, 0: { length } }) => `M${quietBars + index} 0h${length}v1h-${length}z`)
    .join('')
  const width = bars.length + 2 * quietBars
  return html`<svg role="img" aria-label="Barcode of ${text}" viewBox="0 0 ${width} 1" width="${width * barMillimetres}mm" height="15mm" preserveAspectRatio="none" shape-rendering="crispEdges"><path d="${path}"/></svg>`
}

const slipStyle = readFileSync(new URL('../styles/packing-slip.css', import.meta.url), 'utf8')

/** The beginning of a document of slips. */
export const slipsStart = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Packing slips</title>
<style>${slipStyle}</style>
</head>
<body><main>`

export const slipsEnd = '</main></body>\n</html>'

/**
 * Returns a page with the packing slip of the order that the query names.
 * @param account whose order it is. Undefined: that of any account.
 */
export const slipPage = async (
  { site, context }: { site: Site & { store: Reader }; context: Context<Env> },
  account: AccountId | undefined,
  onOrder = (_order: FoundOrder) => {},
): Promise<Response> => {
  const id = context.req.query('order')?.replaceAll('\0', '') ?? ''
  const order = (await findOrdersByName(site.store, id, account)).find((each) => each.id === id)
  if (!order)
    throw new PageError({
      status: 404,
      title: 'We couldn’t find this order',
      text: 'The address may be incomplete.',
    })
  onOrder(order)
  const slipOf = await slipsOf(site.store, order.account)
  const text = [slipsStart, await slipOf(order), slipsEnd].join('\n')
  return context.newResponse(text, 200, pageHeaders(site, slipStyle))
}
