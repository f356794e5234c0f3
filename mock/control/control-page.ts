import { readFileSync } from 'node:fs'
import { html } from 'hono/html'
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

/** Renders the options of a select. */
const options = (choices: readonly (readonly [value: string, text: string])[], chosen?: string) =>
  choices.map(
    ([value, text]) =>
      html`<option value="${value}"${value === chosen ? ' selected' : ''}>${text}</option>`,
  )

const described = (descriptions: Readonly<Record<string, string>>) =>
  Object.entries(descriptions).map(([name, text]) => [name, `${name}: ${text}`] as const)

const events = Object.fromEntries(
  Object.values(webhooks).map(({ name, summary }) => [name, summary]),
)

/** Starts a fieldset that needs a stateful mock. Otherwise it is disabled, with the reason. */
const statefulFieldset = (stateful: boolean, why: string) =>
  stateful
    ? html`<fieldset>`
    : html`<fieldset disabled><p class="reason">${why} Start it with <code>npm run mock -- --stateful</code>.</p>`

/** Renders the control page. Its script sends each form to the control API: `data-do` names the action. */
export const controlPage = async ({
  stateful,
  scenario,
  scenarios,
  operations,
  clock,
}: State): Promise<string> => {
  const operationOptions = options(operations.map((id) => [id, id]))
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
      <div><dt>Memory</dt><dd>${stateful ? 'stateful' : 'none: returns examples'}</dd></div>
      <div><dt>Scenario</dt><dd id="scenario">${scenario}</dd></div>
      <div><dt>Clock</dt><dd><time id="clock">${clock}</time> <span id="ahead" class="muted small"></span></dd></div>
    </dl>
    <details class="keys"><summary>Keys</summary>
      <dl>${Object.entries(demoKeys).map(
        ([name, key]) => html`<div><dt>${name}</dt><dd><code>${key}</code></dd></div>`,
      )}</dl>
    </details>
    <noscript><p class="reason">The forms below need JavaScript. The control API at <code>/__mock/</code> does the same with curl.</p></noscript>
  </header>
  <main>
    <div class="cards">
      <h2 class="visually-hidden">Controls</h2>
      <section class="card">
        <h3>Backend</h3>
        <p class="muted small">Loading a scenario or a reset clears requests, deliveries, receivers and failures, and sets the clock back.</p>
        <form data-do="scenario">${statefulFieldset(stateful, 'This mock keeps no data.')}
          <label class="field"><span>Scenario</span><select name="scenario">${options(described(scenarios), scenario)}</select></label>
          <button>Load</button>
        </fieldset></form>
        <form data-do="reset"><button class="secondary">Reset</button></form>
      </section>
      <section class="card">
        <h3>Clock</h3>
        <form data-do="clock">
          <div class="row" role="group" aria-label="Advance the clock by">
            <button class="secondary" name="seconds" value="3600">+ 1 hour</button>
            <button class="secondary" name="seconds" value="86400">+ 1 day</button>
            <button class="secondary" name="seconds" value="17366400">+ 201 days</button>
          </div>
        </form>
        <form data-do="clock">
          <div class="row end">
            <label class="field"><span>Seconds</span><input name="seconds" type="number" inputmode="numeric" min="0" step="any" value="60" required></label>
            <button class="secondary">Advance</button>
          </div>
        </form>
      </section>
      <section class="card">
        <h3>Orders</h3>
        <form data-do="order">${statefulFieldset(stateful, 'This mock keeps no orders.')}
          <label class="field"><span>Order id</span><input name="id" required autocomplete="off" spellcheck="false" placeholder="ord_…"></label>
          <div class="row">
            <button class="secondary" name="change" value="ship">Ship</button>
            <button class="secondary" name="change" value="deliver">Deliver</button>
            <button class="secondary" name="change" value="return">Return</button>
          </div>
        </fieldset></form>
      </section>
      <section class="card">
        <h3>Failures</h3>
        <form data-do="failure">
          <label class="field"><span>Operation</span><select name="operation">${operationOptions}</select></label>
          <div class="row end">
            <label class="field"><span>Latency, ms</span><input name="latency" type="number" inputmode="numeric" min="0" max="60000" value="0" required></label>
            <label class="field"><span>Next calls</span><input name="calls" type="number" inputmode="numeric" min="1" max="1000000" value="1" required></label>
          </div>
          <label class="check"><input name="fails" type="checkbox" checked><span>Fail with a 500</span></label>
          <button>Simulate failures</button>
        </form>
        <ul id="failures" class="facts" aria-label="Failures to come"></ul>
      </section>
      <section class="card">
        <h3>Rate limit</h3>
        <form data-do="budget">
          <p class="muted small">Uses up the requests that are left. The next ones get 429.</p>
          <button class="secondary">Use up</button>
        </form>
      </section>
      <section class="card">
        <h3>Webhooks</h3>
        <form data-do="receiver">
          <label class="field"><span>URL</span><input name="url" type="url" required placeholder="http://localhost:3000/hooks"></label>
          <label class="field"><span>Secret, if you have one</span><input name="secret" autocomplete="off" spellcheck="false" placeholder="generated"></label>
          <button class="secondary">Register</button>
        </form>
        <ul id="receivers" class="facts" aria-label="Receivers"></ul>
        <form data-do="event">
          <label class="field"><span>Event</span><select name="event">${options(described(events))}</select></label>
          <button>Send</button>
        </form>
        <form data-do="subscribers">
          <p class="muted small">The mock responds for the subscriptions’ URLs. Leave the status empty for an unreachable subscriber.</p>
          <div class="row end">
            <label class="field"><span>Subscribers respond with</span><input id="subscribers-status" name="status" type="number" inputmode="numeric" min="100" max="599" value="200"></label>
            <button class="secondary">Set</button>
          </div>
        </form>
      </section>
    </div>
    <div class="logs">
      <section id="requests" class="log card" aria-labelledby="requests-title">
        <div class="title">
          <h2 id="requests-title" tabindex="-1">Requests</h2>
          <p id="connection" class="badge good" role="status">connecting</p>
        </div>
        <form id="filters" class="row end">
          <label class="field"><span>Operation</span><select name="operation"><option value="">any</option><option value="none">none</option>${operationOptions}</select></label>
          <label class="field"><span>Status</span><select name="status"><option value="">any</option><option value="2">2xx</option><option value="4">4xx</option><option value="5">5xx</option></select></label>
        </form>
        <ol id="request-list" aria-label="The last 100 requests, newest first"></ol>
        <p id="request-note" class="muted small">No request yet. They appear here as they arrive.</p>
      </section>
      <section id="deliveries" class="log card" aria-labelledby="deliveries-title">
        <div class="title"><h2 id="deliveries-title" tabindex="-1">Deliveries</h2></div>
        <ol id="delivery-list" aria-label="The last 100 deliveries, newest first"></ol>
        <p id="delivery-note" class="muted small">No delivery yet.</p>
      </section>
    </div>
  </main>
</body>
</html>`,
  )
}
