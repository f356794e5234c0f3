import { html } from 'hono/html'
import { demoKeys } from '../../demo-keys.ts'
import { failureCards } from './failure-cards.ts'
import { logs } from './logs.ts'
import { scenarioCards } from './scenario-cards.ts'
import type { State } from './state.ts'
import { webhookCards } from './webhook-cards.ts'

const facts = ({ stateful, scenario, clock }: State) => html`<dl class="strip">
  <div><dt>Memory</dt><dd>${stateful ? 'stateful' : 'none: returns examples'}</dd></div>
  <div><dt>Scenario</dt><dd id="scenario">${scenario}</dd></div>
  <div><dt>Clock</dt><dd><time id="clock">${clock}</time> <span id="ahead" class="muted small"></span></dd></div>
</dl>`

const keys = html`<details class="keys"><summary>Keys</summary>
  <dl>${Object.entries(demoKeys).map(
    ([name, key]) => html`<div><dt>${name}</dt><dd><code>${key}</code></dd></div>`,
  )}</dl>
</details>`

/** Renders the control page. All its actions use the control API. */
export const mockPage = async (state: State): Promise<string> =>
  String(
    await html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>The mock</title>
  <link rel="icon" href="/__mock/page/icon.svg">
  ${['tokens', 'base', 'mock'].map((name) => html`<link rel="stylesheet" href="/__mock/page/${name}.css">`)}
  <script type="module" src="/__mock/page/main.js"></script>
</head>
<body>
  <a class="skip" href="#requests-title">Skip to the requests</a>
  <header>
    <div class="title">
      <h1>The mock</h1>
      <nav aria-label="Page"><a href="#requests">Requests</a><a href="#deliveries">Deliveries</a><a href="/docs">Docs</a><a href="/openapi.json">Document</a></nav>
    </div>
    ${facts(state)}
    ${keys}
    <noscript><p class="reason">The forms below need JavaScript. The control API at <code>/__mock/</code> does the same with curl.</p></noscript>
  </header>
  <main>
    <div class="cards"><h2 class="visually-hidden">Controls</h2>${[...scenarioCards(state), ...failureCards(state), ...webhookCards()]}</div>
    <div class="logs">${logs(state)}</div>
  </main>
</body>
</html>`,
  )
