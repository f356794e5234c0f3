import { byId, make } from './dom.js'
import { keyedList } from './keyed-list.js'
import { messageParts, opening, statusClass, timeOfDay } from './message-parts.js'

/** @typedef {import('../../../receivers.ts').Delivered} Delivered */

const note = byId('delivery-note', HTMLElement)

/** @param {Delivered} delivered */
const keyOf = ({ at, url, headers }) => `${at} ${url} ${headers['X-Webhook-Signature']}`

/** @param {Delivered} delivered */
const render = ({ at, url, headers, body, status, error }) =>
  opening(
    [
      make('span', statusClass(status), status === null ? 'failed' : String(status)),
      make('b', 'method', headers['X-Webhook-Event']),
      make('span', 'target', url),
      make('span', 'muted small', error ?? ''),
      make('span', 'when muted small', timeOfDay(at)),
    ],
    () => [messageParts('Sent', headers, body)],
  )

const list = keyedList(byId('delivery-list', HTMLElement), keyOf, render)

/** @param {readonly Delivered[]} deliveries oldest first */
export const showDeliveries = (deliveries) => {
  list(deliveries.toReversed())
  note.hidden = deliveries.length > 0
}
