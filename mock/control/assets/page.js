/**
 * @typedef {import('../../mock.ts').State} State
 * @typedef {import('../../receivers.ts').Receiver} Receiver
 * @typedef {import('../../receivers.ts').Delivered} Delivered
 * @typedef {import('../../request-log.ts').Entry} Entry
 */

/** Other clients of the control API can change the mock. The page asks for changes at this interval. */
const pollMilliseconds = 3000

/** The maximum number of requests in the log. */
const maxEntries = 100

/** The maximum number of characters of a body that the page shows. */
const maxCharacters = 20_000

/**
 * Returns the page's element with an id.
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
const byId = (id, kind) => {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${kind.name} ${id}`)
}

/**
 * Creates an element. Strings among its children become text, never HTML.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} className
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
const make = (name, className, ...children) => {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.append(...children)
  return made
}

/** An error response of the control API. */
class ControlError extends Error {}

/**
 * Calls the control API.
 * @template Reply
 * @param {string} path
 * @param {object} [body] makes it a POST
 * @returns {Promise<Reply>}
 */
const call = async (path, body) => {
  const headers = { 'Content-Type': 'application/json' }
  const post = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`/__mock/${path}`, body && post)
  const reply = await response.json()
  if (!response.ok) throw new ControlError(reply.message)
  return reply
}

/** @param {FormData} data @param {string} name */
const text = (data, name) => String(data.get(name) ?? '')

/** @param {FormData} data @param {string} name */
const part = (data, name) => encodeURIComponent(text(data, name))

/** @param {FormData} data @param {string} name */
const number = (data, name) => Number(text(data, name))

/**
 * The requests that each form sends to the control API. The promise resolves with a message about the result.
 * @type {Readonly<Record<string, (data: FormData) => Promise<string>>>}
 */
const actions = {
  reset: async () => {
    /** @type {State} */
    const { scenario } = await call('reset', {})
    return `Reset to ${scenario}`
  },
  scenario: async (data) => {
    /** @type {State} */
    const { scenario } = await call(`scenarios/${part(data, 'scenario')}`, {})
    return `Loaded ${scenario}`
  },
  clock: async (data) => {
    /** @type {State} */
    const { clock } = await call('clock', { seconds: number(data, 'seconds') })
    return `The time is ${clock.slice(0, 19).replace('T', ' ')}`
  },
  order: async (data) => {
    /** @type {{ orderNumber: string, status: string, deliveredAt: string | null }} */
    const order = await call(`orders/${part(data, 'id')}/${part(data, 'change')}`, {})
    const delivered = order.deliveredAt === null ? '' : ' and was delivered'
    return `Order ${order.orderNumber} is ${order.status}${delivered}`
  },
  failure: async (data) => {
    await call(`operations/${part(data, 'operation')}`, {
      latencyMilliseconds: number(data, 'latency'),
      fails: data.has('fails'),
      calls: number(data, 'calls'),
    })
    return 'Saved for the next calls'
  },
  budget: async () => {
    /** @type {{ message: string }} */
    const { message } = await call('budget/exhaust', {})
    return message
  },
  receiver: async (data) => {
    const secret = text(data, 'secret') || undefined
    /** @type {Receiver} */
    const { url } = await call('receivers', { url: text(data, 'url'), secret })
    return `${url} receives every event from now on`
  },
  event: async (data) => {
    /** @type {Delivered[]} */
    const delivered = await call(`events/${part(data, 'event')}`, {})
    return delivered.map(({ url, status, error }) => `${url}: ${error ?? status}`).join('\n')
  },
  subscribers: async (data) => {
    const given = text(data, 'status')
    /** @type {{ status: number | null }} */
    const { status } = await call('subscribers', { status: given === '' ? null : Number(given) })
    return status === null ? 'Subscribers are unreachable' : `Subscribers respond with ${status}`
  },
}

/**
 * Sends a form to the control API when it is submitted, and shows the result in it.
 * @param {HTMLFormElement} form
 * @param {(data: FormData) => Promise<string>} action
 */
const connect = (form, action) => {
  const outcome = make('p', 'outcome')
  outcome.role = 'status'
  form.append(outcome)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    try {
      outcome.textContent = await action(new FormData(form, event.submitter))
      outcome.classList.remove('bad')
    } catch (error) {
      const isKnown = error instanceof ControlError
      outcome.textContent = isKnown ? error.message : 'The mock cannot be reached. Is it running?'
      outcome.classList.add('bad')
    }
    void refresh()
  })
}

/**
 * Creates a list whose items stay open or focused while others come and go.
 * @template Item
 * @param {Element} list
 * @param {(item: Item) => string} keyOf
 * @param {(item: Item) => HTMLElement} render
 * @returns {(items: readonly Item[]) => void} shows items, in their order.
 */
const keyedList = (list, keyOf, render) => {
  /** @type {ReadonlyMap<string, HTMLElement>} */
  let shown = new Map()
  return (items) => {
    const next = new Map(items.map((item) => [keyOf(item), shown.get(keyOf(item)) ?? render(item)]))
    for (const [key, element] of shown) if (!next.has(key)) element.remove()
    for (const [place, element] of [...next.values()].entries()) {
      const there = list.children[place] ?? null
      if (there !== element) list.insertBefore(element, there)
    }
    shown = next
  }
}

/** @param {string} body */
const formatted = (body) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/**
 * Renders the headers and the body of a message, under a title.
 * @param {string} title
 * @param {Readonly<Record<string, string>>} headers
 * @param {string} body
 * @param {string} [without] replaces an empty body
 */
const messageParts = (title, headers, body, without = 'No body') => {
  const list = Object.entries(headers).map(([name, value]) =>
    make('div', '', make('dt', '', name), make('dd', '', value)),
  )
  const whole = formatted(body)
  const more = whole.length - maxCharacters
  const shown = make('pre', '', whole.slice(0, maxCharacters))
  if (more > 0) shown.append(`\n… and ${more} more characters`)
  shown.tabIndex = 0
  return make(
    'section',
    'message',
    make('h3', '', title),
    make('dl', '', ...list),
    body === '' ? make('p', 'muted small', without) : shown,
  )
}

/**
 * Renders an item of a log. It opens to details, which are rendered only then.
 * @param {number | null} status
 * @param {readonly string[]} texts its name, its target, and a note
 * @param {string} when
 * @param {() => readonly Node[]} inside
 */
const logItem = (status, [name = '', target = '', note = ''], when, inside) => {
  const isGood = status !== null && status >= 200 && status < 300
  const kind = status === null || status >= 500 ? 'bad' : isGood ? 'good' : 'low'
  const summary = make(
    'summary',
    '',
    make('span', `badge ${kind}`, status === null ? 'failed' : String(status)),
    make('b', 'method', name),
    make('span', 'target', target),
    make('span', 'muted small', note),
    make('span', 'when muted small', when),
  )
  const details = make('details', '', summary)
  details.addEventListener('toggle', () => details.append(...inside()), { once: true })
  return make('li', '', details)
}

/** @param {number} milliseconds since the Unix epoch */
const timeOfDay = (milliseconds) => new Date(milliseconds).toISOString().slice(11, 23)

/** @param {Entry} entry */
const requestItem = (entry) => {
  const { operation = '', requestHeaders, responseBytes } = entry
  const { pathname, search } = new URL(entry.url)
  const when = `${timeOfDay(entry.at)} · ${Math.round(entry.milliseconds)} ms`
  const hasBody =
    'transfer-encoding' in requestHeaders || Number(requestHeaders['content-length']) > 0
  const unread = hasBody ? 'The body was not read' : 'No body'
  const compressed = responseBytes > 0 ? `${responseBytes} compressed bytes` : 'No body'
  return logItem(entry.status, [entry.method, pathname + search, operation], when, () => [
    messageParts('Request', requestHeaders, entry.requestBody, unread),
    messageParts('Response', entry.responseHeaders, entry.responseBody, compressed),
  ])
}

/** @param {Delivered} delivered */
const deliveryItem = ({ at, url, headers, body, status, error }) =>
  logItem(status, [headers['X-Webhook-Event'], url, error ?? ''], timeOfDay(at), () => [
    messageParts('Sent', headers, body),
  ])

const requestList = keyedList(
  byId('request-list', HTMLElement),
  (/** @type {Entry} */ { number }) => String(number),
  requestItem,
)
const deliveryList = keyedList(
  byId('delivery-list', HTMLElement),
  (/** @type {Delivered} */ { at, url, headers }) =>
    `${at} ${url} ${headers['X-Webhook-Signature']}`,
  deliveryItem,
)
const filters = byId('filters', HTMLFormElement)
const requestNote = byId('request-note', HTMLElement)

/** @type {readonly Entry[]} oldest first */
let entries = []

const showRequests = () => {
  const data = new FormData(filters)
  const wanted = entries.filter(
    ({ operation = 'none', status }) =>
      ['', operation].includes(text(data, 'operation')) &&
      String(status).startsWith(text(data, 'status')),
  )
  requestList(wanted.toReversed())
  requestNote.hidden = wanted.length > 0
  requestNote.textContent =
    entries.length === 0
      ? 'No request yet. They appear here as they arrive.'
      : `None of the ${entries.length} requests matches the filters.`
}

const readRequests = async () => {
  entries = await call('requests')
  showRequests()
}

const clock = byId('clock', HTMLTimeElement)
const subscribers = byId('subscribers-status', HTMLInputElement)

/** The difference of the mock's clock from this page's, in milliseconds. */
let difference = 0

const tick = () => {
  const now = new Date(Date.now() + difference).toISOString()
  clock.dateTime = now
  clock.textContent = now.slice(0, 19).replace('T', ' ')
}

/** @param {number} seconds */
const span = (seconds) => {
  const days = Math.floor(seconds / 86_400)
  const rest = new Date((seconds % 86_400) * 1000).toISOString().slice(11, 19)
  return `${days === 0 ? '' : `${days} d `}${rest} ahead`
}

/** @param {[string, State['failures'][string]]} failure */
const failureItem = ([operation, { latencyMilliseconds, fails, calls }]) => {
  const effects = [
    latencyMilliseconds > 0 ? `${latencyMilliseconds} ms late` : '',
    fails ? '500' : '',
  ]
  const left = calls === 1 ? 'the next call' : `the next ${calls} calls`
  const effect = effects.filter(Boolean).join(', ') || 'nothing'
  return make('li', '', make('b', '', operation), ` ${effect} for ${left}`)
}

/** @param {State} state */
const showState = (state) => {
  byId('scenario', HTMLElement).textContent = state.scenario
  difference = Date.parse(state.clock) - Date.now()
  tick()
  const ahead = state.aheadSeconds > 0 ? span(state.aheadSeconds) : ''
  byId('ahead', HTMLElement).textContent = ahead
  const status = String(state.subscribersAnswer ?? '')
  subscribers.defaultValue = status
  // An edited field follows its default value again only after a reset.
  if (subscribers.value === status) subscribers.form?.reset()
  byId('failures', HTMLElement).replaceChildren(...Object.entries(state.failures).map(failureItem))
}

/** @param {boolean} isConnected */
const showConnected = (isConnected) => {
  const connection = byId('connection', HTMLElement)
  connection.textContent = isConnected ? 'live' : 'not connected'
  connection.className = `badge ${isConnected ? 'good' : 'bad'}`
}

const readAll = async () => {
  /** @type {State} */
  const state = await call('state')
  showState(state)
  /** @type {Receiver[]} */
  const receivers = await call('receivers')
  byId('receivers', HTMLElement).replaceChildren(
    ...receivers.map(({ url, secret }) =>
      make('li', '', make('b', '', url), ' signed with ', make('code', '', secret)),
    ),
  )
  /** @type {Delivered[]} */
  const deliveries = await call('deliveries')
  deliveryList(deliveries.toReversed())
  byId('delivery-note', HTMLElement).hidden = deliveries.length > 0
  if (state.requests !== entries.length) await readRequests()
}

let isReading = false
let isStale = false

/** Reads everything. Calls during a reading cause one more after it. */
const refresh = async () => {
  isStale = true
  if (isReading) return
  isReading = true
  try {
    while (isStale) {
      isStale = false
      await readAll()
    }
  } catch {
    showConnected(false)
  } finally {
    isReading = false
  }
}

for (const form of document.forms) {
  const action = actions[form.dataset.do ?? '']
  if (action) connect(form, action)
}
filters.addEventListener('input', showRequests)

const stream = new EventSource('/__mock/requests/stream')
stream.addEventListener('ready', () => {
  showConnected(true)
  void readRequests()
})
stream.addEventListener('error', () => showConnected(false))
stream.addEventListener('message', ({ data }) => {
  /** @type {Entry} */
  const entry = JSON.parse(data)
  if (!entries.some(({ number }) => number === entry.number))
    entries = [...entries, entry].slice(-maxEntries)
  showRequests()
  void refresh()
})
setInterval(tick, 1000)
setInterval(() => void refresh(), pollMilliseconds)
void refresh()
