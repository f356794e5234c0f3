import { get } from './control.js'
import { byId, make } from './dom.js'
import { keyedList } from './keyed-list.js'
import { messageParts, opening, statusClass, timeOfDay } from './message-parts.js'

/** @typedef {import('../../../request-log.ts').Entry} Entry */

/** How many the mock remembers. */
const most = 100

const filters = byId('filters', HTMLFormElement)
const note = byId('request-note', HTMLElement)

/** @type {readonly Entry[]} oldest first */
let entries = []

/** @param {Entry['requestHeaders']} headers */
const hasBody = (headers) => 'transfer-encoding' in headers || Number(headers['content-length']) > 0

/** @param {Entry} entry */
const inside = ({ requestHeaders, requestBody, responseHeaders, responseBody, responseBytes }) => [
  messageParts(
    'Request',
    requestHeaders,
    requestBody,
    hasBody(requestHeaders) ? 'The body was not read' : 'No body',
  ),
  messageParts(
    'Response',
    responseHeaders,
    responseBody,
    responseBytes > 0 ? `${responseBytes} compressed bytes` : 'No body',
  ),
]

/** @param {string} url */
const target = (url) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** @param {Entry} entry */
const render = (entry) =>
  opening(
    [
      make('span', statusClass(entry.status), String(entry.status)),
      make('b', 'method', entry.method),
      make('span', 'target', target(entry.url)),
      make('span', 'muted small', entry.operation ?? ''),
      make(
        'span',
        'when muted small',
        `${timeOfDay(entry.at)} · ${Math.round(entry.milliseconds)} ms`,
      ),
    ],
    () => inside(entry),
  )

const list = keyedList(byId('request-list', HTMLElement), ({ number }) => String(number), render)

/** @param {Entry} entry */
const isWanted = ({ operation, status }) => {
  const wanted = new FormData(filters)
  const name = wanted.get('operation')
  return (
    (name === '' || name === (operation ?? 'none')) &&
    String(status).startsWith(String(wanted.get('status')))
  )
}

const show = () => {
  const wanted = entries.filter(isWanted)
  list(wanted.toReversed())
  note.hidden = wanted.length > 0
  note.textContent =
    entries.length === 0
      ? 'No request yet. They appear here as they arrive.'
      : `None of the ${entries.length} requests matches the filters.`
}

/** How many requests are known here. */
export const countOfRequests = () => entries.length

/** Reads all that the mock remembers. */
export const readRequests = async () => {
  entries = await get('requests')
  show()
}

/** @param {Entry} entry */
const add = (entry) => {
  if (entries.some(({ number }) => number === entry.number)) return
  entries = [...entries, entry].slice(-most)
  show()
}

/**
 * Shows requests as they come.
 * @param {{ came: () => void, connected: (is: boolean) => void }} tell
 */
export const followRequests = ({ came, connected }) => {
  filters.addEventListener('input', show)
  const stream = new EventSource('/__mock/requests/stream')
  stream.addEventListener('ready', () => {
    connected(true)
    void readRequests()
  })
  stream.addEventListener('error', () => connected(false))
  stream.addEventListener('message', ({ data }) => {
    add(JSON.parse(data))
    came()
  })
}
