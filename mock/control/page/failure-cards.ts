import { html } from 'hono/html'
import { card, choices, field, form, type Markup } from './parts.ts'
import type { State } from './state.ts'

const trouble = ({ operations }: State) =>
  form(
    'trouble',
    html`${field('Operation', html`<select name="operation">${choices(operations.map((id) => [id, id]))}</select>`)}
    <div class="row end">
      ${field('Latency, ms', html`<input name="latency" type="number" inputmode="numeric" min="0" max="60000" value="0" required>`)}
      ${field('Next calls', html`<input name="calls" type="number" inputmode="numeric" min="1" max="1000000" value="1" required>`)}
    </div>
    <label class="check"><input name="fails" type="checkbox" checked><span>Fail with a 500</span></label>
    <button class="primary">Make trouble</button>`,
  )

/** Renders the cards for simulated failures and the rate limit. */
export const failureCards = (state: State): Markup[] => [
  card(
    'Trouble',
    html`${trouble(state)}
    <ul id="troubles" class="facts" aria-label="Trouble in store"></ul>`,
  ),
  card(
    'Request budget',
    form(
      'budget',
      html`<p class="hint">Uses up all that is left to this address: its next requests are answered 429.</p><button>Exhaust</button>`,
    ),
  ),
]
