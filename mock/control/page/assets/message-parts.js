import { make } from './dom.js'

/** More than this of a body is not shown. */
const most = 20_000

/** @param {string} text */
const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** @param {string} text */
const shortened = (text) =>
  text.length <= most ? text : `${text.slice(0, most)}\n… and ${text.length - most} more characters`

/**
 * The headers and the body of a message, under a title.
 * @param {string} title
 * @param {Readonly<Record<string, string>>} headers
 * @param {string} body
 * @param {string} [without] what is said where there is no body
 */
export const messageParts = (title, headers, body, without = 'No body') => {
  const list = Object.entries(headers).map(([name, value]) =>
    make('div', '', make('dt', '', name), make('dd', '', value)),
  )
  const text = make('pre', '', shortened(pretty(body)))
  text.tabIndex = 0
  return make(
    'section',
    'message',
    make('h3', '', title),
    make('dl', '', ...list),
    body === '' ? make('p', 'muted small', without) : text,
  )
}

/**
 * A line that opens to what is only made then.
 * @param {readonly (Node | string)[]} line
 * @param {() => readonly Node[]} inside
 */
export const opening = (line, inside) => {
  const details = make('details', '', make('summary', '', ...line))
  details.addEventListener('toggle', () => details.append(...inside()), { once: true })
  return make('li', '', details)
}

/** @param {number} milliseconds since the Unix epoch */
export const timeOfDay = (milliseconds) => new Date(milliseconds).toISOString().slice(11, 23)

/** @param {number | null} status */
export const statusClass = (status) => {
  if (status === null || status >= 500) return 'badge bad'
  return status >= 200 && status < 300 ? 'badge good' : 'badge low'
}
