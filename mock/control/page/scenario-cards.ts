import { html } from 'hono/html'
import { card, choices, field, form, type Markup, statefulOnly } from './parts.ts'
import type { State } from './state.ts'

const hour = 3600
const day = 86_400

const jumps: readonly (readonly [seconds: number, text: string])[] = [
  [hour, '1 hour'],
  [day, '1 day'],
  [201 * day, '201 days'],
]

const scenario = ({ stateful, scenario, scenarios }: State) =>
  form(
    'scenario',
    statefulOnly(
      stateful,
      'This mock keeps no data.',
      html`${field(
        'Scenario',
        html`<select name="scenario">${choices(
          Object.entries(scenarios).map(([name, shows]) => [name, `${name}: ${shows}`]),
          scenario,
        )}</select>`,
      )}
      <button>Load</button>`,
    ),
  )

const clock = html`${form(
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
)}`

const orders = ({ stateful }: State) =>
  form(
    'order',
    statefulOnly(
      stateful,
      'This mock keeps no orders.',
      html`${field('Order id', html`<input name="id" required autocomplete="off" spellcheck="false" placeholder="ord_…">`)}
      <div class="row">
        <button class="secondary" name="change" value="ship">Ship</button>
        <button class="secondary" name="change" value="deliver">Deliver</button>
        <button class="secondary" name="change" value="return">Return</button>
      </div>`,
    ),
  )

/** Renders the cards for the scenario, the orders and the clock. */
export const scenarioCards = (state: State): Markup[] => [
  card(
    'Backend',
    html`<p class="muted small">Loading a scenario or a reset clears requests, deliveries, receivers and failures, and sets the clock back.</p>
    ${scenario(state)}
    ${form('reset', html`<button class="secondary">Reset</button>`)}`,
  ),
  card('Clock', html`${clock}`),
  card('Orders', orders(state)),
]
