import { readFileSync } from 'node:fs'
import { html } from 'hono/html'
import { webhooks } from '../../generated/webhooks.ts'
import { listOrders } from '../../server/store/orders.ts'
import { demoKeys } from '../demo-keys.ts'
import { operationGroups } from '../responses/operations.ts'
import type { Session } from '../session/session.ts'
import type { Delivered, LoggedRequest, QueuedResponse, State } from '../types.ts'

/** Allows the page to load only its own assets and to call only this mock. */
export const pageHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    ...['script', 'style', 'connect', 'img'].map((each) => `${each}-src 'self'`),
    ...['base-uri', 'form-action', 'frame-ancestors'].map((each) => `${each} 'none'`),
  ].join('; '),
  // Prevents MIME sniffing.
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

const styleSheets = [
  '../../server/sites/styles/tokens.css',
  '../../server/sites/styles/base.css',
  'assets/mock.css',
].map((path) => asset(path, 'text/css; charset=utf-8'))

export const pageAssets: ReadonlyMap<string, { contentType: string; text: string }> = new Map([
  ...styleSheets,
  asset('assets/page.js', 'text/javascript; charset=utf-8'),
  asset('../../server/sites/styles/logo.svg', 'image/svg+xml'),
])

const operations = operationGroups.map((id) => [id])

const clockCard = card(
  'Clock',
  form(
    'POST clock',
    'The time is {clock}',
    html`
      <div class="row end">
        ${number('Seconds', 'seconds', 60, 0, 3_153_600_000)}
        <button class="secondary">Advance</button>
      </div>
      <div class="row">
        <button class="secondary" name="seconds" value="3600">+ 1 hour</button>
        <button class="secondary" name="seconds" value="86400">+ 1 day</button>
        <button class="secondary" name="seconds" value="17366400">+ 201 days: the demo’s active campaign has expired</button>
      </div>`,
  ),
)

const limitCard = card(
  'Rate limit',
  form(
    'POST rate-limit/{change}',
    '{message}',
    html`
      <p class="muted small">Use up the requests that are left, or reset the limit and nothing else.</p>
      <div class="row">
        <button class="secondary" name="change" value="exhaust">Use up</button>
        <button class="secondary" name="change" value="reset">Reset limit</button>
      </div>`,
  ),
)

type Filters = { operation?: string; status?: string }

/** Renders the control page. Its script updates the elements with `data-live` from newer pages. */
export const controlPage = async (
  mock: Session,
  sessions: readonly string[],
  filters: Filters,
): Promise<string> => {
  const state = mock.state()
  const { stateful, scenario, clock, aheadSeconds } = state
  const { deliveries } = mock.receivers
  const keys = Object.entries(demoKeys).map(
    ([name, key]) => html`<div><dt>${name}</dt><dd><code>${key}</code></dd></div>`,
  )
  return String(
    await html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>The mock</title>
  <link rel="icon" href="page/logo.svg">
  ${styleSheets.map(([name]) => html`<link rel="stylesheet" href="page/${name}">`)}
  <script type="module" src="page/page.js"></script>
</head>
<body>
  <a class="skip" href="#requests-title">Skip to the requests</a>
  <header>
    <div class="title">
      <h1>The mock</h1>
      <nav aria-label="Page"><a href="#requests">Requests</a><a href="#deliveries">Deliveries</a><a href="/docs">Docs</a><a href="/openapi.json">Document</a></nav>
    </div>
    <dl class="strip">
      <div><dt>Session</dt><dd>${sessionLinks(state.session, sessions)}</dd></div>
      <div><dt>Memory</dt><dd>${stateful ? 'stateful' : 'none: returns examples'}</dd></div>
      <div><dt>Scenario</dt><dd id="scenario" data-live>${scenario}</dd></div>
      <div><dt>Clock</dt><dd id="clock" data-live><time${mock.options.time === undefined ? html` data-ahead="${aheadSeconds}"` : ''}>${clock}</time> <span class="muted small">${aheadText(aheadSeconds)}</span></dd></div>
    </dl>
    <details class="keys"><summary>Keys</summary><dl>${keys}</dl></details>
    <noscript><p class="small">The forms below need JavaScript. The control API at <code>/__mock/</code> does the same with curl.</p></noscript>
  </header>
  <main>
    <div class="cards">
      <h2 class="visually-hidden">Controls</h2>
      ${[responsesCard(mock), dataCard(state), clockCard, await ordersCard(mock), limitCard, webhooksCard(mock)]}
    </div>
    <div class="logs">
      <section id="requests" class="log card" aria-labelledby="requests-title">
        <div class="title">
          <h2 id="requests-title" tabindex="-1">Requests</h2>
          <p id="connection" class="badge" role="status">connecting</p>
        </div>
        ${requestLog(mock, filters)}
        <p class="outcome" role="status"></p>
      </section>
      <section id="deliveries" class="log card" aria-labelledby="deliveries-title">
        <h2 id="deliveries-title" tabindex="-1">Deliveries</h2>
        <ol id="delivery-list" data-live aria-label="The last 100 deliveries, newest first">${deliveries
          .map(deliveryItem)
          .toReversed()}</ol>
        <p id="delivery-note" class="muted small" data-live>${deliveries.length === 0 ? 'No delivery yet.' : ''}</p>
      </section>
    </div>
  </main>
</body>
</html>`,
  )
}

/** Renders links to the sessions. They are known when the page is loaded. */
function sessionLinks(current: string, names: readonly string[]): Html {
  const root = current === '' ? '..' : '../../..'
  const paths = names.map((name) => [name, `${root}/s/${name}/__mock/`] as const)
  const links = [['', `${root}/__mock/`] as const, ...paths].map(([name, path]) =>
    name === current
      ? html`<b>${name || 'default'}</b> `
      : html`<a href="${path}">${name || 'default'}</a> `,
  )
  return html`${links}`
}

function aheadText(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const rest = new Date((seconds % 86_400) * 1000).toISOString().slice(11, 19)
  return seconds === 0 ? '' : `${days === 0 ? '' : `${counted(days, 'day')} `}${rest} ahead`
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

type Html = ReturnType<typeof html>

function responsesCard({ queue }: Session): Html {
  /** The responses of all operations. The script shows those of the chosen one. */
  const groups = operationGroups.map((id) => {
    const choices = (queue.declared().get(id) ?? []).flatMap(({ status, examples }) =>
      examples.length === 0
        ? [[`${status}`]]
        : examples.map(({ name, summary = '' }) => [
            `${status} ${name}`,
            `${status} ${name}: ${summary}`,
          ]),
    )
    return html`<optgroup label="${id}">${options(choices)}</optgroup>`
  })
  const own = options([['', 'its own response, late or dropped']])
  const any = html`<optgroup label="any">${options(anyStatuses)}</optgroup>`
  return card(
    'Responses',
    form(
      'POST operations/{operation}',
      'Queued',
      html`
        ${select('Operation', 'operation', [...operations, ['any']])}
        ${field('Response', html`<select name="response">${groups}${any}${own}</select>`)}
        ${select('Connection', 'drop', drops)}
        <div class="row end">
          ${number('Calls', 'calls', 1, 1, 1_000_000)}
          ${number('Share, %', 'percent', 100, 1, 100)}
        </div>
        <div class="row end">
          ${number('Latency from, ms', 'least', 0, 0, 60_000)}
          ${number('to, ms', 'most', 0, 0, 60_000)}
        </div>
        <button>Queue response</button>`,
    ),
    html`<ul id="queue" class="facts" data-live aria-label="Queued responses">${queue.all.map(queuedItem)}</ul>`,
  )
}

/** The status codes that every operation has. */
const anyStatuses = [['500'], ['429'], ['401']]

const drops = [
  ['', 'stays open'],
  ['request', 'is dropped before the operation runs'],
  ['before', 'is dropped before the response'],
  ['within', 'is dropped within the response'],
  ['after', 'is dropped after the response'],
]

/** Renders options. A choice is a value and its text, if that is another. */
function options(choices: readonly (readonly string[])[], chosen = '') {
  return choices.map(
    ([value = '', text = value]) =>
      html`<option value="${value}"${value === chosen ? ' selected' : ''}>${text}</option>`,
  )
}

/** Renders a card of controls. Results are shown in it, and read by screen readers. */
function card(title: string, ...content: readonly Html[]): Html {
  return html`
  <section class="card">
    <h3 tabindex="-1">${title}</h3>
    ${content}
    <p class="outcome" role="status"></p>
  </section>`
}

/**
 * Renders a form, which the page's script sends to the control API.
 * @param call the method and the path, with fields in braces
 * @param done the message after a success, with properties of the response in braces
 * @param isPossible whether the mock can do it
 */
function form(call: string, done: string, content: Html, isPossible = true): Html {
  const reason = html`<p class="small">This mock keeps no data. Start it with <code>npm run mock -- --stateful</code>.</p>`
  return html`
    <form data-call="${call}" data-done="${done}">
      <fieldset${isPossible ? '' : ' disabled'}>${isPossible ? '' : reason}${content}</fieldset>
    </form>`
}

function select(label: string, name: string, ...given: Parameters<typeof options>): Html {
  return field(label, html`<select name="${name}">${options(...given)}</select>`)
}

function field(label: string, control: Html): Html {
  return html`<label class="field"><span>${label}</span>${control}</label>`
}

function number(label: string, name: string, value: number, min: number, max: number): Html {
  return field(
    label,
    html`<input name="${name}" type="number" inputmode="numeric" min="${min}" max="${max}" value="${value}" required>`,
  )
}

function queuedItem(queued: QueuedResponse): Html {
  const { id, operation, status, example, drop, share, calls } = queued
  const latency = [queued.latencyMilliseconds].flat()
  const response = status === null ? 'its own response' : [status, example].join(' ').trim()
  const details = [
    `next ${operation}: ${response}`,
    latency.some((each) => each > 0) ? `${[...new Set(latency)].join(' to ')} ms late` : '',
    drop === null ? '' : `connection dropped (${drop})`,
    share < 1 ? `${share * 100} % of calls` : '',
    calls === null ? '' : counted(calls, 'call'),
  ]
  const text = details.filter((each) => each !== '').join(', ')
  return html`
    <li id="queued-${id} ${text}" class="row">
      <span>${text}</span>
      <form data-call="DELETE responses/${id}" data-done="Removed">
        <button class="quiet" aria-label="Remove ${text}">Remove</button>
      </form>
    </li>`
}

function dataCard({ stateful, scenario, scenarios }: State): Html {
  const choices = Object.entries(scenarios).map(([name, text]) => [name, `${name}: ${text}`])
  return card(
    'Data',
    html`<p class="muted small">Load and Reset clear requests, deliveries, receivers and queued responses, and set the clock back.</p>`,
    form(
      'POST scenarios/{scenario}',
      'Loaded {scenario}',
      html`${select('Scenario', 'scenario', choices, scenario)}<button>Load</button>`,
      stateful,
    ),
    form(
      'POST reset',
      'Reset to {scenario}',
      html`
        <div class="row">
          <button class="secondary">Reset</button>
          <label class="row"><input type="checkbox" name="receivers"> Keep receivers</label>
        </div>`,
    ),
  )
}

async function ordersCard({ backend }: Session): Promise<Html> {
  const { data } = backend
  const page = { limit: 100, offset: 0 }
  const orders = data ? await listOrders(data.store, data.account, {}, page) : []
  const choices = orders.map(({ id, orderNumber, status, deliveredAt, recipient }) => {
    const delivered = deliveredAt !== null && status === 'SHIPPED' ? ', delivered' : ''
    const who = `${recipient.firstName} ${recipient.lastName}`
    return [id, `${orderNumber} ${status}${delivered}, ${who}`]
  })
  const list = html`<select id="orders" name="id" data-live required>${options(choices)}</select>`
  return card(
    'Orders',
    form(
      'POST orders/{id}/{change}',
      'Order {orderNumber} is {status}',
      html`
        ${field('Order', list)}
        <div class="row">
          <button class="secondary" name="change" value="ship">Ship</button>
          <button class="secondary" name="change" value="deliver">Deliver</button>
          <button class="secondary" name="change" value="return">Return</button>
        </div>`,
      data !== undefined,
    ),
  )
}

function webhooksCard({ receivers }: Session): Html {
  const events = Object.values(webhooks).map(({ name, summary }) => [name, `${name}: ${summary}`])
  const registered = receivers.all.map(
    ({ url, secret }) =>
      html`<li id="${url} ${secret}"><b>${url}</b> signed with <code>${secret}</code></li>`,
  )
  const status = html`<input name="status" type="number" inputmode="numeric" min="100" max="599" value="200">`
  return card(
    'Webhooks',
    form(
      'POST receivers',
      '{url} receives every event from now on',
      html`
        ${field('URL', html`<input name="url" type="url" required placeholder="http://localhost:3000/hooks">`)}
        ${field('Secret, if you have one', html`<input name="secret" autocomplete="off" spellcheck="false" placeholder="generated">`)}
        <button class="secondary">Register</button>`,
    ),
    html`<ul id="receivers" class="facts" data-live aria-label="Receivers">${registered}</ul>`,
    form(
      'POST events/{event}',
      'Sent. The result is under Deliveries.',
      html`
        ${select('Event', 'event', events)}
        <p class="muted small">Deliveries are signed with the real time, also after the clock was advanced. Receivers reject other timestamps.</p>
        <button>Send</button>`,
    ),
    form(
      'POST subscribers',
      'Saved',
      html`
        <p class="muted small">The mock responds for the URLs of subscriptions, now with <span id="subscribers" data-live>${receivers.subscribersStatus ?? 'no response'}</span>. Leave the status empty for unreachable subscribers.</p>
        <div class="row end">
          ${field('Status of subscribers', status)}
          <button class="secondary">Set</button>
        </div>`,
    ),
  )
}

function requestLog({ requests }: Session, { operation = '', status = '' }: Filters): Html {
  const { entries } = requests
  const shown = entries.filter(
    (entry) =>
      ['', entry.operation ?? 'none'].includes(operation) &&
      String(entry.status).startsWith(status),
  )
  const why =
    entries.length === 0
      ? 'No request yet. They appear here as they arrive.'
      : `None of the ${entries.length} requests matches the filters.`
  const statuses = ['2', '4', '5'].map((first) => [first, `${first}xx`])
  return html`
    <form id="filters" class="row end">
      ${select('Operation', 'operation', [['', 'any'], ['none'], ...operations], operation)}
      ${select('Status', 'status', [['', 'any'], ...statuses], status)}
    </form>
    <ol id="request-list" data-live aria-label="The last 100 requests, newest first">${shown
      .map(requestItem)
      .toReversed()}</ol>
    <p id="request-note" class="muted small" data-live>${shown.length === 0 ? why : ''}</p>`
}

function requestItem(entry: LoggedRequest): Html {
  const { pathname, search } = new URL(entry.url)
  const took = `${Math.round(entry.milliseconds)} ms`
  const note = [entry.operation, took, entry.reason].filter((part) => part !== undefined).join(', ')
  return logItem('requests', entry, entry.method, pathname + search, note)
}

/** Renders an item of a log. The script loads its details when it is opened. */
function logItem(
  log: string,
  { number, status, at }: { number: number; status: number | null; at: number },
  name: string,
  target: string,
  note: string,
): Html {
  const isGood = status !== null && status >= 200 && status < 300
  const kind = status === null || status >= 500 ? 'bad' : isGood ? 'good' : 'low'
  const time = new Date(at).toISOString().slice(11, 23)
  // Another session, or a mock that was restarted, counts from 1 again.
  return html`
    <li id="${log}-${number} ${at} ${target}"><details data-log="${log}/${number}"><summary>
      <span class="badge ${kind}">${status ?? 'failed'}</span>
      <b class="method">${name}</b>
      <span class="target">${target}</span>
      <span class="muted small">${note}</span>
      <span class="muted small">${time}</span>
    </summary></details></li>`
}

function deliveryItem(delivered: Delivered): Html {
  const { headers, url, error } = delivered
  return logItem('deliveries', delivered, headers['X-Webhook-Event'] ?? '', url, error ?? '')
}

export const logDetails = ({ requests, receivers }: Session, log: string, number: number) => {
  const request = requests.entries.find((each) => each.number === number)
  if (log === 'requests') return request && requestDetails(request)
  const delivered = receivers.deliveries.find((each) => each.number === number)
  if (log !== 'deliveries' || !delivered) return undefined
  return message('Sent', delivered.headers, delivered.body, 'No body')
}

function requestDetails(entry: LoggedRequest): Html {
  const { responseBytes } = entry
  const compressed = responseBytes > 0 ? `${responseBytes} compressed bytes` : 'No body'
  return html`
    <section class="message">
      <button class="secondary" data-copy>Copy as curl</button>
      <pre tabindex="0">${entry.curl}</pre>
    </section>
    ${message('Request', entry.requestHeaders, entry.requestBody, 'No body was read')}
    ${message('Response', entry.responseHeaders, entry.responseBody, compressed)}`
}

function message(
  title: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  empty: string,
): Html {
  const list = Object.entries(headers).map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )
  return html`
    <section class="message">
      <h3>${title}</h3>
      <dl>${list}</dl>
      <pre tabindex="0">${body === '' ? empty : formatted(body)}</pre>
    </section>`
}

function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function asset(path: string, contentType: string) {
  return [
    path.replace(/.*\//, ''),
    { contentType, text: readFileSync(new URL(path, import.meta.url), 'utf8') },
  ] as const
}
