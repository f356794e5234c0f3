import { readFileSync } from 'node:fs'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { webhooks } from '../../generated/webhooks.ts'
import { demoKeys } from '../demo-keys.ts'
import type { State } from '../mock.ts'

/** Allows the page to load only its own assets and to call only this mock. */
export const pageHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    ...['script', 'style', 'connect', 'img'].map((each) => `${each}-src 'self'`),
    ...['base-uri', 'form-action', 'frame-ancestors'].map((each) => `${each} 'none'`),
    "require-trusted-types-for 'script'",
  ].join('; '),
  // Prevents MIME sniffing.
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

const asset = (path: string, contentType: string) =>
  [
    path.replace(/.*\//, ''),
    { contentType, text: readFileSync(new URL(path, import.meta.url), 'utf8') },
  ] as const

/** The styles that all pages share, and the page's own. */
const styleSheets = ['../../styles/tokens.css', '../../styles/base.css', 'assets/mock.css'].map(
  (path) => asset(path, 'text/css; charset=utf-8'),
)

/** The page's script, styles and icon, by file name. */
export const pageAssets: ReadonlyMap<string, { contentType: string; text: string }> = new Map([
  ...styleSheets,
  asset('assets/page.js', 'text/javascript; charset=utf-8'),
  asset('assets/icon.svg', 'image/svg+xml'),
])

/** A part of the page. Interpolated text is escaped. */
type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

const card = (title: string, content: Markup): Markup =>
  html`<section class="card"><h3>${title}</h3>${content}</section>`

/** Renders a form. The page's script runs the action `does` and shows the result at its end. */
const form = (does: string, content: Markup): Markup =>
  html`<form data-do="${does}">${content}<p class="outcome" role="status"></p></form>`

const field = (label: string, control: Markup): Markup =>
  html`<label class="field"><span>${label}</span>${control}</label>`

type Choices = readonly (readonly [value: string, text: string])[]

const select = (label: string, name: string, choices: Choices, chosen?: string): Markup =>
  field(
    label,
    html`<select name="${name}">${choices.map(
      ([value, text]) =>
        html`<option value="${value}"${value === chosen ? ' selected' : ''}>${text}</option>`,
    )}</select>`,
  )

/** Renders content that needs a stateful mock. Otherwise it is disabled, with the reason. */
const statefulOnly = ({ stateful }: State, why: string, content: Markup): Markup =>
  stateful
    ? content
    : html`<fieldset disabled><p class="reason">${why} Start it with <code>npm run mock -- --stateful</code>.</p>${content}</fieldset>`

const backendCard = (state: State) =>
  card(
    'Backend',
    html`<p class="muted small">Loading a scenario or a reset clears requests, deliveries, receivers and failures, and sets the clock back.</p>
    ${form(
      'scenario',
      statefulOnly(
        state,
        'This mock keeps no data.',
        html`${select(
          'Scenario',
          'scenario',
          Object.entries(state.scenarios).map(([name, shows]) => [name, `${name}: ${shows}`]),
          state.scenario,
        )}
        <button>Load</button>`,
      ),
    )}
    ${form('reset', html`<button class="secondary">Reset</button>`)}`,
  )

const day = 86_400

const jumps = [
  [3600, '1 hour'],
  [day, '1 day'],
  [201 * day, '201 days'],
] as const

const clockCard = card(
  'Clock',
  html`${form(
    'clock',
    html`<div class="row" role="group" aria-label="Advance the clock by">${jumps.map(
      ([seconds, text]) =>
        html`<button class="secondary" name="seconds" value="${seconds}">+ ${text}</button>`,
    )}</div>`,
  )}
  ${form(
    'clock',
    html`<div class="row end">
      ${field('Seconds', html`<input name="seconds" type="number" inputmode="numeric" min="0" step="any" value="60" required>`)}
      <button class="secondary">Advance</button>
    </div>`,
  )}`,
)

const ordersCard = (state: State) =>
  card(
    'Orders',
    form(
      'order',
      statefulOnly(
        state,
        'This mock keeps no orders.',
        html`${field('Order id', html`<input name="id" required autocomplete="off" spellcheck="false" placeholder="ord_…">`)}
        <div class="row">
          <button class="secondary" name="change" value="ship">Ship</button>
          <button class="secondary" name="change" value="deliver">Deliver</button>
          <button class="secondary" name="change" value="return">Return</button>
        </div>`,
      ),
    ),
  )

const failuresCard = (operations: Choices) =>
  card(
    'Failures',
    html`${form(
      'failure',
      html`${select('Operation', 'operation', operations)}
      <div class="row end">
        ${field('Latency, ms', html`<input name="latency" type="number" inputmode="numeric" min="0" max="60000" value="0" required>`)}
        ${field('Next calls', html`<input name="calls" type="number" inputmode="numeric" min="1" max="1000000" value="1" required>`)}
      </div>
      <label class="check"><input name="fails" type="checkbox" checked><span>Fail with a 500</span></label>
      <button>Simulate failures</button>`,
    )}
    <ul id="failures" class="facts" aria-label="Failures to come"></ul>`,
  )

const rateLimitCard = card(
  'Rate limit',
  form(
    'budget',
    html`<p class="muted small">Uses up the requests that are left. The next ones get 429.</p><button class="secondary">Use up</button>`,
  ),
)

const webhooksCard = card(
  'Webhooks',
  html`${form(
    'receiver',
    html`${field('URL', html`<input name="url" type="url" required placeholder="http://localhost:3000/hooks">`)}
    ${field('Secret, if you have one', html`<input name="secret" autocomplete="off" spellcheck="false" placeholder="generated">`)}
    <button class="secondary">Register</button>`,
  )}
  <ul id="receivers" class="facts" aria-label="Receivers"></ul>
  ${form(
    'event',
    html`${select(
      'Event',
      'event',
      Object.values(webhooks).map(({ name, summary }) => [name, `${name}: ${summary}`]),
    )}
    <button>Send</button>`,
  )}
  ${form(
    'subscribers',
    html`<p class="muted small">The mock responds for the subscriptions’ URLs. Leave the status empty for an unreachable subscriber.</p>
    <div class="row end">
      ${field('Subscribers respond with', html`<input id="subscribers-status" name="status" type="number" inputmode="numeric" min="100" max="599" value="200">`)}
      <button class="secondary">Set</button>
    </div>`,
  )}`,
)

const statuses: Choices = [
  ['', 'any'],
  ['2', '2xx'],
  ['4', '4xx'],
  ['5', '5xx'],
]

const logs = (operations: Choices) => html`
  <section id="requests" class="log card" aria-labelledby="requests-title">
    <div class="title">
      <h2 id="requests-title" tabindex="-1">Requests</h2>
      <p id="connection" class="badge good" role="status">connecting</p>
    </div>
    <form id="filters" class="row end">
      ${select('Operation', 'operation', [['', 'any'], ['none', 'none'], ...operations])}
      ${select('Status', 'status', statuses)}
    </form>
    <ol id="request-list" aria-label="The last 100 requests, newest first"></ol>
    <p id="request-note" class="muted small">No request yet. They appear here as they arrive.</p>
  </section>
  <section id="deliveries" class="log card" aria-labelledby="deliveries-title">
    <div class="title"><h2 id="deliveries-title" tabindex="-1">Deliveries</h2></div>
    <ol id="delivery-list" aria-label="The last 100 deliveries, newest first"></ol>
    <p id="delivery-note" class="muted small">No delivery yet.</p>
  </section>`

/** Renders the control page. All its actions use the control API. */
export const controlPage = async (state: State): Promise<string> => {
  const operations = state.operations.map((id) => [id, id] as const)
  return String(
    await html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>The mock</title>
  <link rel="icon" href="/__mock/page/icon.svg">
  ${styleSheets.map(([name]) => html`<link rel="stylesheet" href="/__mock/page/${name}">`)}
  <script type="module" src="/__mock/page/page.js"></script>
</head>
<body>
  <a class="skip" href="#requests-title">Skip to the requests</a>
  <header>
    <div class="title">
      <h1>The mock</h1>
      <nav aria-label="Page"><a href="#requests">Requests</a><a href="#deliveries">Deliveries</a><a href="/docs">Docs</a><a href="/openapi.json">Document</a></nav>
    </div>
    <dl class="strip">
      <div><dt>Memory</dt><dd>${state.stateful ? 'stateful' : 'none: returns examples'}</dd></div>
      <div><dt>Scenario</dt><dd id="scenario">${state.scenario}</dd></div>
      <div><dt>Clock</dt><dd><time id="clock">${state.clock}</time> <span id="ahead" class="muted small"></span></dd></div>
    </dl>
    <details class="keys"><summary>Keys</summary>
      <dl>${Object.entries(demoKeys).map(
        ([name, key]) => html`<div><dt>${name}</dt><dd><code>${key}</code></dd></div>`,
      )}</dl>
    </details>
    <noscript><p class="reason">The forms below need JavaScript. The control API at <code>/__mock/</code> does the same with curl.</p></noscript>
  </header>
  <main>
    <div class="cards"><h2 class="visually-hidden">Controls</h2>
      ${backendCard(state)}
      ${clockCard}
      ${ordersCard(state)}
      ${failuresCard(operations)}
      ${rateLimitCard}
      ${webhooksCard}
    </div>
    <div class="logs">${logs(operations)}</div>
  </main>
</body>
</html>`,
  )
}
