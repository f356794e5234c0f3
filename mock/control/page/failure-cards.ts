import { html } from 'hono/html'
import { card, choices, field, form, type Markup } from './parts.ts'
import type { State } from './state.ts'

const failure = ({ operations }: State) =>
  form(
    'failure',
    html`${field('Operation', html`<select name="operation">${choices(operations.map((id) => [id, id]))}</select>`)}
    <div class="row end">
      ${field('Latency, ms', html`<input name="latency" type="number" inputmode="numeric" min="0" max="60000" value="0" required>`)}
      ${field('Next calls', html`<input name="calls" type="number" inputmode="numeric" min="1" max="1000000" value="1" required>`)}
    </div>
    <label class="check"><input name="fails" type="checkbox" checked><span>Fail with a 500</span></label>
    <button>Simulate failures</button>`,
  )

/** Renders the cards for simulated failures and the rate limit. */
export const failureCards = (state: State): Markup[] => [
  card(
    'Failures',
    html`${failure(state)}
    <ul id="failures" class="facts" aria-label="Failures to come"></ul>`,
  ),
  card(
    'Rate limit',
    form(
      'budget',
      html`<p class="muted small">Uses up the requests that are left. The next ones get 429.</p><button class="secondary">Use up</button>`,
    ),
  ),
]
