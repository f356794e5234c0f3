import { html } from 'hono/html'
import { choices, field, type Markup } from './parts.ts'
import type { State } from './state.ts'

const statuses = [
  ['', 'any'],
  ['2', '2xx'],
  ['4', '4xx'],
  ['5', '5xx'],
] as const

const filters = ({ operations }: State) => html`<form id="filters" class="row end">
  ${field(
    'Operation',
    html`<select name="operation"><option value="">any</option><option value="none">none</option>${choices(operations.map((id) => [id, id]))}</select>`,
  )}
  ${field('Status', html`<select name="status">${choices(statuses)}</select>`)}
</form>`

/** Renders the logs of requests and deliveries. */
export const logs = (state: State): Markup => html`
  <section id="requests" class="log card" aria-labelledby="requests-title">
    <div class="title">
      <h2 id="requests-title" tabindex="-1">Requests</h2>
      <p id="connection" class="badge good" role="status">connecting</p>
    </div>
    ${filters(state)}
    <ol id="request-list" aria-label="The last 100 requests, newest first"></ol>
    <p id="request-note" class="muted small">No request yet. They appear here as they arrive.</p>
  </section>
  <section id="deliveries" class="log card" aria-labelledby="deliveries-title">
    <div class="title"><h2 id="deliveries-title" tabindex="-1">Deliveries</h2></div>
    <ol id="delivery-list" aria-label="The last 100 deliveries, newest first"></ol>
    <p id="delivery-note" class="muted small">No delivery yet.</p>
  </section>`
