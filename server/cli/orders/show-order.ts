import type { Command } from '@commander-js/extra-typings'
import { printable } from '../../process/printable.ts'
import { addressLines } from '../../sites/kit/address-lines.ts'
import {
  type FoundOrder,
  lookUpOrders,
  type OrderRecord,
  readOrderRecord,
} from '../../store/order-search.ts'
import { fail, jsonOption, print, printThings, withStore } from '../command.ts'

const showHelp = `
NAME is an order number, an order's id, a recipient's email address, a tracking number or the number at a provider. If
there is no such order, it is a recipient's name, company, phone number or postal code.
Orders of all accounts are searched. Of several orders, each is a line; show one by its number.`

export const addShowOrder = (orders: Command): void => {
  orders
    .command('show')
    .description('Print an order with its history and its deliveries')
    .argument('<name>', 'number, id, tracking number, email address, name or phone number')
    .option(...jsonOption)
    .addHelpText('after', showHelp)
    .action(
      withStore(async (store, given, { json }) => {
        const found = await lookUpOrders(store, given, undefined)
        const [first] = found
        if (!first) return fail(`No order ${given}. To list orders, run: merch orders list`)
        if (found.length > 1) return printThings(found.map(rowOf), '', { json })
        const record = await readOrderRecord(store, first)
        if (json) await print(JSON.stringify(record))
        else for (const line of linesOf(record)) await print(printable(line))
      }),
    )
}

function rowOf({ orderNumber, id, account, orderDate, status, recipient }: FoundOrder) {
  const name = `${recipient.firstName} ${recipient.lastName}`.trim()
  return { orderNumber, id, account, orderDate, status, recipient: printable(name) }
}

function linesOf({ order, account, campaign, history, attempts }: OrderRecord): string[] {
  const { recipient, products, trackingNumber, carrierCode } = order
  const parcel = order.shipDate
    ? [`Shipped   ${order.shipDate}, ${carrierCode || 'no carrier'} ${trackingNumber}`.trim()]
    : []
  return [
    `Order     ${order.orderNumber} (${order.id})`,
    `Status    ${order.status}, ${order.allocationStatus}`,
    `Account   ${account.name} (${account.id})`,
    `Campaign  ${campaign} (${order.campaignId})`,
    `Placed    ${order.orderDate}, ${order.orderSource}${order.sourceOrderNumber ? `, ${order.sourceOrderNumber}` : ''}`,
    ...parcel,
    ...(order.deliveredAt ? [`Delivered ${order.deliveredAt}`] : []),
    `Recipient ${addressLines(order).join(', ')}`,
    `Contact   ${[recipient.email, recipient.phone].filter(Boolean).join(', ')}`,
    ...products.map(
      ({ sku, quantity }, i) => `${i === 0 ? 'Items    ' : '         '} ${quantity} × ${sku}`,
    ),
    '',
    'History',
    ...(history.length === 0 ? ['  none is recorded'] : history.map(historyLine)),
    '',
    'Deliveries of events',
    ...(attempts.length === 0 ? ['  none in the last 30 days'] : attempts.map(attemptLine)),
  ]
}

function historyLine({ at, change, actor, requestId, details }: OrderRecord['history'][number]) {
  const request = requestId === null ? '' : `, request ${requestId}`
  return `  ${at}  ${change}${details === '' ? '' : ` (${details})`}, by ${actor}${request}`
}

function attemptLine(attempt: OrderRecord['attempts'][number]): string {
  const { at, event, url, webhook, statusCode, error, milliseconds } = attempt
  const result = statusCode === null ? error : `status ${statusCode}`
  return `  ${new Date(at).toISOString()}  ${event} to ${url || `${webhook} (deleted)`}: ${result} after ${milliseconds} ms`
}
